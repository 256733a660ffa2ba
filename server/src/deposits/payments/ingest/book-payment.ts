import { type Posted, post, postInHouse, reverseInHouse } from '../../../ledger/ledger.ts';
import type { Transaction } from '../../../platform/database.ts';
import type { PaymentReport } from './payment-report.ts';
import { addChannels, closePayment, insertPayment, type Payment } from './payments.queries.ts';

type Account = 'payments' | 'suspense' | 'sent-back';
const account = (of: Account, { ledger_name }: Payment) => `house:${of}:${ledger_name}` as const;
export const suspenseOf = (payment: Payment) => account('suspense', payment);
const heardKey = ({ id }: Payment) => `payment/${id}/heard`;

/**
 * Writes down a payment that was not reported before. From here on its money is in the books: in suspense, until a
 * member is credited or an operator says what became of it.
 */
export async function recordPayment(tx: Transaction, report: PaymentReport): Promise<Payment> {
  const payment = await insertPayment(tx, report);
  await moveInHouse(tx, payment, { key: heardKey(payment), from: 'payments', to: 'suspense' });
  return payment;
}

export function bookCredit(tx: Transaction, payment: Payment, memberId: string): Promise<Posted> {
  const { id, currency, amount } = payment;
  const from = suspenseOf(payment);
  return post(tx, { key: `payment/${id}`, reason: 'deposit', memberId, currency, from, to: 'main', amount });
}

export function bookSentBack(tx: Transaction, payment: Payment): Promise<Posted> {
  return moveInHouse(tx, payment, { key: `payment/${payment.id}/sent-back`, from: 'suspense', to: 'sent-back' });
}

/** The payment is another report of one that is in the books: its own posting is taken back. */
export function bookSame(tx: Transaction, payment: Payment): Promise<Posted> {
  return reverseInHouse(tx, { key: `payment/${payment.id}/same`, reversed: heardKey(payment) });
}

/** The payment is the line, or the code, of another one, which has the money and counts as told by both. */
export async function closeAsSame(tx: Transaction, payment: Payment, as: Payment): Promise<Payment> {
  await bookSame(tx, payment);
  await addChannels(tx, as.id, payment.reported_by);
  return closePayment(tx, payment.id, as.id);
}

function moveInHouse(
  tx: Transaction,
  payment: Payment,
  { key, from, to }: { key: string; from: Account; to: Account },
) {
  const { currency, amount } = payment;
  const accounts = { from: account(from, payment), to: account(to, payment) };
  return postInHouse(tx, { key, reason: 'payment', currency, amount, ...accounts });
}
