import { randomUUID } from 'node:crypto';
import { EDITIONS } from '@krapao/contract/editions.ts';
import { MAIN_WALLET, SERVICE } from '@krapao/contract/money/limits.ts';
import { e164Of } from '@krapao/contract/phones.ts';
import { post } from '../../../ledger/ledger.ts';
import { writeStatement } from '../../../ledger/statement.ts';
import { type Taken, takeFromMember } from '../../../ledger/take-from-member.ts';
import type { Transaction } from '../../../platform/database.ts';
import { announceWithCommit } from '../../../platform/wallet-changes.ts';
import type { TakeMember } from '../../../staff/act.ts';
import { suspenseOf } from '../ingest/book-payment.ts';
import type { OnDeposited } from '../ingest/ingest-payment-report.ts';
import { insertMove, markCredited, nextMove, type Payment } from '../ingest/payments.queries.ts';
import { confirmByOperator } from '../matching/confirm-sender.ts';
import { forgetConfirmed } from '../matching/senders.queries.ts';

/**
 * Locks the member who got a payment and the member whom the operator names, in the order of their ids: two operators who
 * move payments between the same two members do not wait in a circle. Returns the second.
 */
export async function takeBoth(tx: Transaction, take: TakeMember, wrong: string, who: string) {
  const phones = [who, ...EDITIONS.map((edition) => e164Of(who, edition))];
  const sql = 'select from members where id in ($1, upper($2)) or phone = any($3) order by id for no key update';
  await tx.query(sql, [wrong, who, phones]);
  return take(tx, who);
}

/** What a payment means for rewards when it comes to a member, and when it was not the member's after all. */
export type BankMoves = {
  onDeposited: OnDeposited;
  onDepositTaken: OnDeposited;
};

/**
 * Moves a credit from the member who got it to the member whose it is. What the first has spent of it, the first owes.
 * The caller holds the payment's lock and both members', in the order of their ids.
 */
export async function moveCredit(
  tx: Transaction,
  { onDeposited, onDepositTaken }: BankMoves,
  payment: Payment & { member_id: string },
  rightful: string,
): Promise<Taken> {
  const { id, amount, currency, member_id: wrong } = payment;
  const number = await nextMove(tx, id);
  const key = `payment/${id}/moved/${number}`;
  const house = suspenseOf(payment);
  const taken = await takeFromMember(tx, { key, reason: 'correction', memberId: wrong, currency, amount, to: house });
  await insertMove(tx, { payment_id: id, number, member_id: wrong, taken: taken.taken, owed: taken.owed });
  const taking = { type: 'withdraw', status: 'SUCCESS', from: MAIN_WALLET, to: SERVICE, posted: taken.posted } as const;
  if (taken.taken > 0n) await writeStatement(tx, wrong, { ...taking, id: randomUUID(), amount: taken.taken });
  await onDepositTaken(tx, { memberId: wrong, currency }, { id, amount });
  await forgetConfirmed(tx, wrong, id);

  const giving = {
    key: `${key}/given`,
    reason: 'deposit',
    memberId: rightful,
    currency,
    from: house,
    to: 'main',
  } as const;
  const posted = await post(tx, { ...giving, amount });
  await onDeposited(tx, { memberId: rightful, currency }, { id, amount });
  const entryId = randomUUID();
  await markCredited(tx, id, { memberId: rightful, remark: `it had been credited to ${wrong}`, entryId });
  const from = payment.sending_bank ?? payment.receiver_bank;
  const entry = { type: 'deposit', status: 'SUCCESS', from, to: MAIN_WALLET, amount, posted } as const;
  await writeStatement(tx, rightful, { ...entry, id: entryId });
  await confirmByOperator(tx, payment, rightful);
  for (const member of [wrong, rightful]) await announceWithCommit(tx, member);
  return taken;
}
