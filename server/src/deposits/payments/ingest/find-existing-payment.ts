import type { Transaction } from '../../../platform/database.ts';
import { isContradicted } from '../disputes/contradiction.ts';
import { canBeSameAccount, canBeSameName } from '../matching/match-sender.ts';
import { channelsOfSource, type PaymentReport } from './payment-report.ts';
import {
  findPaidByCode,
  findReported,
  findSameWords,
  findToPair,
  lockCode,
  lockSameAmount,
  type Payment,
  sharesReferences,
} from './payments.queries.ts';

/** `needsBank`: a slip alone does not credit, since the bank will tell the same payment by another reference. */
type Known = { payment?: Payment | undefined; perhaps?: Payment | undefined; needsBank: boolean };

/**
 * The payment that the report is about, if it was reported before; or one that may be the same. Other reports of the
 * same amount, or of the same QR code, wait until this transaction is over.
 */
export async function findExistingPayment(tx: Transaction, report: PaymentReport, pairMinutes: number): Promise<Known> {
  await lockSameAmount(tx, report);
  if (report.billReference) await lockCode(tx, report.billReference);
  const needsBank = !(await sharesReferences(tx, report));
  const payment = await findReported(tx, report);
  if (payment) return { payment, needsBank };
  const repeated = (await findRepeatedNotice(tx, report)) ?? (await findSecondOfCode(tx, report, needsBank));
  if (repeated) return { ...repeated, needsBank };
  return { payment: needsBank ? await findPair(tx, report, pairMinutes) : undefined, needsBank };
}

/** An SMS in the words of another: the same one if the balance is the same, perhaps the same if none is told. */
async function findRepeatedNotice(tx: Transaction, { notice, ...report }: PaymentReport) {
  if (!notice) return null;
  const told = await findSameWords(tx, report, notice.content);
  const payment = told.find(({ balance }) => balance !== null && balance === notice.balance);
  if (payment) return { payment };
  const perhaps = told.find(({ balance }) => balance === null || notice.balance === null);
  return perhaps ? { perhaps } : null;
}

/**
 * A QR code is seldom paid twice and often told twice. Where each source tells references of its own, another source
 * means the payment that is known.
 */
async function findSecondOfCode(tx: Transaction, report: PaymentReport, needsBank: boolean) {
  const paid = report.billReference ? await findPaidByCode(tx, report.billReference) : [];
  const payment = paid.find(
    (known) => needsBank && isAtSameAccount(known, report) && !isReportedBySourceOf(known, report),
  );
  if (payment) return { payment };
  return paid[0] ? { perhaps: paid[0] } : null;
}

/**
 * Where references are not shared, reports of two sources pair one to one by time. A wrong pair of equal payments
 * does no harm: a slip alone credits nothing there, so there are never more credits than the bank has told of.
 */
async function findPair(tx: Transaction, report: PaymentReport, pairMinutes: number): Promise<Payment | undefined> {
  const candidates = await findToPair(tx, report, { reportedBy: channelsOfSource(report), minutes: pairMinutes });
  const possible = candidates.filter(
    ({ sending_bank, sender_account, sender_name }) =>
      (sending_bank === null || report.sendingBank === null || sending_bank === report.sendingBank) &&
      canBeSameAccount(sender_account, report.senderAccount) &&
      canBeSameName(sender_name, report.senderName),
  );
  // Only where nothing else can be meant is it a payment whose credit the report contradicts.
  for (const payment of possible) if (!(await isContradicted(tx, payment, report))) return payment;
  return possible[0];
}

function isAtSameAccount(payment: Payment, { receiverBank, receiverAccount, amount }: PaymentReport): boolean {
  return (
    payment.receiver_bank === receiverBank && payment.receiver_account === receiverAccount && payment.amount === amount
  );
}

function isReportedBySourceOf({ reported_by }: Payment, report: PaymentReport): boolean {
  return channelsOfSource(report).some((channel) => reported_by.includes(channel));
}

/** Whether somebody who holds the money has told of the payment, not only its sender's bank. */
export function isReportedByBank({ reported_by }: Payment): boolean {
  return reported_by.some((channel) => channel !== 'slip');
}
