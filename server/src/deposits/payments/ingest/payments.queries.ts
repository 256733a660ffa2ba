import type { Currency, Minor } from '@krapao/contract/money.ts';
import { insertRow, many, maybeOne, one, type Queryable, type Transaction } from '../../../platform/database.ts';
import { type DueTable, leaseDue } from '../../../platform/due-work.ts';
import { type PaymentReport, TRUEMONEY } from './payment-report.ts';

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
  /** The payment that this one may be a second report of. */
  possible_duplicate_of: bigint | null;
  /** The payment that has the money of this one, which is closed. */
  duplicate_of: bigint | null;
  /** The receiving account in names of the ledger. */
  ledger_name: string;
  /** When an operator closed the payment, since the money was sent back or is that of another payment. */
  closed_at: Date | null;
  remark: string | null;
  reported_by: string[];
};

/** Reports of equal amounts at one account wait for each other, so that two of one payment cannot both be the first. */
export async function lockSameAmount(
  tx: Transaction,
  { receiverBank, receiverAccount, amount }: PaymentReport,
): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `payment ${receiverBank} ${receiverAccount} ${amount}`,
  ]);
}

/** Reports of one QR code wait for each other too, since they may tell different amounts. */
export async function lockCode(tx: Transaction, billReference: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`QR code ${billReference}`]);
}

export function findReported(tx: Transaction, report: PaymentReport): Promise<Payment | null> {
  return maybeOne<Payment>(
    tx,
    `select * from payments where receiver_bank = $1 and receiver_account = $2
      and ((sending_bank = $3 and reference = $4) or notice_id = $5
        or id = (select payment_id from payment_references
          where receiver_bank = $1 and receiver_account = $2 and sending_bank = $3 and reference = $4))
      order by id limit 1 for update`,
    [report.receiverBank, report.receiverAccount, report.sendingBank, report.reference, report.noticeId],
  );
}

/** An SMS has no reference that a slip could share. An account that is not ours to pay to has one source only. */
export async function sharesReferences(
  tx: Transaction,
  { receiverBank, receiverAccount }: Pick<PaymentReport, 'receiverBank' | 'receiverAccount'>,
): Promise<boolean> {
  const sql = `select coalesce(bool_and(shares_references and mode <> 'SMS'), true) as shares from deposit_banks
    where bank_code = $1 and account_no = $2`;
  return (await one<{ shares: boolean }>(tx, sql, [receiverBank, receiverAccount])).shares;
}

type AtAccount = Pick<PaymentReport, 'receiverBank' | 'receiverAccount'>;

/** Payments that an SMS in the same words has told of, with the balance that it told. */
export function findSameWords(tx: Transaction, { receiverBank, receiverAccount }: AtAccount, content: string) {
  return many<Payment & { balance: Minor | null }>(
    tx,
    `select payments.*, payment_sms.balance from payment_sms join payments on payments.id = payment_id
      where md5(content) = md5($3) and content = $3 and receiver_bank = $1 and receiver_account = $2
      order by payments.id for update of payments`,
    [receiverBank, receiverAccount, content],
  );
}

export function findPaidByCode(tx: Transaction, billReference: string): Promise<Payment[]> {
  const sql = `select payments.* from payments join qrcodes on qrcodes.id = payments.qrcode_id
    where qrcodes.reference = $1 order by payments.id for update of payments`;
  return many<Payment>(tx, sql, [billReference]);
}

/**
 * Payments of this amount within so many minutes, nearest first, that none of these channels has told of. Not those that
 * may be others told again: a slip would make them payments of their own.
 */
export function findToPair(
  tx: Transaction,
  report: PaymentReport,
  { reportedBy, minutes }: { reportedBy: string[]; minutes: number },
): Promise<Payment[]> {
  return many<Payment>(
    tx,
    `select * from payments where receiver_bank = $1 and receiver_account = $2 and amount = $3 and currency = $4
      and paid_at between $5::timestamptz - $6 * interval '1 minute' and $5::timestamptz + $6 * interval '1 minute'
      and not reported_by && $7::text[] and possible_duplicate_of is null
      order by abs(extract(epoch from paid_at - $5::timestamptz)), id for update`,
    [report.receiverBank, report.receiverAccount, report.amount, report.currency, report.paidAt, minutes, reportedBy],
  );
}

