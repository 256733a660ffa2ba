import { useI18n } from '../i18n/i18n.tsx';
import { ApiError } from '../platform/api-error.ts';
import { isUnheard } from '../platform/idempotency.ts';
import { useRefusalText } from './use-refusal-text.ts';

/** What the member asked for. The first two are looked for by themselves when no answer comes. */
export type Wish = 'transfer' | 'withdraw' | 'reward' | 'other';

/** What holds a reward back for now: nothing has failed or is lost. */
const NOT_YET: ReadonlySet<string> = new Set([
  'OPEN_BETS',
  'BONUS_CONDITION',
  'WITHDRAWAL_PENDING',
  'TRANSFER_PENDING',
  'MONEY_OWED',
  'BONUS_ALREADY_ACTIVE',
  'BONUS_REMAINING',
  'REFUND_CONDITION',
]);

const UNKNOWN = {
  transfer: 'transfer.unknown',
  withdraw: 'withdraw.unknown',
  reward: 'state.unknownOnce',
  other: 'state.unknownOnce',
} as const;

/** What became of a wish that did not succeed. Only `failed` is red. */
type Told = { state: 'unknown' | 'notYet' | 'failed'; text: string };

export function useFailureTold(): (error: unknown, wish?: Wish) => Told {
  const { t } = useI18n();
  const refusalText = useRefusalText();
  return (error, wish) => {
    if (wish && isUnheard(error)) return { state: 'unknown', text: t(UNKNOWN[wish]) };
    const code = error instanceof ApiError ? error.code : '';
    if (wish !== 'reward' || !NOT_YET.has(code)) return { state: 'failed', text: refusalText(error) };
    // Anywhere else the same code says that a condition runs.
    return { state: 'notYet', text: code === 'BONUS_CONDITION' ? t('bonus.noDeposit') : refusalText(error) };
  };
}
