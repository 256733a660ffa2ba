import { addWireMoney } from '@krapao/contract/money.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { dateTimeText } from '../../../platform/date-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { CancelWithdrawal } from '../../../wallet/cancel-withdrawal.tsx';
import { useBackByText } from '../../../wallet/use-back-by-text.ts';
import { useStepText } from '../../../wallet/use-step-text.ts';
import { useWalletBasics } from '../../../wallet/wallet.queries.ts';
import { activityOf } from './activity.ts';
import { amountText, signOf, wireText } from './entry-amount.ts';
import type { StatementEntry } from './statement.queries.ts';

const NO_GAMES: [] = [];
const PART = "relative pl-4 before:absolute before:left-1.5 before:content-['·'] before:[content:'·'/'']";

export function EntryActivity({ entry }: { entry: StatementEntry }) {
  const { t } = useI18n();
  const { text, detail } = activityOf(entry, t, useWalletBasics()?.slots ?? NO_GAMES);
  const backBy = useBackByText()(entry.backBy);
  const failedText = useFailedText();
  const note = useStepText()(entry) ?? failedText(entry) ?? backBy;
  return (
    <>
      <p className="font-semibold">{text}</p>
      {detail && <p className="text-small text-muted">{detail}</p>}
      {note && <p className="text-tiny text-pretty text-gold">{note}</p>}
    </>
  );
}

/** Why a failed entry moved no money, where the entry has no reason of its own. A condition's end is no failure. */
function useFailedText(): (entry: StatementEntry) => string | null {
  const { t } = useI18n();
  return ({ status, statementType, step }) => {
    if (status !== 'FAILED' || step === 'CANCELLED') return null;
    if (statementType === 'deposit') return t('outcome.refused');
    return statementType === 'transfer' || statementType === 'withdraw' ? t('transfer.failed') : null;
  };
}

/** Of a withdrawal that can still be cancelled. */
export function EntryCancel({ entry: { id, amount, canCancel, leavesAt } }: { entry: StatementEntry }) {
  const moneyWords = useMoneyWords();
  const currency = useWalletBasics()?.profile.currency;
  if (!canCancel || !currency) return null;
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <CancelWithdrawal id={id} amount={moneyWords(addWireMoney([amount]), currency)} leavesAt={leavesAt} />
    </div>
  );
}

/** Arrived money is green. A failed entry moved nothing: its figure is struck out. A condition's end is no failure. */
export function EntryAmount({ entry }: { entry: StatementEntry }) {
  const hasFailed = entry.status === 'FAILED' && entry.statementType !== 'finish_bonus';
  return (
    <span
      className={classNames(
        'figures font-bold whitespace-nowrap',
        hasFailed && 'text-muted line-through',
        entry.amount === 0 && 'text-muted',
        entry.status === 'SUCCESS' && signOf(entry) === '+' && 'text-in',
      )}
    >
      {amountText(entry)}
    </span>
  );
}

/** Of the main wallet, after the entry. */
export function EntryBalance({
  entry: { balanceAfter },
  isNamed = false,
}: {
  entry: StatementEntry;
  isNamed?: boolean;
}) {
  const { t } = useI18n();
  if (balanceAfter === null) return null;
  const amount = wireText(balanceAfter);
  return (
    <span className="figures text-tiny whitespace-nowrap text-muted">
      {isNamed ? t('statement.balance', { amount }) : amount}
    </span>
  );
}

export function EntryTime({ entry: { createdAt } }: { entry: StatementEntry }) {
  return (
    <time dateTime={createdAt} className="figures block overflow-hidden text-tiny text-muted">
      {/* Each part has its dot before it, and the dots at the beginning of a line lie outside. */}
      <span className="-ml-4 flex flex-wrap">
        <span className={PART}>{dateTimeText(new Date(createdAt))}</span>{' '}
        <span className={PART}>
          <RelativeTime time={createdAt} />
        </span>
      </span>
    </time>
  );
}
