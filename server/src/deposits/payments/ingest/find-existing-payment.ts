import type { Transaction } from '../../../platform/database.ts';
import { isContradicted } from '../disputes/contradiction.ts';
import { senderOf } from '../matching/candidates.ts';
import { isSpent } from '../matching/lines-and-codes.ts';
import { canBeSameSender, isSameSender } from '../matching/match-sender.ts';
import { channelsOfSource, type PaymentReport, senderIn } from './payment-report.ts';
import {
  equalPayments,
  findPaidByCode,
  findReported,
  findSameWords,
  findToldAt,
  lockCode,
  lockPayment,
  lockSameAmount,
  type Payment,
  sharesReferences,
} from './payments.queries.ts';

/**
 * `perhaps`: another payment that may have the same money. `needsBank`: a slip alone does not credit, since the bank will
 * tell the same payment by another reference.
 */
export type Known = { payment?: Payment | undefined; perhaps?: Payment | undefined; needsBank: boolean };

type Terms = {
  pairMinutes: number;
  /** Whether the report names a QR code of ours: then it is about a payment of that code and no other. */
  namesCode: boolean;
};

/**
 * The payment that the report is about, if it was reported before; or one that may be the same. Other reports of the
 * same amount, or of the same QR code, wait until this transaction is over. The order is that of docs/decisions/0034.
 */
export async function findExistingPayment(tx: Transaction, report: PaymentReport, terms: Terms): Promise<Known> {
  await lockSameAmount(tx, report);
  if (report.billReference) await lockCode(tx, report.billReference);
  const needsBank = !(await sharesReferences(tx, report));
  const before = await findSameLine(tx, report);
  const payment = await findSameReference(tx, report);
  if (payment) {
    const others = [before, ...(terms.namesCode ? await findOthersOfCode(tx, payment, report) : [])];
    return { payment, perhaps: otherThan(payment, others), needsBank };
  }
  if (before && !terms.namesCode) return { perhaps: before, needsBank };
  const found =
    (await findRepeatedNotice(tx, report)) ??
    (terms.namesCode ? await findSameCode(tx, report, needsBank) : await findSameSender(tx, report, terms, needsBank));
  return { ...found, ...(before && { perhaps: otherThan(found?.payment, [before]) }), needsBank };
}

/** Neither the payment itself nor one that waits as perhaps the payment already. */
function otherThan(payment: Payment | undefined, others: (Payment | null)[]): Payment | undefined {
  const known = others.filter((one) => one !== null);
  return known.find((one) => one.id !== payment?.id && one.possible_duplicate_of !== payment?.id);
}

/** A row that is another payment, told again, has no money: the report is about the payment that has it. */
async function findSameReference(tx: Transaction, report: PaymentReport): Promise<Payment | null> {
  const found = await findReported(tx, report);
  return found?.duplicate_of ? lockPayment(tx, found.duplicate_of) : found;
}

/**
 * The payment that the same line of the feed was taken for when it was read before: by a reader that died or was slow, or
 * before the feed was set back. A line of another amount is another payment.
 */
async function findSameLine(tx: Transaction, report: PaymentReport): Promise<Payment | null> {
  const { place = null, amount, currency } = report;
  const told = place === null ? null : await findToldAt(tx, report, place);
  const found = told?.duplicate_of ? await lockPayment(tx, told.duplicate_of) : told;
  return found?.amount === amount && found.currency === currency ? found : null;
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
async function findSameCode(tx: Transaction, report: PaymentReport, needsBank: boolean) {
  const paid = report.billReference ? await findPaidByCode(tx, report.billReference) : [];
  const payment = paid.find(
    (known) => needsBank && isAtSameAccount(known, report) && !isReportedBySourceOf(known, report),
  );
  if (payment) return { payment };
  return paid[0] ? { perhaps: paid[0] } : null;
}

/**
 * A line may name its code only when it is told again: then the code's payment, told by another reference, is perhaps the
 * line's. Where both were credited nothing can wait any more.
 */
async function findOthersOfCode(tx: Transaction, payment: Payment, { billReference }: PaymentReport) {
  if (!billReference || payment.qrcode_id !== null) return [];
  const paid = await findPaidByCode(tx, billReference);
  return paid.filter((one) => !(isSpent(one) && isSpent(payment)));
}

/**
 * Where references are not shared, reports of two sources pair one to one by time, if both show something of the same
 * sender. A wrong pair of one sender's equal payments does no harm: a slip alone credits nothing there, so there are
 * never more credits than the bank has told of.
 */
async function findSameSender(tx: Transaction, report: PaymentReport, { pairMinutes }: Terms, needsBank: boolean) {
  const at = { ...atAccount(report), paid_at: report.paidAt };
  const equal = (await equalPayments(tx, at, pairMinutes)).filter(
    (payment) => payment.qrcode_id === null && canBeSameSender(senderOf(payment), senderIn(report)),
  );
  const others = equal.filter((payment) => !isReportedBySourceOf(payment, report));
  const pairs = others.filter(
    (payment) =>
      needsBank && payment.possible_duplicate_of === null && isSameSender(senderOf(payment), senderIn(report)),
  );
  // Only where nothing else can be meant is it a payment whose credit the report contradicts.
  let payment = pairs[0];
  for (const one of pairs.toReversed()) if (!(await isContradicted(tx, one, report))) payment = one;
  if (payment) return { payment: await lockPayment(tx, payment.id) };
  return {
    perhaps:
      equal.find((one) => isPerhapsToldAgain(one, report)) ?? (needsBank ? recordedBeside(others, report) : undefined),
  };
}

/** A line of a page that is read again under another reference, or one that an operator has recorded by hand. */
function isPerhapsToldAgain(known: Payment, report: PaymentReport): boolean {
  if (report.isReread && isReportedBySourceOf(known, report)) return true;
  return known.reported_by.join() === 'operator' && report.channel !== 'slip' && report.channel !== 'operator';
}

/** An operator's record shows nothing of the sender: whatever another source has told may be the same. */
const recordedBeside = (others: Payment[], { channel }: PaymentReport) =>
  channel === 'operator' ? others.find((one) => one.possible_duplicate_of === null) : undefined;

const atAccount = ({ receiverBank, receiverAccount, amount, currency }: PaymentReport) => ({
  receiver_bank: receiverBank,
  receiver_account: receiverAccount,
  amount,
  currency,
});

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
