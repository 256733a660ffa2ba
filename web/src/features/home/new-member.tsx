import { useI18n } from '../../i18n/i18n.tsx';
import { balancesOf } from '../../wallet/balances.ts';
import type { Wallet } from '../../wallet/wallet.queries.ts';
import type { HomeDialog } from './home-dialogs.tsx';

/** A member who has no money and no game account: with the wallet it is known, so nothing jumps. */
export function isNewMember(wallet: Wallet): boolean {
  const { total, withdrawing, frozen } = balancesOf(wallet);
  return total + withdrawing + frozen === 0n && wallet.slots.every(({ isActive }) => !isActive);
}

/** What is ahead: the first step is the gold button above, the last one opens withdrawing. */
export function FirstSteps({ onOpen, onGames }: { onOpen: (dialog: HomeDialog) => void; onGames: () => void }) {
  const { t } = useI18n();
  const steps = [
    { name: 'deposit', onSelect: () => onOpen('deposit') },
    { name: 'game', onSelect: onGames },
    { name: 'withdraw', onSelect: () => onOpen('withdraw') },
  ] as const;
  return (
    <ol aria-label={t('home.first.title')} className="mt-2.5 grid grid-cols-3 text-center text-small">
      {steps.map(({ name, onSelect }, n) => (
        <li
          key={name}
          className="relative not-last:after:absolute not-last:after:top-3.5 not-last:after:left-[calc(50%+1.375rem)] not-last:after:h-0.5 not-last:after:w-[calc(100%-2.75rem)] not-last:after:rounded-full not-last:after:bg-line/70"
        >
          <button type="button" onClick={onSelect} className="grid w-full justify-items-center gap-0.5 rounded-sm">
            <span
              aria-hidden="true"
              className={`figures grid size-7 place-items-center rounded-full border-[1.5px] text-[14px] font-bold ${n === 0 ? 'border-gold' : 'border-line text-muted'}`}
            >
              {n + 1}
            </span>
            <span className={n === 0 ? 'font-bold' : 'text-muted'}>{t(`home.first.${name}`)}</span>
            <span className="text-tiny text-muted max-[22.4rem]:sr-only">{t(`home.first.${name}.note`)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
