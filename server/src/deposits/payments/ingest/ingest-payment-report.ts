import { randomUUID } from 'node:crypto';
import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import type { Posted } from '../../../ledger/ledger.ts';
import { endStatement, writeStatement } from '../../../ledger/statement.ts';
import { brokenConstraint, type Database, inTransaction, type Transaction } from '../../../platform/database.ts';
import type { DueWork } from '../../../platform/due-work.ts';
import type { Owner } from '../../../platform/sessions.ts';
import type { AnnounceWalletChange } from '../../../platform/wallet-changes.ts';
import { dispute, isContradicted, isDisputed } from '../disputes/contradiction.ts';
import { raiseFlag } from '../disputes/member-flags.queries.ts';
import { type Candidates, candidatesByPhone, candidatesFor } from '../matching/candidates.ts';
import { confirmIfRegistered } from '../matching/confirm-sender.ts';
import { isSpent } from '../matching/lines-and-codes.ts';
import { compareNames, fullerAccount, fullerName } from '../matching/match-sender.ts';
import { findSender } from '../matching/senders.queries.ts';
import { bookCredit, recordPayment } from './book-payment.ts';
import { findExistingPayment, isReportedByBank } from './find-existing-payment.ts';
import type { Claim, PaymentReport } from './payment-report.ts';
import {
  addReport,
  freedBeside,
  linkQrcode,
  lockSameAmount,
  lockWaiting,
  markCredited,
  type Payment,
  paymentById,
  referenceOfCode,
  rememberReport,
  sharesReferences,
  takePaymentsToLookAt,
  writePossibleDuplicateOf,
  writeWaiting,
} from './payments.queries.ts';
import { type About, decide, FREED_BY_OTHERS, type IngestTerms, type Outcome, type PaidQrcode } from './rules.ts';
import { flagSlipsAlone, unflagSlipsAlone } from './slips-alone.ts';

/** `isUndecided`: the payment waits for an operator, who may find that it belongs to the member who claimed it. */
type IngestedPayment = Payment & { isUndecided: boolean };
/** Called in the transaction that credits: does what a deposit means for the member's rewards. */
export type OnDeposited = (tx: Transaction, member: Owner, deposit: { id: bigint; amount: Minor }) => Promise<void>;
export type IngestPayment = (report: PaymentReport, claim?: Claim) => Promise<IngestedPayment>;

type IngestPaymentDeps = {
  db: Database;
  announce: AnnounceWalletChange;
  onDeposited: OnDeposited;
  terms: IngestTerms;
  /** The QR code that the payer scanned, by our reference. */
  findPaidQrcode: (tx: Transaction, reference: string) => Promise<PaidQrcode | null>;
  /** The code was paid and is no longer shown. */
  markQrcodePaid: (tx: Transaction, id: string) => Promise<void>;
};

/**
 * Credits a payment once, whichever channel tells of it, how often and in which order. The row and its credit are one
 * transaction: cut off before its commit nothing was done, and the channel tells it again (a feed from its cursor, a
 * gateway when it is asked, a slip that is still in progress). Cut off after it, the channel is told that it is done, and
 * what the report has freed is looked at again by a worker (`paymentsToLookAt`) instead of here.
 */
export async function ingestPayment(
  deps: IngestPaymentDeps,
  report: PaymentReport,
  claim?: Claim,
): Promise<IngestedPayment> {
  const record = () => inTransaction(deps.db, (tx) => recordReport(tx, deps, report, claim));
  const { isNews, ...payment } = await record().catch((error: unknown) => {
    // Another channel told the same payment with another amount at the same moment, and was first.
    if (brokenConstraint(error) === 'payments_once') return record();
    throw error;
  });
  if (payment.member_id) deps.announce(payment.member_id);
  if (isNews) await lookAtOthers(deps, payment);
  return payment;
}

async function recordReport(
  tx: Transaction,
  deps: IngestPaymentDeps,
  report: PaymentReport,
  claim: Claim | undefined,
): Promise<IngestedPayment & { isNews: boolean }> {
  const { findPaidQrcode, terms } = deps;
  const named = report.billReference ? await findPaidQrcode(tx, report.billReference) : null;
  const known = await findExistingPayment(tx, report, { ...terms, namesCode: named !== null });
  if (known.payment && known.perhaps && isSpent(known.payment)) {
    // Nothing waits that could be kept from being credited: the report of the day finds what is too much.
    if (isSpent(known.perhaps)) return { ...known.payment, isUndecided: false, isNews: false };
    await leaveAsToldTwice(tx, deps, known.perhaps, known.payment);
  }
  const isToldAgain = known.payment?.reported_by.includes(report.channel) ?? false;
  const payment = known.payment
    ? await addReport(tx, known.payment, report, fullerSender(known.payment, report))
    : await recordPayment(tx, report);
  await rememberReport(tx, payment, report);
  if (payment.member_id) {
    await ingestAgain(tx, deps, { payment, report: isToldAgain ? null : report, qrcode: named });
    const isUndecided = claim !== undefined && (await isDisputed(tx, payment));
    return { ...payment, isUndecided, isNews: !isToldAgain };
  }
  const paidCode = named ?? (await codeOf(tx, deps, payment));
  const qrcode = paidCode?.currency === payment.currency ? paidCode : null;
  const noted = await noteOthers(tx, payment, { qrcode, perhaps: known.perhaps });
  const about = { tx, terms, payment: noted, report, claim, qrcode, isToldAgain, needsBank: known.needsBank };
  return { ...(await carryOut(deps, about)), isNews: !isToldAgain };
}

