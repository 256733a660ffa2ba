import { useI18n } from '../../../i18n/i18n.tsx';
import { timeText } from '../../../platform/date-text.ts';
import { useShownFigure } from '../../../platform/hidden-money.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ShortAge } from '../../../ui/relative-time.tsx';
import { activityOf, placeName } from '../../../wallet/activity.ts';
import { amountText, signOf, wireText } from '../../../wallet/entry-amount.ts';
import { hasMovedNothing } from '../../../wallet/entry-status.ts';
import type { StatementEntry } from '../../../wallet/movements.queries.ts';
import { useWalletBasics } from '../../../wallet/wallet.queries.ts';

const NO_GAMES: [] = [];

export function EntryActivity({ entry }: { entry: StatementEntry }) {
  const { t } = useI18n();
  const games = useWalletBasics()?.slots ?? NO_GAMES;
  const { text, detail } = activityOf(entry, t, games);
  return (
    <span
      title={[
        text,
        entry.statementType === 'transfer' && `${placeName(entry.from, t, games)} → ${placeName(entry.to, t, games)}`,
        detail,
      ]
        .filter(Boolean)
        .join(' ')}
      className="block truncate text-[14px] leading-[22px] font-semibold lg:text-base"
    >
      {entry.statementType === 'transfer' ? (
        // The icon says what it is, and a phone has room for the places alone.
        <>
          <span className="sr-only">{t('statement.type.transfer')} </span>
          <span>
            {placeName(entry.from, t, games)} → {placeName(entry.to, t, games)}
          </span>
        </>
      ) : (
        <span>{text}</span>
      )}
      {detail && <span className="font-normal text-muted"> {detail}</span>}
    </span>
  );
}

/** Green is what came in from outside, and not what moved between the member's own places. What moved nothing is struck out. */
export function EntryAmount({ entry }: { entry: StatementEntry }) {
  const shown = useShownFigure();
  return (
    <span
      className={classNames(
        'figures font-bold whitespace-nowrap',
        hasMovedNothing(entry) && 'text-muted line-through',
        entry.amount === 0 && 'text-muted',
        entry.status === 'SUCCESS' && entry.statementType !== 'transfer' && signOf(entry) === '+' && 'text-in',
      )}
    >
      {shown(amountText(entry))}
    </span>
  );
}

/** Of the main wallet, after the entry. */
export function EntryBalance({ entry: { balanceAfter } }: { entry: StatementEntry }) {
  const shown = useShownFigure();
  if (balanceAfter === null) return null;
  return <span className="figures text-tiny whitespace-nowrap text-muted">{shown(wireText(balanceAfter))}</span>;
}

/** The day stands above it. */
export function EntryTime({ entry: { createdAt } }: { entry: StatementEntry }) {
  return (
    <time dateTime={createdAt} className="figures block truncate text-tiny text-muted">
      <span>{timeText(new Date(createdAt))}</span> · <ShortAge time={createdAt} />
    </time>
  );
}
