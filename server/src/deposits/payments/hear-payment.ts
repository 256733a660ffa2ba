import { randomUUID } from 'node:crypto';
import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { Posted } from '../../ledger/ledger.ts';
import { endStatement, writeStatement } from '../../ledger/statement.ts';
import { brokenConstraint, type Database, inTransaction, type Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { AnnounceWalletChange } from '../../platform/wallet-changes.ts';
import { bookCredit, recordPayment } from './book-payment.ts';
import { canBeSameAccount, canBeSameName } from './match-sender.ts';
import type { Claim, News } from './news.ts';
import { ownerByPhone } from './owner-by-phone.ts';
import { ownerOf } from './owner-of-payment.ts';
import {
  addNews,
  creditedByQrcode,
  findHeard,
  findPairs,
  linkQrcode,
  lockSameAmount,
  markCredited,
  type Payment,
  writePerhapsSameAs,
  writeRemark,
} from './payments.queries.ts';

/** `isUndecided`: the payment waits for an operator, who may find that it belongs to the member who claimed it. */
type HeardPayment = Payment & { isUndecided: boolean };
/** Called in the transaction that credits: does what a deposit means for the member's rewards. */
export type OnDeposited = (tx: Transaction, member: Owner, amount: Minor) => Promise<void>;
export type HearPayment = (news: News, claim?: Claim) => Promise<HeardPayment>;

type PaidQrcode = { id: string; member_id: string; currency: Currency; amount: Minor; status: string };

type HearPaymentDeps = {
  db: Database;
  announce: AnnounceWalletChange;
  onDeposited: OnDeposited;
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
export async function hearPayment(deps: HearPaymentDeps, news: News, claim?: Claim): Promise<HeardPayment> {
  const record = () => inTransaction(deps.db, (tx) => recordNews(tx, deps, news, claim));
  const payment = await record().catch((error: unknown) => {
    // Another channel told the same payment with another amount at the same moment, and was first.
    if (brokenConstraint(error) === 'payments_once') return record();
    throw error;
  });
  if (payment.member_id) deps.announce(payment.member_id);
  return payment;
}

async function recordNews(
  tx: Transaction,
  deps: HearPaymentDeps,
  news: News,
  claim: Claim | undefined,
): Promise<HeardPayment> {
  const { onDeposited, findPaidQrcode } = deps;
  const known = await findKnown(tx, news);
  const payment = known.payment ? await addNews(tx, known.payment, news) : await recordPayment(tx, news);
  const qrcode = news.billReference ? await findPaidQrcode(tx, news.billReference) : null;
  if (payment.member_id) return addQrcode(tx, deps, payment, qrcode);
  // An operator has closed it: the money went back.
  if (payment.closed_at) return { ...payment, isUndecided: false };
  if (qrcode?.currency === payment.currency) {
    const earlier = await creditedByQrcode(tx, qrcode.id, payment.id);
    if (earlier) return leaveSecond(tx, payment, qrcode, earlier.id);
    const remark = remarkOn(qrcode, payment);
    const credited = await credit(tx, { payment, memberId: qrcode.member_id, remark, onDeposited });
    await endQrcode(tx, deps, payment, qrcode);
    return { ...credited, qrcode_id: qrcode.id };
  }
  if (known.perhaps) await writePerhapsSameAs(tx, payment.id, known.perhaps.id);
  const doubt = known.perhaps?.id ?? payment.perhaps_same_as;
  // A payment with both an SMS and a reference is certainly one of its own.
  if (doubt !== null && (payment.notice_id === null || payment.reference === null))
    return leaveWaiting(tx, payment, { remark: `perhaps the same as payment ${doubt}`, isUndecided: true });
  const owner = news.channel === 'wallet' ? await ownerByPhone(tx, news) : await ownerOf(tx, payment, news, claim);
  if (owner.memberId === null) return leaveWaiting(tx, payment, owner);
  return credit(tx, { payment, memberId: owner.memberId, remark: owner.remark, onDeposited });
}

/**
 * The payment that the news is about, if it was heard of before; or one that may be the same. Other news of the same
 * amount waits until this transaction is over.
 */
export async function findKnown(
  tx: Transaction,
  news: News,
): Promise<{ payment?: Payment | undefined; perhaps?: Payment | undefined }> {
  await lockSameAmount(tx, news);
  const payment = await findHeard(tx, news);
  return payment ? { payment } : findPair(tx, news);
}

/**
 * An SMS tells the minute, and is paired one to one with news that has a reference and the same minute. News of a
 * neighbouring minute may be another payment, or the same by another clock: that stays undecided. An SMS and a slip
 * have only three digits of an account in common, so the names count too.
 */
async function findPair(tx: Transaction, news: News) {
  const candidates = (await findPairs(tx, news)).filter(
    ({ sender_account, sender_name }) =>
      canBeSameAccount(sender_account, news.senderAccount) && canBeSameName(sender_name, news.senderName),
  );
  const payment = candidates.find(({ paid_at }) => minuteOf(paid_at) === minuteOf(news.paidAt));
  return payment ? { payment } : { perhaps: candidates[0] };
}

const minuteOf = (at: Date) => Math.floor(at.getTime() / 60_000);

/** The payment was credited before any news said by which code it was paid. */
async function addQrcode(
  tx: Transaction,
  deps: HearPaymentDeps,
  payment: Payment,
  qrcode: PaidQrcode | null,
): Promise<HeardPayment> {
  if (qrcode && payment.qrcode_id === null) {
    await endQrcode(tx, deps, payment, qrcode);
    if (qrcode.member_id !== payment.member_id)
      await writeRemark(
        tx,
        payment.id,
        `credited to ${payment.member_id}, but paid by a QR code of ${qrcode.member_id}`,
      );
  }
  return { ...payment, isUndecided: false };
}

async function endQrcode(
  tx: Transaction,
  { markQrcodePaid }: HearPaymentDeps,
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

/** To be paid twice is rare for a code, to be told twice with different references is not: an operator looks. */
async function leaveSecond(
  tx: Transaction,
  payment: Payment,
  qrcode: PaidQrcode,
  earlier: bigint,
): Promise<HeardPayment> {
  await linkQrcode(tx, payment.id, qrcode.id);
  await writePerhapsSameAs(tx, payment.id, earlier);
  const remark = `by a QR code of ${qrcode.member_id} that was paid before: perhaps the same as payment ${earlier}`;
  return leaveWaiting(tx, payment, { remark, isUndecided: true });
}

async function leaveWaiting(
  tx: Transaction,
  payment: Payment,
  { remark, isUndecided }: { remark: string | null; isUndecided: boolean },
): Promise<HeardPayment> {
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
export async function credit(tx: Transaction, asked: Credit): Promise<HeardPayment> {
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
