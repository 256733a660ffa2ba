import { randomUUID } from 'node:crypto';
import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';
import { post } from '../../ledger/ledger.ts';
import { endStatement, writeStatement } from '../../ledger/statement.ts';
import { brokenConstraint, type Database, inTransaction, type Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { AnnounceWalletChange } from '../../platform/wallet-changes.ts';
import { canBeSameAccount, canBeSameName } from './match-sender.ts';
import type { Claim, News } from './news.ts';
import { ownerOf } from './owner-of-payment.ts';
import {
  addNews,
  endQrcode,
  findHeard,
  findPaidQrcode,
  findPairs,
  insertPayment,
  lockSameAmount,
  type PaidQrcode,
  type Payment,
  writeDoubt,
  writeRemark,
} from './payments.queries.ts';

/** `isUndecided`: it waits for an operator, who may find that it is the member's who claimed it. */
export type Heard = Payment & { isUndecided: boolean };
/** In the transaction that credits: what a deposit means for the member's rewards. */
export type OnDeposited = (tx: Transaction, member: Owner, amount: Minor) => Promise<void>;
export type HearPayment = (news: News, claim?: Claim) => Promise<Heard>;

/**
 * Credits a payment once, whoever tells of it, how often and in which order. The row and its credit are one transaction:
 * cut off before its commit nothing was done, and whoever told of it tells it again (a feed from its cursor, a gateway
 * when it is asked, a slip that is still in progress). Cut off after it, they are told that it is done.
 */
export async function hearPayment(
  { db, announce, onDeposited }: { db: Database; announce: AnnounceWalletChange; onDeposited: OnDeposited },
  news: News,
  claim?: Claim,
): Promise<Heard> {
  const hear = () => inTransaction(db, (tx) => takeIn(tx, onDeposited, news, claim));
  const payment = await hear().catch((error: unknown) => {
    // The same payment was told with another amount at the same moment, and was first.
    if (brokenConstraint(error) === 'payments_once') return hear();
    throw error;
  });
  if (payment.member_id) announce(payment.member_id);
  return payment;
}

async function takeIn(tx: Transaction, onDeposited: OnDeposited, news: News, claim: Claim | undefined): Promise<Heard> {
  const known = await findKnown(tx, news);
  const payment = known.payment ? await addNews(tx, known.payment, news) : await insertPayment(tx, news);
  const qrcode = news.billReference ? await findPaidQrcode(tx, news.billReference) : null;
  if (payment.member_id) return addQrcode(tx, payment, qrcode);
  // An operator has closed it: the money went back.
  if (payment.closed_at) return { ...payment, isUndecided: false };
  if (qrcode?.currency === payment.currency) {
    const owner = { memberId: qrcode.member_id, remark: remarkOn(qrcode, payment) };
    return credit(tx, onDeposited, payment, owner, { qrcodeId: qrcode.id });
  }
  if (known.perhaps) await writeDoubt(tx, payment.id, known.perhaps.id);
  const doubt = known.perhaps?.id ?? payment.perhaps_same_as;
  // With both an SMS and a reference it is a payment of its own.
  if (doubt !== null && (payment.notice_id === null || payment.reference === null))
    return leave(tx, payment, `perhaps the same as payment ${doubt}`, true);
  const owner = await ownerOf(tx, payment, news, claim);
  if (owner.memberId === null) return leave(tx, payment, owner.remark, owner.isUndecided);
  return credit(tx, onDeposited, payment, owner, {});
}

/**
 * The payment that the news is of, if it was told of before; or one that it perhaps is of. Whoever tells of it meanwhile
 * waits.
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
 * An SMS tells the minute; what has a reference and the same minute is paired with it, one to one. A minute beside it may
 * be another payment or the same by another clock: nobody can tell. An SMS and a slip have only three digits of an
 * account in common, so the names count too.
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

/** It was credited before anybody said by which code it was paid: the code is not asked about any more. */
async function addQrcode(tx: Transaction, payment: Payment, qrcode: PaidQrcode | null): Promise<Heard> {
  if (qrcode && payment.qrcode_id === null) {
    await endQrcode(tx, qrcode.id, payment.id);
    if (qrcode.member_id !== payment.member_id)
      await writeRemark(
        tx,
        payment.id,
        `credited to ${payment.member_id}, but paid by a QR code of ${qrcode.member_id}`,
      );
  }
  return { ...payment, isUndecided: false };
}

function remarkOn(qrcode: PaidQrcode, payment: Payment): string | null {
  if (qrcode.status === 'CANCELLED') return 'paid after its QR code was cancelled';
  if (qrcode.status === 'EXPIRED') return 'paid after its QR code had expired';
  return qrcode.amount === payment.amount ? null : 'paid with another amount than its QR code said';
}

async function leave(tx: Transaction, payment: Payment, remark: string | null, isUndecided: boolean): Promise<Heard> {
  await writeRemark(tx, payment.id, remark);
  return { ...payment, remark, isUndecided };
}

/** Also for operators, who know whose it is. `announcedAs`: the manual deposit by which the member told of it. */
export async function credit(
  tx: Transaction,
  onDeposited: OnDeposited,
  payment: Payment,
  { memberId, remark }: { memberId: string; remark: string | null },
  { qrcodeId = null, announcedAs = null }: { qrcodeId?: string | null; announcedAs?: string | null },
): Promise<Heard> {
  const { id, amount, currency, receiver_bank } = payment;
  await post(tx, {
    key: `payment/${id}`,
    reason: 'deposit',
    memberId,
    currency,
    from: `house:payments:${receiver_bank.toLowerCase()}`,
    to: 'main',
    amount,
  });
  await onDeposited(tx, { memberId, currency }, amount);
  await tx.query('update payments set member_id = $2, credited_at = app_now(), remark = $3 where id = $1', [
    id,
    memberId,
    remark,
  ]);
  if (qrcodeId) await endQrcode(tx, qrcodeId, id);
  if (announcedAs) await endStatement(tx, { memberId, id: announcedAs }, 'SUCCESS', amount);
  else await writeDeposit(tx, memberId, payment.sending_bank ?? receiver_bank, amount);
  return { ...payment, member_id: memberId, remark, qrcode_id: qrcodeId, isUndecided: false };
}

function writeDeposit(tx: Transaction, memberId: string, from: string, amount: Minor): Promise<void> {
  const entry = { type: 'deposit', status: 'SUCCESS', from, to: MAIN_WALLET, amount } as const;
  return writeStatement(tx, memberId, { ...entry, id: randomUUID() });
}