/** The QR code that an earlier report of the payment has named: its own line may come without it. */
async function codeOf(
  tx: Transaction,
  { findPaidQrcode }: IngestPaymentDeps,
  { qrcode_id }: Payment,
): Promise<PaidQrcode | null> {
  return qrcode_id ? findPaidQrcode(tx, await referenceOfCode(tx, qrcode_id)) : null;
}

/** One line was taken for the payment, which waits, and for another, which does not: they are perhaps the same money. */
async function leaveAsToldTwice(
  tx: Transaction,
  deps: IngestPaymentDeps,
  waiting: Payment,
  other: Payment,
): Promise<void> {
  const payment = await noteOthers(tx, waiting, { qrcode: null, perhaps: other });
  const about = { tx, terms: deps.terms, payment, report: reportOf(payment), qrcode: null };
  await carryOut(deps, { ...about, isToldAgain: false, needsBank: false });
}

/** The QR code by which a payment that waits was paid, and the payment that it may be another report of. */
async function noteOthers(
  tx: Transaction,
  payment: Payment,
  { qrcode, perhaps }: { qrcode: PaidQrcode | null; perhaps: Payment | undefined },
): Promise<Payment> {
  if (payment.closed_at !== null) return payment;
  if (qrcode && payment.qrcode_id === null) await linkQrcode(tx, payment.id, qrcode.id);
  if (perhaps) await writePossibleDuplicateOf(tx, payment.id, perhaps.id);
  return {
    ...payment,
    qrcode_id: payment.qrcode_id ?? qrcode?.id ?? null,
    possible_duplicate_of: perhaps?.id ?? payment.possible_duplicate_of,
  };
}

/** Does what the rules say. */
async function carryOut(deps: IngestPaymentDeps, given: Omit<About, 'candidates'>): Promise<IngestedPayment> {
  const { tx, payment, report } = given;
  const { rule, outcome } = await decide({ ...given, candidates: askedOnce(given) });
  if (outcome.is === 'left') return { ...payment, isUndecided: payment.closed_at === null };
  if (outcome.is === 'waits') return leaveWaiting(tx, payment, { ...outcome, rule });
  const { memberId, remark, isByOtherScript } = outcome;
  const credited = await credit(tx, { payment, memberId, remark, onDeposited: deps.onDeposited });
  if (given.qrcode) await deps.markQrcodePaid(tx, given.qrcode.id);
  if (given.qrcode) await flagOtherName(tx, memberId, payment, report);
  if (isByOtherScript) await raiseFlag(tx, memberId, 'name in another script', payment.id);
  await confirmIfRegistered(tx, credited);
  if (!isReportedByBank(payment)) await flagSlipsAlone(tx, credited, deps.terms.slipsAloneADay);
  return credited;
}

function askedOnce({ tx, payment, report }: Omit<About, 'candidates'>): About['candidates'] {
  let asked: Promise<Candidates> | undefined;
  return () => {
    asked ??= report.channel === 'wallet' ? candidatesByPhone(tx, payment) : candidatesFor(tx, payment, report);
    return asked;
  };
}

/** What the report has freed is looked at, each payment in a transaction of its own, as any other report would be. */
async function lookAtOthers(deps: IngestPaymentDeps, payment: Payment): Promise<void> {
  for (const id of await freedBeside(deps.db, payment, FREED_BY_OTHERS)) await lookAgain(deps, id);
}

async function lookAgain(deps: IngestPaymentDeps, id: bigint): Promise<void> {
  const { db, terms, announce } = deps;
  const looked = await inTransaction(db, async (tx) => {
    const report = reportOf(await paymentById(tx, id));
    await lockSameAmount(tx, report);
    const payment = await lockWaiting(tx, String(id));
    if (!payment || !FREED_BY_OTHERS.includes(payment.waits_by ?? '')) return null;
    const qrcode = await codeOf(tx, deps, payment);
    const needsBank = !(await sharesReferences(tx, report));
    return carryOut(deps, { tx, terms, payment, report, qrcode, isToldAgain: false, needsBank });
  });
  if (looked?.member_id) announce(looked.member_id);
  if (looked?.closed_at) await lookAtOthers(deps, looked);
}

/** Payments that others may have freed, for as long as they wait: longer and longer apart. */
export function paymentsToLookAt(deps: IngestPaymentDeps): DueWork<{ id: bigint }> {
  return {
    name: 'payments that wait for others',
    idOf: ({ id }) => String(id),
    take: (limit) => takePaymentsToLookAt(deps.db, limit),
    handle: ({ id }) => lookAgain(deps, id),
  };
}

