import type { Minor } from '@krapao/contract/money.ts';
import { post, release, settle } from '../../ledger/ledger.ts';
import { endStatement } from '../../ledger/statement.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import { turnOutcome } from './ask-again.queries.ts';
import { moveWithdrawal, type ReturnReason, type Withdrawal } from './withdrawals.queries.ts';

/**
 * The four ends of a withdrawal, each in a transaction under the member's lock: paid; given back; bounced days after it was
 * paid; paid after it was given back. `onBankMove` is not called when it is paid: rewards counted it when it was held.
 */

/**
 * Called in the transaction in which money leaves for the bank, or comes back: does what that means for the member's
 * rewards.
 */
export type OnBankMove = (tx: Transaction, member: Owner, change: Minor) => Promise<void>;

type End = { to: 'cancelled' } | { to: 'returned'; why: ReturnReason };

type Ended = Pick<Withdrawal, 'member_id' | 'id' | 'amount' | 'currency'>;

const nameOf = ({ member_id, id }: Ended) => `withdrawal/${member_id}/${id}`;

/** Under the member's lock: the bank has the money. False if the withdrawal was not on its way. */
export async function settlePaid(tx: Transaction, withdrawal: Ended): Promise<boolean> {
  const key = { memberId: withdrawal.member_id, id: withdrawal.id };
  if (!(await moveWithdrawal(tx, key, { from: 'called', to: 'paid' }))) return false;
  const name = nameOf(withdrawal);
  await settle(tx, { memberId: key.memberId, key: `${name}/paid`, hold: `${name}/hold`, to: 'house:payouts' });
  await endStatement(tx, key, 'SUCCESS');
  return true;
}

/** Under the member's lock: the bank has sent the money of a paid withdrawal back. */
export async function bounceBack(tx: Transaction, onBankMove: OnBankMove, withdrawal: Ended): Promise<boolean> {
  const { member_id: memberId, id, amount, currency } = withdrawal;
  if (!(await turnOutcome(tx, { memberId, id }, { from: 'paid', why: 'BOUNCED' }))) return false;
  const booking = { key: `${nameOf(withdrawal)}/bounced`, reason: 'payout_bounced', memberId, currency };
  await post(tx, { ...booking, from: 'house:payouts', to: 'main', amount });
  await onBankMove(tx, { memberId, currency }, amount);
  await endStatement(tx, { memberId, id }, 'FAILED');
  return true;
}

/** Under the member's lock: a withdrawal whose money was returned was paid after all, so the member owes it. */
export async function bookDebt(tx: Transaction, onBankMove: OnBankMove, withdrawal: Ended): Promise<boolean> {
  const { member_id: memberId, id, amount, currency } = withdrawal;
  if (!(await turnOutcome(tx, { memberId, id }, { from: 'returned', why: 'PAID_TWICE' }))) return false;
  const booking = { key: `${nameOf(withdrawal)}/owed`, reason: 'debt', memberId, currency };
  await post(tx, { ...booking, from: 'owed', to: 'house:payouts', amount });
  await onBankMove(tx, { memberId, currency }, -amount);
  return true;
}

/**
 * Under the member's lock: the withdrawal is over and its money in the main wallet again. False if it was no longer in
 * the state in which the caller read it.
 */
export async function giveBack(
  tx: Transaction,
  onBankMove: OnBankMove,
  withdrawal: Ended & { state: 'held' | 'checking' | 'called' },
  end: End,
): Promise<boolean> {
  const { member_id: memberId, id, amount, currency, state: from } = withdrawal;
  const key = { memberId, id };
  if (!(await moveWithdrawal(tx, key, { from, ...end }))) return false;
  const name = nameOf(withdrawal);
  await release(tx, { memberId, key: `${name}/returned`, hold: `${name}/hold` });
  await onBankMove(tx, { memberId, currency }, amount);
  await endStatement(tx, key, 'FAILED');
  return true;
}
