import type { Currency, Minor } from '@krapao/contract/money.ts';
import { many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import type { News } from './news.ts';

export type Payment = {
  id: bigint;
  receiver_bank: string;
  receiver_account: string;
  sending_bank: string | null;
  reference: string | null;
  notice_id: string | null;
  amount: Minor;
  currency: Currency;
  paid_at: Date;
  sender_account: string;
  sender_name: string;
  qrcode_id: string | null;
  member_id: string | null;
  /** A payment that this may be another telling of. */
  perhaps_same_as: bigint | null;
  /** An operator has sent it back. */
  closed_at: Date | null;
  remark: string | null;
  heard_by: string[];
};

/** Clocks differ by less. */
const PAIRING_SECONDS = 120;

/** News of equal amounts at one account wait for each other, so that two of one payment cannot both be the first. */
export async function lockSameAmount(tx: Transaction, { receiverBank, receiverAccount, amount }: News): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `payment ${receiverBank} ${receiverAccount} ${amount}`,
  ]);
}

export function findHeard(tx: Transaction, news: News): Promise<Payment | null> {
  return maybeOne<Payment>(
    tx,
    `select * from payments where receiver_bank = $1 and receiver_account = $2
      and ((sending_bank = $3 and reference = $4) or notice_id = $5) for update`,
    [news.receiverBank, news.receiverAccount, news.sendingBank, news.reference, news.noticeId],
  );
}

/** Payments that this may be another telling of: an SMS has no reference, and what has a reference is no SMS. */
export function findPairs(tx: Transaction, news: News): Promise<Payment[]> {
  return many<Payment>(
    tx,
    `select * from payments where receiver_bank = $1 and receiver_account = $2 and amount = $3 and currency = $4
      and paid_at between $5::timestamptz - $6 * interval '1 second' and $5::timestamptz + $6 * interval '1 second'
      and (reference is null or notice_id is null)
      and case when $7 then notice_id is null else reference is null end
      order by abs(extract(epoch from paid_at - $5::timestamptz)), id for update`,
    [
      news.receiverBank,
      news.receiverAccount,
      news.amount,
      news.currency,
      news.paidAt,
      PAIRING_SECONDS,
      news.noticeId !== null,
    ],
  );
}

export function insertPayment(tx: Transaction, news: News): Promise<Payment> {
  return one<Payment>(
    tx,
    `insert into payments (receiver_bank, receiver_account, sending_bank, reference, notice_id, amount, currency, paid_at,
        sender_account, sender_name, heard_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, array[$11]) returning *`,
    [
      news.receiverBank,
      news.receiverAccount,
      news.sendingBank,
      news.reference,
      news.noticeId,
      news.amount,
      news.currency,
      news.paidAt,
      news.senderAccount,
      news.senderName,
      news.channel,
    ],
  );
}

/** What the news adds to what was known. */
export function addNews(tx: Transaction, payment: Payment, news: News): Promise<Payment> {
  return one<Payment>(
    tx,
    `update payments set sending_bank = coalesce(sending_bank, $2), reference = coalesce(reference, $3),
        notice_id = coalesce(notice_id, $4),
        heard_by = case when $5 = any (heard_by) then heard_by else heard_by || $5 end
      where id = $1 returning *`,
    [payment.id, news.sendingBank, news.reference, news.noticeId, news.channel],
  );
}

export type PossibleSender = { id: string; bank_code: string; bank_account_no: string; bank_account_name: string };

export function membersEndingWith(db: Queryable, digits: string, currency: Currency): Promise<PossibleSender[]> {
  const sql = `select id, bank_code, bank_account_no, bank_account_name from members
    where right(bank_account_no, 4) = $1 and currency = $2`;
  return many<PossibleSender>(db, sql, [digits, currency]);
}

export function findSender(db: Queryable, memberId: string, currency: Currency): Promise<PossibleSender | null> {
  const sql = `select id, bank_code, bank_account_no, bank_account_name from members where id = $1 and currency = $2`;
  return maybeOne<PossibleSender>(db, sql, [memberId, currency]);
}

export type PaidQrcode = { id: string; member_id: string; currency: Currency; amount: Minor; status: string };

/** Not locked: its member is, by the posting, before it is written to. */
export function findPaidQrcode(tx: Transaction, reference: string): Promise<PaidQrcode | null> {
  const sql = 'select id, member_id, currency, amount, status from qrcodes where reference = $1';
  return maybeOne<PaidQrcode>(tx, sql, [reference]);
}

export async function endQrcode(tx: Transaction, qrcodeId: string, paymentId: bigint): Promise<void> {
  const sql = `update qrcodes set status = 'PAID', ask_at = null, closed_at = app_now() where id = $1`;
  await tx.query(sql, [qrcodeId]);
  await tx.query('update payments set qrcode_id = $2 where id = $1', [paymentId, qrcodeId]);
}

export async function writeRemark(tx: Transaction, paymentId: bigint, remark: string | null): Promise<void> {
  await tx.query('update payments set remark = $2 where id = $1', [paymentId, remark]);
}

export async function writeDoubt(tx: Transaction, paymentId: bigint, other: bigint): Promise<void> {
  await tx.query('update payments set perhaps_same_as = $2 where id = $1', [paymentId, other]);
}

/** An account that is new here may have a history elsewhere. An hour's grace: clocks differ. */
export async function wasPaidBeforeOurs(tx: Transaction, news: News): Promise<boolean> {
  const sql = `select from deposit_banks where bank_code = $1 and account_no = $2
    and $3::timestamptz < added_at - interval '1 hour'`;
  return (await maybeOne(tx, sql, [news.receiverBank, news.receiverAccount, news.paidAt])) !== null;
}

const WAITING = 'from payments where member_id is null and closed_at is null';

export async function countWaiting(db: Queryable): Promise<bigint> {
  return (await one<{ total: bigint }>(db, `select count(*) as total ${WAITING}`)).total;
}

export function waitingPayments(db: Queryable, after: string, limit: number): Promise<Payment[]> {
  return many<Payment>(db, `select * ${WAITING} and id > $1::bigint order by id limit $2`, [after, limit]);
}

export function lockWaiting(tx: Transaction, id: string): Promise<Payment | null> {
  return maybeOne<Payment>(tx, `select * ${WAITING} and id = $1::bigint for update`, [id]);
}

export function paymentById(db: Queryable, id: bigint): Promise<Payment> {
  return one<Payment>(db, 'select * from payments where id = $1', [id]);
}

/** The money was sent back, or is not a payment of its own. */
export function closePayment(tx: Transaction, id: bigint): Promise<Payment> {
  return one<Payment>(tx, 'update payments set closed_at = app_now() where id = $1 returning *', [id]);
}

export async function currencyOf(db: Queryable, memberId: string): Promise<Currency> {
  return (await one<{ currency: Currency }>(db, 'select currency from members where id = $1', [memberId])).currency;
}
