import { randomUUID } from 'node:crypto';
import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { Posted } from '../../../ledger/ledger.ts';
import { endStatement, writeStatement } from '../../../ledger/statement.ts';
import { brokenConstraint, type Database, inTransaction, type Transaction } from '../../../platform/database.ts';
import type { Owner } from '../../../platform/sessions.ts';
import type { AnnounceWalletChange } from '../../../platform/wallet-changes.ts';
import { dispute, isContradicted, isDisputed } from '../disputes/contradiction.ts';
import { raiseFlag } from '../disputes/member-flags.queries.ts';
import { confirmIfRegistered } from '../matching/confirm-sender.ts';
import { compareNames, fullerAccount, fullerName } from '../matching/match-sender.ts';
import { ownerByPhone } from '../matching/owner-by-phone.ts';
import { type FoundOwner, ownerOf } from '../matching/owner-of-payment.ts';
import { findSender } from '../matching/senders.queries.ts';
import { bookCredit, recordPayment } from './book-payment.ts';
import { findExistingPayment, isReportedByBank } from './find-existing-payment.ts';
import type { Claim, PaymentReport } from './payment-report.ts';
import {
  addReport,
  linkQrcode,
  markCredited,
  type Payment,
  rememberReport,
  writePossibleDuplicateOf,
  writeRemark,
} from './payments.queries.ts';
import { flagSlipsAlone, unflagSlipsAlone } from './slips-alone.ts';

/** `isUndecided`: the payment waits for an operator, who may find that it belongs to the member who claimed it. */
type IngestedPayment = Payment & { isUndecided: boolean };
/** Called in the transaction that credits: does what a deposit means for the member's rewards. */
export type OnDeposited = (tx: Transaction, member: Owner, amount: Minor) => Promise<void>;
export type IngestPayment = (report: PaymentReport, claim?: Claim) => Promise<IngestedPayment>;

type PaidQrcode = { id: string; member_id: string; currency: Currency; amount: Minor; status: string };

type IngestTerms = {
  /** Where references are not shared: how far apart two reports of one payment may be. */
  pairMinutes: number;
  /** The most that is credited where the sender’s name is in another script and all else fits. */
  mostByOtherScript: Record<Currency, Minor>;
  /** The most that slips alone tell of a member in a day before withdrawals are looked at. */
  slipsAloneADay: Record<Currency, Minor>;
};

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
 * gateway when it is asked, a slip that is still in progress). Cut off after it, the channel is told that it is done.
 */
export async function ingestPayment(
  deps: IngestPaymentDeps,
  report: PaymentReport,
  claim?: Claim,
): Promise<IngestedPayment> {
  const record = () => inTransaction(deps.db, (tx) => recordReport(tx, deps, report, claim));
  const payment = await record().catch((error: unknown) => {
    // Another channel told the same payment with another amount at the same moment, and was first.
    if (brokenConstraint(error) === 'payments_once') return record();
    throw error;
  });
  if (payment.member_id) deps.announce(payment.member_id);
  return payment;
}

