import type { RETURN_REASONS } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import { release } from '../../ledger/ledger.ts';
import { endStatement } from '../../ledger/statement.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import { moveWithdrawal, type Withdrawal } from './withdrawals.queries.ts';

/**
 * Called in the transaction in which money leaves for the bank, or comes back: does what that means for the member's
 * rewards.
 */
export type OnBankMove = (tx: Transaction, member: Owner, change: Minor) => Promise<void>;

export type ReturnReason = (typeof RETURN_REASONS)[number];

type End = { to: 'cancelled' } | { to: 'returned'; why: ReturnReason };

/**
 * Under the member's lock: the withdrawal is over and its money in the main wallet again. False if it was no longer in
 * the state in which the caller read it.
 */
export async function giveBack(
  tx: Transaction,
  onBankMove: OnBankMove,
  withdrawal: Pick<Withdrawal, 'member_id' | 'id' | 'amount' | 'currency'> & { state: 'held' | 'checking' | 'called' },
  end: End,
): Promise<boolean> {
  const { member_id: memberId, id, amount, currency, state: from } = withdrawal;
  const key = { memberId, id };
  if (!(await moveWithdrawal(tx, key, { from, ...end }))) return false;
  const name = `withdrawal/${memberId}/${id}`;
  await release(tx, { key: `${name}/returned`, hold: `${name}/hold` });
  await onBankMove(tx, { memberId, currency }, amount);
  await endStatement(tx, key, 'FAILED');
  return true;
}