/** A payment as the last channel that has told of it would tell it now. */
function reportOf(payment: Payment): PaymentReport {
  const { receiver_bank: receiverBank, receiver_account: receiverAccount, amount, currency } = payment;
  const { sending_bank: sendingBank, reference, notice_id: noticeId, paid_at: paidAt } = payment;
  const { sender_account: senderAccount, sender_name: senderName } = payment;
  const channel = payment.reported_by.at(-1) as PaymentReport['channel'];
  const sender = { sendingBank, senderAccount, senderName, reference, noticeId, billReference: null };
  return { channel, receiverBank, receiverAccount, amount, currency, paidAt, ...sender };
}

/** What the payment's reports have shown of its sender, this one included. */
function fullerSender({ sender_account, sender_name }: Payment, { senderAccount, senderName }: PaymentReport) {
  return { account: fullerAccount(sender_account, senderAccount), name: fullerName(sender_name, senderName) };
}

type RepeatedReport = { payment: Payment; report: PaymentReport | null; qrcode: PaidQrcode | null };

/**
 * A report of a payment that was credited before. `report` is null where its channel has reported it before: what was
 * disputed and decided stays decided.
 */
async function ingestAgain(
  tx: Transaction,
  deps: IngestPaymentDeps,
  { payment, report, qrcode }: RepeatedReport,
): Promise<void> {
  if (report) await confirmIfRegistered(tx, payment);
  if (report) await unflagSlipsAlone(tx, payment, deps.terms.slipsAloneADay);
  // News never gives a credited payment to the code of another member: that is for operators.
  const isOwnCode = qrcode?.member_id === payment.member_id;
  if (qrcode && isOwnCode && payment.qrcode_id === null) await endQrcode(tx, deps, payment, qrcode);
  if (qrcode && !isOwnCode) await dispute(tx, payment, `paid by a QR code of ${qrcode.member_id}`);
  else if (qrcode && report) await flagOtherName(tx, qrcode.member_id, payment, report);
  else if (report && (await isContradicted(tx, payment, report)))
    await dispute(tx, payment, `the ${report.channel} tells another sender: ${toldSender(report)}`);
}

const toldSender = ({ sendingBank, senderAccount, senderName }: PaymentReport) =>
  [sendingBank ?? '?', senderAccount, senderName].filter(Boolean).join(' ');

/** Anybody may pay a member's code; a name that is clearly another's is looked at before the money leaves. */
async function flagOtherName(
  tx: Transaction,
  memberId: string,
  payment: Payment,
  { senderName }: PaymentReport,
): Promise<void> {
  const member = await findSender(tx, memberId, payment.currency);
  if (member && compareNames(senderName, member.bank_account_name) === 'different')
    await raiseFlag(tx, memberId, 'QR code paid by another name', payment.id);
}

async function endQrcode(
  tx: Transaction,
  { markQrcodePaid }: IngestPaymentDeps,
  payment: Payment,
  qrcode: PaidQrcode,
): Promise<void> {
  await markQrcodePaid(tx, qrcode.id);
  await linkQrcode(tx, payment.id, qrcode.id);
}

async function leaveWaiting(
  tx: Transaction,
  payment: Payment,
  { rule, why, isUndecided = false, keepsRemark = false }: Extract<Outcome, { is: 'waits' }> & { rule: string },
): Promise<IngestedPayment> {
  const isKept = keepsRemark && payment.remark !== null;
  const waiting = isKept ? { rule: payment.waits_by ?? rule, remark: payment.remark } : { rule, remark: why };
  const isFreedByOthers = FREED_BY_OTHERS.includes(waiting.rule);
  await writeWaiting(tx, payment.id, { ...waiting, isFreedByOthers });
  return { ...payment, waits_by: waiting.rule, remark: waiting.remark, isUndecided };
}

type Credit = {
  payment: Payment;
  memberId: string;
  remark: string | null;
  /** The manual deposit by which the member told of the payment. */
  announcedAs?: string | null;
  onDeposited: OnDeposited;
};

/** Also called by operators, who know whose the payment is. */
export async function credit(tx: Transaction, asked: Credit): Promise<IngestedPayment> {
  const { payment, memberId, remark, announcedAs = null, onDeposited } = asked;
  const { id, amount, currency, receiver_bank } = payment;
  const posted = await bookCredit(tx, payment, memberId);
  await onDeposited(tx, { memberId, currency }, { id, amount });
  const entryId = announcedAs ?? randomUUID();
  await markCredited(tx, id, { memberId, remark, entryId });
  if (announcedAs) await endStatement(tx, { memberId, id: announcedAs }, 'SUCCESS', { amount, posted });
  else await writeDeposit(tx, memberId, { id: entryId, from: payment.sending_bank ?? receiver_bank, amount, posted });
  return { ...payment, member_id: memberId, remark, waits_by: null, isUndecided: false };
}

type Deposit = { id: string; from: string; amount: Minor; posted: Posted };

function writeDeposit(tx: Transaction, memberId: string, moved: Deposit) {
  const entry = { type: 'deposit', status: 'SUCCESS', to: MAIN_WALLET } as const;
  return writeStatement(tx, memberId, { ...entry, ...moved });
}
