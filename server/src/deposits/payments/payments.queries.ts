import type { Currency, Minor } from '@krapao/contract/money.ts';
import { insertRow, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import { type DueTable, leaseDue } from '../../platform/due-work.ts';
import { type News, TRUEMONEY } from './news.ts';

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
  /** The payment that this one may be a second telling of. */
  perhaps_same_as: bigint | null;
  /** The payment that has the money of this one, which is closed. */
  same_as: bigint | null;
  /** The receiving account in names of the ledger. */
  ledger_name: string;
  /** When an operator closed the payment, since the money was sent back or is that of another payment. */
  closed_at: Date | null;
  remark: string | null;
  heard_by: string[];
};

/** Clocks of banks differ by less. */
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

/** Payments that this news may also be about: an SMS has no reference, and news with a reference is no SMS. */
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
  return insertRow<Payment>(tx, 'payments', {
    receiver_bank: news.receiverBank,
    receiver_account: news.receiverAccount,
    sending_bank: news.sendingBank,
    reference: news.reference,
    notice_id: news.noticeId,
    amount: news.amount,
    currency: news.currency,
    paid_at: news.paidAt,
    sender_account: news.senderAccount,
    sender_name: news.senderName,
    heard_by: [news.channel],
  });
}

/** Adds to a known payment what only this news tells. */
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

export async function linkQrcode(tx: Transaction, paymentId: bigint, qrcodeId: string): Promise<void> {
  await tx.query('update payments set qrcode_id = $2 where id = $1', [paymentId, qrcodeId]);
}

/** A payment by the same code that was credited before. */
export function creditedByQrcode(tx: Transaction, qrcodeId: string, paymentId: bigint): Promise<{ id: bigint } | null> {
  const sql = `select id from payments where qrcode_id = $1 and id <> $2 and member_id is not null order by id limit 1`;
  return maybeOne<{ id: bigint }>(tx, sql, [qrcodeId, paymentId]);
}

export async function markCredited(
  tx: Transaction,
  paymentId: bigint,
  { memberId, remark }: { memberId: string; remark: string | null },
): Promise<void> {
  await tx.query('update payments set member_id = $2, credited_at = app_now(), remark = $3 where id = $1', [
    paymentId,
    memberId,
    remark,
  ]);
}

export async function writeRemark(tx: Transaction, paymentId: bigint, remark: string | null): Promise<void> {
  await tx.query('update payments set remark = $2 where id = $1', [paymentId, remark]);
}

/** The payment may be another telling of `other`. */
export async function writePerhapsSameAs(tx: Transaction, paymentId: bigint, other: bigint): Promise<void> {
  await tx.query('update payments set perhaps_same_as = $2 where id = $1', [paymentId, other]);
}

/** An account that is new here may have a history elsewhere. An hour's grace: clocks differ. */
export async function wasPaidBeforeOurs(tx: Transaction, news: News): Promise<boolean> {
  const sql = `select from deposit_banks where bank_code = $1 and account_no = $2
    and $3::timestamptz < added_at - interval '1 hour'`;
  return (await maybeOne(tx, sql, [news.receiverBank, news.receiverAccount, news.paidAt])) !== null;
}

/** A bank account or wallet of ours whose feed is read. */
export type FeedAccount = {
  id: bigint;
  bank_code: string;
  account_no: string;
  mode: 'AUTO' | 'SMS';
  currency: Currency;
  feed_cursor: bigint;
};

const FEEDS: DueTable = {
  table: 'deposit_banks',
  key: ['id'],
  due: 'read_at',
  clock: 'clock_timestamp()',
  // Closed accounts are read too: members know the old numbers.
  open: `bank_type = 'BANK'`,
  countsTries: false,
};

export function takeFeedsToRead(db: Queryable, limit: number, leaseMs: number): Promise<FeedAccount[]> {
  const returning = 'id, bank_code, account_no, mode, currency, feed_cursor';
  return leaseDue<FeedAccount>(db, FEEDS, { limit, next: leaseMs, returning });
}

/** Where an account with a feed is kept. */
export function tableOf({ bank_code }: Pick<FeedAccount, 'bank_code'>): 'deposit_banks' | 'deposit_wallets' {
  return bank_code === TRUEMONEY ? 'deposit_wallets' : 'deposit_banks';
}

export async function readFeedAgain(
  db: Queryable,
  feed: FeedAccount,
  { cursor, waitMs }: { cursor: bigint; waitMs: number },
): Promise<void> {
  // An operator may have set the cursor back while the page was read.
  await db.query(
    `update ${tableOf(feed)} set feed_cursor = case when feed_cursor = $4 then $2 else feed_cursor end,
      read_at = clock_timestamp() + $3 * interval '1 millisecond' where id = $1`,
    [feed.id, cursor, waitMs, feed.feed_cursor],
  );
}

/** `accountNo`: our account, or our reference of a member's QR code at a gateway. */
type UnreadNews = { bank: string; accountNo: string; memberId?: string; content: string; why: string };

/** The same line of a feed, read again, is kept once. */
export async function insertUnreadNews(
  db: Queryable,
  { bank, accountNo, memberId, content, why }: UnreadNews,
): Promise<void> {
  await db.query(
    `insert into unread_news (bank_code, account_no, content, why, member_id) values ($1, $2, $3, $4, $5)
      on conflict do nothing`,
    [bank, accountNo, content.replaceAll('\0', ''), why.replaceAll('\0', ''), memberId],
  );
}

/** For what is asked again and again and told in other words each time: one is enough until an operator has looked. */
export async function insertUnreadOnce(db: Queryable, news: UnreadNews): Promise<void> {
  const sql = 'select from unread_news where bank_code = $1 and account_no = $2 and why = $3 and done_at is null';
  if ((await maybeOne(db, `${sql} limit 1`, [news.bank, news.accountNo, news.why.replaceAll('\0', '')])) === null)
    await insertUnreadNews(db, news);
}

/** The same was told again and could be read. */
export async function finishUnreadNews(
  db: Queryable,
  { bank, accountNo }: Pick<UnreadNews, 'bank' | 'accountNo'>,
): Promise<void> {
  await db.query(
    'update unread_news set done_at = app_now() where bank_code = $1 and account_no = $2 and done_at is null',
    [bank, accountNo],
  );
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

/** For a payment whose money was sent back, or that is another telling of `sameAs`. */
export function closePayment(tx: Transaction, id: bigint, sameAs: bigint | null): Promise<Payment> {
  const sql = 'update payments set closed_at = app_now(), same_as = $2 where id = $1 returning *';
  return one<Payment>(tx, sql, [id, sameAs]);
}

/** In the order of their numbers, so that two operators who compare the same two do not wait in a circle. */
export function lockPayments(tx: Transaction, ids: string[]): Promise<Payment[]> {
  return many<Payment>(tx, 'select * from payments where id = any($1::bigint[]) order by id for update', [ids]);
}

export async function currencyOf(db: Queryable, memberId: string): Promise<Currency> {
  return (await one<{ currency: Currency }>(db, 'select currency from members where id = $1', [memberId])).currency;
}