async function recordReport(
  tx: Transaction,
  deps: IngestPaymentDeps,
  report: PaymentReport,
  claim: Claim | undefined,
): Promise<IngestedPayment> {
  const { onDeposited, findPaidQrcode, terms } = deps;
  const known = await findExistingPayment(tx, report, terms.pairMinutes);
  const payment = known.payment
    ? await addReport(tx, known.payment, report, fullerSender(known.payment, report))
    : await recordPayment(tx, report);
  await rememberReport(tx, payment, report);
  const qrcode = report.billReference ? await findPaidQrcode(tx, report.billReference) : null;
  if (payment.member_id) {
    const isNewChannel = !known.payment?.reported_by.includes(report.channel);
    await ingestAgain(tx, deps, { payment, report: isNewChannel ? report : null, qrcode });
    return { ...payment, isUndecided: claim !== undefined && (await isDisputed(tx, payment)) };
  }
  // An operator has closed it: the money went back.
  if (payment.closed_at) return { ...payment, isUndecided: false };
  const isOfCode = qrcode?.currency === payment.currency;
  if (known.perhaps) await writePossibleDuplicateOf(tx, payment.id, known.perhaps.id);
  if (known.perhaps && isOfCode) await linkQrcode(tx, payment.id, qrcode.id);
  const doubt = doubtOf(payment, report, known.perhaps?.id ?? payment.possible_duplicate_of);
  if (doubt) return leaveWaiting(tx, payment, { remark: doubt, isUndecided: true });
  const owner: FoundOwner = isOfCode
    ? { memberId: qrcode.member_id, remark: remarkOn(qrcode, payment) }
    : report.channel === 'wallet'
      ? await ownerByPhone(tx, report)
      : await ownerOf(tx, { payment, report, claim, mostByOtherScript: terms.mostByOtherScript });
  if (owner.memberId === null) return leaveWaiting(tx, payment, owner);
  if ((known.needsBank || claim?.waitsForBank) && !isReportedByBank(payment))
    return leaveWaiting(tx, payment, { remark: 'told by a slip, and not by our bank yet', isUndecided: true });
  const credited = await credit(tx, { payment, memberId: owner.memberId, remark: owner.remark, onDeposited });
  if (isOfCode) await endQrcode(tx, deps, payment, qrcode);
  if (isOfCode) await flagOtherName(tx, owner.memberId, payment, report);
  if (owner.isByOtherScript) await raiseFlag(tx, owner.memberId, 'name in another script', payment.id);
  await confirmIfRegistered(tx, credited);
  if (!isReportedByBank(payment)) await flagSlipsAlone(tx, credited, terms.slipsAloneADay);
  return isOfCode ? { ...credited, qrcode_id: qrcode.id } : credited;
}

/** What the payment's reports have shown of its sender, this one included. */
function fullerSender({ sender_account, sender_name }: Payment, { senderAccount, senderName }: PaymentReport) {
  return { account: fullerAccount(sender_account, senderAccount), name: fullerName(sender_name, senderName) };
}

/**
 * Why it is not sure that the payment is one of its own. A slip does not tell which of two reports is its payment's, so
 * one that may repeat another is left to operators.
 */
function doubtOf(
  { notice_id, reference }: Payment,
  { notice }: PaymentReport,
  possibleDuplicateOf: bigint | null,
): string | null {
  if (possibleDuplicateOf !== null) return `perhaps the same as payment ${possibleDuplicateOf}`;
  if (notice_id !== null && reference !== null) return null;
  return notice?.saidAt ? `its SMS says ${notice.saidAt.toISOString()}, which cannot be` : null;
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
  if (qrcode && payment.qrcode_id === null) await endQrcode(tx, deps, payment, qrcode);
  if (qrcode && qrcode.member_id !== payment.member_id)
    await dispute(tx, payment, `paid by a QR code of ${qrcode.member_id}`);
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

function remarkOn(qrcode: PaidQrcode, payment: Payment): string | null {
  if (qrcode.status === 'CANCELLED') return 'paid after its QR code was cancelled';
  if (qrcode.status === 'EXPIRED') return 'paid after its QR code had expired';
  return qrcode.amount === payment.amount ? null : 'paid with another amount than its QR code said';
}

async function leaveWaiting(
  tx: Transaction,
  payment: Payment,
  { remark, isUndecided }: { remark: string | null; isUndecided: boolean },
): Promise<IngestedPayment> {
  await writeRemark(tx, payment.id, remark);
  return { ...payment, remark, isUndecided };
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
  await onDeposited(tx, { memberId, currency }, amount);
  await markCredited(tx, id, { memberId, remark });
  if (announcedAs) await endStatement(tx, { memberId, id: announcedAs }, 'SUCCESS', { amount, posted });
  else await writeDeposit(tx, memberId, { from: payment.sending_bank ?? receiver_bank, amount, posted });
  return { ...payment, member_id: memberId, remark, isUndecided: false };
}

function writeDeposit(tx: Transaction, memberId: string, moved: { from: string; amount: Minor; posted: Posted }) {
  const entry = { id: randomUUID(), type: 'deposit', status: 'SUCCESS', to: MAIN_WALLET } as const;
  return writeStatement(tx, memberId, { ...entry, ...moved });
}
