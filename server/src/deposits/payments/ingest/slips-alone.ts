import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { Transaction } from '../../../platform/database.ts';
import { clearFlagsOf, raiseFlag } from '../disputes/member-flags.queries.ts';
import { mostBySlipsAlone, type Payment } from './payments.queries.ts';

type Most = Record<Currency, Minor>;

/** The payment was credited on the word of a slip, which our bank has not confirmed. */
export async function flagSlipsAlone(tx: Transaction, payment: Payment, most: Most): Promise<void> {
  const { id, member_id: memberId, currency } = payment;
  if (memberId === null) return;
  if ((await mostBySlipsAlone(tx, memberId, id)) > most[currency])
    await raiseFlag(tx, memberId, 'told by slips alone', id);
}

/** Our bank tells of a payment that was credited before: perhaps it is the last that only a slip had told of. */
export async function unflagSlipsAlone(tx: Transaction, payment: Payment, most: Most): Promise<void> {
  const { member_id: memberId, currency, reported_by } = payment;
  if (memberId === null || !reported_by.includes('slip')) return;
  if ((await mostBySlipsAlone(tx, memberId, null)) <= most[currency])
    await clearFlagsOf(tx, memberId, 'told by slips alone');
}