export function insertPayment(tx: Transaction, report: PaymentReport): Promise<Payment> {
  return insertRow<Payment>(tx, 'payments', {
    receiver_bank: report.receiverBank,
    receiver_account: report.receiverAccount,
    sending_bank: report.sendingBank,
    reference: report.reference,
    notice_id: report.noticeId,
    amount: report.amount,
    currency: report.currency,
    paid_at: report.paidAt,
    sender_account: report.senderAccount,
    sender_name: report.senderName,
    reported_by: [report.channel],
  });
}

/** Adds to a known payment what only this report tells, and the sender as far as it is known now. */
export function addReport(
  tx: Transaction,
  payment: Payment,
  report: PaymentReport,
  sender: { account: string; name: string },
): Promise<Payment> {
  return one<Payment>(
    tx,
    `update payments set sending_bank = coalesce(sending_bank, $2), reference = coalesce(reference, $3),
        notice_id = coalesce(notice_id, $4), sender_account = $6, sender_name = $7,
        reported_by = case when $5 = any (reported_by) then reported_by else reported_by || $5 end
      where id = $1 returning *`,
    [payment.id, report.sendingBank, report.reference, report.noticeId, report.channel, sender.account, sender.name],
  );
}

/** Keeps by what else the report is known when it comes again: a reference of its own, or the words of an SMS. */
export async function rememberReport(tx: Transaction, payment: Payment, report: PaymentReport): Promise<void> {
  const { receiverBank, receiverAccount, sendingBank, reference, notice } = report;
  if (reference !== null && (reference !== payment.reference || sendingBank !== payment.sending_bank))
    await tx.query(
      `insert into payment_references (receiver_bank, receiver_account, sending_bank, reference, payment_id)
        values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [receiverBank, receiverAccount, sendingBank, reference, payment.id],
    );
  if (notice)
    await tx.query(
      `insert into payment_sms as told (payment_id, content, balance) values ($1, $2, $3)
        on conflict (payment_id, md5(content)) do update set balance = excluded.balance where told.balance is null`,
      [payment.id, notice.content, notice.balance],
    );
}

/** Credited on the word of slips alone: the sum of the day of this payment, Bangkok time; of the worst day if null. */
export async function mostBySlipsAlone(tx: Transaction, memberId: string, paymentId: bigint | null): Promise<Minor> {
  const sql = `select coalesce(max(sum), 0)::bigint as most from (
      select sum(amount), bool_or(id = $2) as is_day_of_payment from payments
        where member_id = $1 and reported_by = '{slip}' group by (credited_at at time zone 'Asia/Bangkok')::date) as days
    where $2 is null or is_day_of_payment`;
  return (await one<{ most: Minor }>(tx, sql, [memberId, paymentId])).most;
}

/** An account's feed is read as soon as a worker is free. */
export async function readFeedSoon(db: Queryable, bank: string, accountNo: string): Promise<void> {
  const sql = `update deposit_banks set read_at = clock_timestamp()
    where bank_code = $1 and account_no = $2 and bank_type = 'BANK' and read_at > clock_timestamp()`;
  await db.query(sql, [bank, accountNo]);
}

export async function linkQrcode(tx: Transaction, paymentId: bigint, qrcodeId: string): Promise<void> {
  await tx.query('update payments set qrcode_id = $2 where id = $1', [paymentId, qrcodeId]);
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

/** Which of the payment's moves from one member to another the next one is. The caller holds the payment's lock. */
export async function nextMove(tx: Transaction, paymentId: bigint): Promise<number> {
  const sql = 'select count(*)::integer + 1 as number from payment_moves where payment_id = $1';
  return (await one<{ number: number }>(tx, sql, [paymentId])).number;
}

/** Writes down what was taken from the member, and what the member owes. */
export async function insertMove(
  tx: Transaction,
  move: { payment_id: bigint; number: number; member_id: string; taken: Minor; owed: Minor },
): Promise<void> {
  await insertRow(tx, 'payment_moves', move);
}

/** A payment that a member was credited with. */
export function lockCredited(tx: Transaction, id: string): Promise<(Payment & { member_id: string }) | null> {
  const sql = `select * from payments where id = $1::bigint and member_id is not null for update`;
  return maybeOne<Payment & { member_id: string }>(tx, sql, [id]);
}

export async function writeRemark(tx: Transaction, paymentId: bigint, remark: string | null): Promise<void> {
  await tx.query('update payments set remark = $2 where id = $1', [paymentId, remark]);
}

/** The payment may be another report of `other`. */
export async function writePossibleDuplicateOf(tx: Transaction, paymentId: bigint, other: bigint): Promise<void> {
  await tx.query('update payments set possible_duplicate_of = $2 where id = $1', [paymentId, other]);
}

/** An account that is new here may have a history elsewhere. An hour's grace: clocks differ. */
export async function wasPaidBeforeOurs(tx: Transaction, report: PaymentReport): Promise<boolean> {
  const sql = `select from deposit_banks where bank_code = $1 and account_no = $2
    and $3::timestamptz < added_at - interval '1 hour'`;
  return (await maybeOne(tx, sql, [report.receiverBank, report.receiverAccount, report.paidAt])) !== null;
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

/** The accounts with a feed, closed ones too: members know the old numbers. */
export const feedsIn = (table: 'deposit_banks' | 'deposit_wallets', open: string): DueTable => ({
  table,
  key: ['id'],
  due: 'read_at',
  clock: 'clock_timestamp()',
  open,
  countsTries: false,
});
const FEEDS = feedsIn('deposit_banks', `bank_type = 'BANK'`);

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

/** Between the last reading and this one, by the product's clock: then the SMS that are read now have come. */
export async function timeOfNotices(db: Queryable, { id }: FeedAccount): Promise<{ since: Date; receivedAt: Date }> {
  const sql = `select coalesce(notices_read_at, app_now()) as since, app_now() as "receivedAt" from deposit_banks
    where id = $1`;
  return one<{ since: Date; receivedAt: Date }>(db, sql, [id]);
}

export async function markNoticesRead(db: Queryable, { id }: FeedAccount, receivedAt: Date): Promise<void> {
  await db.query('update deposit_banks set notices_read_at = $2 where id = $1', [id, receivedAt]);
}
/** `accountNo`: our account, or our reference of a member's QR code at a gateway. */
type UnparsedReport = { bank: string; accountNo: string; memberId?: string; content: string; why: string };

/** The same line of a feed, read again, is kept once. */
export async function insertUnparsedReport(
  db: Queryable,
  { bank, accountNo, memberId, content, why }: UnparsedReport,
): Promise<void> {
  await db.query(
    `insert into unparsed_reports (bank_code, account_no, content, why, member_id) values ($1, $2, $3, $4, $5)
      on conflict do nothing`,
    [bank, accountNo, content.replaceAll('\0', ''), why.replaceAll('\0', ''), memberId],
  );
}

/** For what is asked again and again and told in other words each time: one is enough until an operator has looked. */
export async function insertUnparsedOnce(db: Queryable, report: UnparsedReport): Promise<void> {
  const sql = 'select from unparsed_reports where bank_code = $1 and account_no = $2 and why = $3 and done_at is null';
  if ((await maybeOne(db, `${sql} limit 1`, [report.bank, report.accountNo, report.why.replaceAll('\0', '')])) === null)
    await insertUnparsedReport(db, report);
}

/** The same was told again and could be read. */
export async function finishUnparsedReports(
  db: Queryable,
  { bank, accountNo }: Pick<UnparsedReport, 'bank' | 'accountNo'>,
): Promise<void> {
  await db.query(
    'update unparsed_reports set done_at = app_now() where bank_code = $1 and account_no = $2 and done_at is null',
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

export function lockPayment(tx: Transaction, id: bigint): Promise<Payment> {
  return one<Payment>(tx, 'select * from payments where id = $1 for update', [id]);
}

export function paymentById(db: Queryable, id: bigint): Promise<Payment> {
  return one<Payment>(db, 'select * from payments where id = $1', [id]);
}

/** For a payment whose money was sent back, or that is another report of `duplicateOf`. */
export function closePayment(tx: Transaction, id: bigint, duplicateOf: bigint | null): Promise<Payment> {
  const sql = 'update payments set closed_at = app_now(), duplicate_of = $2 where id = $1 returning *';
  return one<Payment>(tx, sql, [id, duplicateOf]);
}

/** In the order of their numbers, so that two operators who compare the same two do not wait in a circle. */
export function lockPayments(tx: Transaction, ids: string[]): Promise<Payment[]> {
  return many<Payment>(tx, 'select * from payments where id = any($1::bigint[]) order by id for update', [ids]);
}

export async function currencyOf(db: Queryable, memberId: string): Promise<Currency> {
  return (await one<{ currency: Currency }>(db, 'select currency from members where id = $1', [memberId])).currency;
}
