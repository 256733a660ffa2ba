import type { Transaction } from '../../../platform/database.ts';
import { announceWithCommit } from '../../../platform/wallet-changes.ts';
import { CannotDo } from '../../../staff/act.ts';
import { credit, type OnDeposited } from '../ingest/ingest-payment-report.ts';
import { currencyOf, lockWaiting, type Payment, paymentById } from '../ingest/payments.queries.ts';
import { confirmByOperator } from '../matching/confirm-sender.ts';

/** The payment that an operator names, locked, if it still waits for its owner to be found. */
export async function takeWaiting(tx: Transaction, id: string): Promise<Payment> {
  const payment = /^\d{1,18}$/.test(id) ? await lockWaiting(tx, id) : null;
  if (!payment) throw new CannotDo(`No payment ${id} waits: \`payments waiting\` lists them.`);
  return payment;
}

/**
 * `announcedAs`: the announced deposit by which the member told of the payment. Answers the payment after the credit.
 */
export async function giveWaiting(
  tx: Transaction,
  onDeposited: OnDeposited,
  payment: Payment,
  { memberId, announcedAs }: { memberId: string; announcedAs: string | null },
): Promise<Payment> {
  const currency = await currencyOf(tx, memberId);
  if (currency !== payment.currency) throw new CannotDo(`It is ${payment.currency}, and ${memberId} has ${currency}.`);
  await credit(tx, { payment, memberId, remark: payment.remark, announcedAs, onDeposited });
  await confirmByOperator(tx, payment, memberId);
  await announceWithCommit(tx, memberId);
  return paymentById(tx, payment.id);
}
