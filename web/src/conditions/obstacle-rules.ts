import type { ErrorCode } from '@krapao/contract/errors.ts';
import { isAnswer } from '../platform/idempotency.ts';
import { balancesOf } from '../wallet/balances.ts';
import type { Wallet } from '../wallet/wallet.queries.ts';

/** How each reward says that a condition runs. */
export type Bound = Extract<ErrorCode, 'BONUS_ALREADY_ACTIVE' | 'REFUND_CONDITION' | 'BONUS_REMAINING'>;
export type Obstacle = Bound | 'MONEY_OWED' | 'WITHDRAWAL_PENDING' | 'TRANSFER_PENDING';

/** The request for a reward. */
export type Tried = { isPending: boolean; error: Error | null };

const NOTHING = { owed: 0n, withdrawing: 0n, inTransit: 0n };

type Known = { wallet: Pick<Wallet, 'wallet' | 'slots'> | undefined; isBound: boolean };

/**
 * Why the server would refuse a reward now, in the order in which it looks; null while it would not, or that is not
 * known yet. A reward without money only needs that no condition runs.
 */
export function obstacleOf({ wallet, isBound }: Known, bound: Bound, isMoney: boolean): Obstacle | null {
  const { owed, withdrawing, inTransit } = wallet ? balancesOf(wallet) : NOTHING;
  if (isMoney && owed > 0n) return 'MONEY_OWED';
  if (isBound) return bound;
  if (isMoney && withdrawing > 0n) return 'WITHDRAWAL_PENDING';
  return isMoney && inTransit > 0n ? 'TRANSFER_PENDING' : null;
}

/** Whether the request for the reward may have been granted unseen: then the reward itself may be what runs. */
export function isUnanswered({ isPending, error }: Tried): boolean {
  return isPending || (error !== null && !isAnswer(error));
}
