import type { Minor } from '@krapao/contract/money.ts';
import { useRef } from 'react';
import { useIsMoneyHidden } from '../../platform/hidden-money.ts';
import { classNames } from '../../ui/class-names.ts';
import { colourOf, MAIN, MOVING, placesOf } from '../../wallet/places.ts';
import type { Wallet } from '../../wallet/wallet.queries.ts';
import { useBead } from './use-bead.ts';

type MoneyBarProps = {
  wallet: Wallet;
  /** Whether a condition keeps the money from leaving. */
  isLocked: boolean;
  size: 's' | 'm' | 'l';
};

const LOOKS = {
  s: { height: 'h-1', least: 'min-w-1' },
  m: { height: 'h-3', least: 'min-w-2' },
  l: { height: 'h-4', least: 'min-w-2' },
} as const;

/** Browsers do not animate `flex-grow` from or to 0. */
const NEARLY_NOTHING = 0.001;

/**
 * The member's money in one line, a segment per place: free money plain, what cannot leave yet hatched, what moves drifting.
 * The widths follow the amounts. Places without money have a segment without width, so that it can grow.
 */
export function MoneyBar({ wallet, isLocked, size }: MoneyBarProps) {
  const { height, least } = LOOKS[size];
  const isHidden = useIsMoneyHidden();
  const bar = useRef<HTMLSpanElement>(null);
  const { own, moving } = placesOf(wallet);
  const amounts = new Map<string, Minor>([...own, ...moving].map(({ key, minor }) => [key, minor]));
  // There may be more bars than one at a time: the device ticks for the one of home.
  const bead = useBead(bar, amounts, size === 'm');
  const [first] = amounts.keys();
  if (isHidden || first === undefined)
    return <span aria-hidden="true" className={classNames('block w-full rounded-full bg-ink-3', height)} />;

  const look = (key: string) => {
    if (MOVING.some((name) => name === key)) return 'text-info hatched animate-drift';
    return isLocked ? 'text-reward hatched' : `${colourOf(key, wallet.slots)} bg-current`;
  };
  return (
    <span
      ref={bar}
      aria-hidden="true"
      className={classNames('relative flex w-full overflow-clip rounded-full [overflow-clip-margin:14px]', height)}
    >
      {[MAIN, ...wallet.slots.map(({ code }) => code), ...MOVING].map((key) => {
        const minor = amounts.get(key) ?? 0n;
        return (
          <span
            key={key}
            data-place={key}
            className={classNames(
              'basis-0 rounded-[3px] transition-[flex-grow,min-width,margin] duration-450 ease-out',
              minor > 0n ? least : 'min-w-0',
              minor > 0n && key !== first && 'ml-[3px]',
              look(key),
            )}
            style={{ flexGrow: Math.max(Number(minor), NEARLY_NOTHING) }}
          />
        );
      })}
      <span
        ref={bead}
        className="pointer-events-none absolute top-1/2 left-0 size-2 -translate-1/2 rounded-full bg-paper opacity-0 shadow-[0_0_12px_4px_rgb(255_255_255/0.5)]"
      />
    </span>
  );
}
