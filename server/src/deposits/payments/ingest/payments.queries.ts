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
  /** The rule by which the payment waits, or did before an operator gave it away. */
  waits_by: string | null;
  reported_at: Date;
  reported_by: string[];
  /** Of a line: when its feed had been read to the end before. */
  heard_since: Date | null;
};

/** Reports of equal amounts at one account wait for each other, so that two of one payment cannot both be the first. */
export async function lockSameAmount(
  tx: Transaction,
  { receiverBank, receiverAccount, amount }: Pick<PaymentReport, 'receiverBank' | 'receiverAccount' | 'amount'>,
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

/** The payment that the line at this place of its feed was taken for when it was first read. */
export function findToldAt(
  tx: Transaction,
  { receiverBank, receiverAccount }: AtAccount,
  place: bigint,
): Promise<Payment | null> {
  const sql = `select payments.* from payment_lines as lines join payments on payments.id = payment_id
    where lines.receiver_bank = $1 and lines.receiver_account = $2 and place = $3 for update of payments`;
  return maybeOne<Payment>(tx, sql, [receiverBank, receiverAccount, place]);
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

type Amount = Pick<Payment, 'receiver_bank' | 'receiver_account' | 'amount' | 'currency' | 'paid_at'>;

/** With the registered account of the member whose QR code was paid. */
export type EqualPayment = Payment & {
  maker_bank: string | null;
  maker_account: string | null;
  maker_name: string | null;
};

/** Equal payments that are further apart than this are not compared. */
export const LONGEST_APART_MINUTES = 12 * 60;

/** Equal payments that may have been made at one time, nearest first. */
export async function paymentsNear(tx: Transaction, payment: Payment, minutes: number): Promise<EqualPayment[]> {
  const equal = await equalPayments(tx, payment, LONGEST_APART_MINUTES);
  return equal.filter((other) => canBeOneTime(payment, other, minutes));
}

type Timed = Pick<Payment, 'paid_at' | 'heard_since' | 'reported_at'>;

/**
 * Whether two payments may have been made at one time: by what both say they are so many minutes apart at most, or one is a
 * line that has come, by our clock, when the other was made. A bank whose clock is wrong tells another time, and after an
 * outage nobody sees that it is wrong.
 */
export function canBeOneTime(one: Timed, other: Timed, minutes: number): boolean {
  const most = minutes * 60_000;
  const isHeardWith = (line: Timed, { paid_at }: Timed) =>
    line.heard_since !== null &&
    paid_at.getTime() >= line.heard_since.getTime() - most &&
    paid_at.getTime() <= line.reported_at.getTime() + most;
  const apart = Math.abs(one.paid_at.getTime() - other.paid_at.getTime());
  return apart <= most || isHeardWith(one, other) || isHeardWith(other, one);
}

/** Payments of this amount at this account, paid within so many minutes, nearest first; none that has no money. */
export function equalPayments(tx: Transaction, amount: Amount, minutes: number): Promise<EqualPayment[]> {
  return many<EqualPayment>(
    tx,
    `select payments.*, maker.bank_code as maker_bank, maker.bank_account_no as maker_account,
        maker.bank_account_name as maker_name
      from payments left join qrcodes on qrcodes.id = payments.qrcode_id
        left join members as maker on maker.id = qrcodes.member_id and maker.currency = payments.currency
      where receiver_bank = $1 and receiver_account = $2 and payments.amount = $3 and payments.currency = $4
        and payments.paid_at between $5::timestamptz - $6 * interval '1 minute' and $5::timestamptz + $6 * interval '1 minute'
        and duplicate_of is null
      order by abs(extract(epoch from payments.paid_at - $5::timestamptz)), payments.id`,
    [amount.receiver_bank, amount.receiver_account, amount.amount, amount.currency, amount.paid_at, minutes],
  );
}

/** Whether our bank has listed a payment by QR code at this account in the last week. */
export async function tellsLinesOfCodes(
  tx: Transaction,
  { receiver_bank, receiver_account }: Amount,
  lines: readonly string[],
): Promise<boolean> {
  const sql = `select from payments where receiver_bank = $1 and receiver_account = $2 and qrcode_id is not null
    and reported_by && $3 and paid_at > app_now() - interval '7 days' limit 1`;
  return (await maybeOne(tx, sql, [receiver_bank, receiver_account, lines])) !== null;
}

/** Our reference of the QR code that was paid. */
export async function referenceOfCode(tx: Transaction, qrcodeId: string): Promise<string> {
  return (await one<{ reference: string }>(tx, 'select reference from qrcodes where id = $1', [qrcodeId])).reference;
}

/** The currency of our account, if it is one of ours that members pay to. */
export async function currencyOfReceiver(tx: Transaction, { receiverBank, receiverAccount }: AtAccount) {
  const sql = `select currency from deposit_banks where bank_code = $1 and account_no = $2
    union all select currency from deposit_wallets where $1 = '${TRUEMONEY}' and phone = $2 limit 1`;
  return (await maybeOne<{ currency: Currency }>(tx, sql, [receiverBank, receiverAccount]))?.currency ?? null;
}

/** Others are looked at by a worker: where a bank names no codes, lines of a whole day wait. */
const MOST_FREED_AT_ONCE = 10;

/** Payments that wait beside this one by rules under which a report of another may free them, nearest first. */
export async function freedBeside(db: Queryable, payment: Payment, rules: readonly string[]): Promise<bigint[]> {
  const rows = await many<{ id: bigint }>(
    db,
    `select id from payments where receiver_bank = $1 and receiver_account = $2 and amount = $3 and currency = $4
        and member_id is null and closed_at is null and waits_by = any($5) and id <> $6
      order by abs(extract(epoch from paid_at - $7::timestamptz)), id limit ${MOST_FREED_AT_ONCE}`,
    [
      payment.receiver_bank,
      payment.receiver_account,
      payment.amount,
      payment.currency,
      rules,
      payment.id,
      payment.paid_at,
    ],
  );
  return rows.map(({ id }) => id);
}

const TO_LOOK_AT: DueTable = {
  table: 'payments',
  key: ['id'],
  due: 'look_at',
  clock: 'clock_timestamp()',
  open: 'member_id is null and closed_at is null and look_at is not null',
  countsTries: false,
};

/** Each is looked at again after as long as it has waited, at most an hour. */
export function takePaymentsToLookAt(db: Queryable, limit: number): Promise<{ id: bigint }[]> {
  const next = `clock_timestamp() + least(greatest(app_now() - reported_at, interval '5 seconds'), interval '1 hour')`;
  return leaseDue<{ id: bigint }>(db, TO_LOOK_AT, { limit, next, returning: 'id' });
}

/** The line of a payment by code was told as a payment of its own. */
export async function addChannels(tx: Transaction, id: bigint, channels: string[]): Promise<void> {
  const sql = `update payments set reported_by =
      reported_by || array(select told from unnest($2::text[]) as told where told <> all (reported_by)) where id = $1`;
  await tx.query(sql, [id, channels]);
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
    heard_since: report.heardSince ?? null,
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

/** Keeps by what else the report is known when it comes again: a reference of its own, its place, or the words of an SMS. */
export async function rememberReport(tx: Transaction, payment: Payment, report: PaymentReport): Promise<void> {
  const { receiverBank, receiverAccount, sendingBank, reference, notice, place = null } = report;
  if (reference !== null && (reference !== payment.reference || sendingBank !== payment.sending_bank))
    await tx.query(
      `insert into payment_references (receiver_bank, receiver_account, sending_bank, reference, payment_id)
        values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [receiverBank, receiverAccount, sendingBank, reference, payment.id],
    );
  if (place !== null)
    await tx.query(
      `insert into payment_lines (receiver_bank, receiver_account, place, payment_id) values ($1, $2, $3, $4)
        on conflict do nothing`,
      [receiverBank, receiverAccount, place, payment.id],
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

export async function linkQrcode(tx: Transaction, paymentId: bigint, qrcodeId: string): Promise<void> {
  await tx.query('update payments set qrcode_id = $2 where id = $1', [paymentId, qrcodeId]);
}

export async function markCredited(
  tx: Transaction,
  paymentId: bigint,
  { memberId, remark, entryId }: { memberId: string; remark: string | null; entryId: string },
): Promise<void> {
  const sql = `update payments set member_id = $2, credited_at = app_now(), remark = $3, entry_id = $4, waits_by = null,
      look_at = null where id = $1`;
  await tx.query(sql, [paymentId, memberId, remark, entryId]);
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

/** By which rule the payment waits, and what an operator should know of it. `isFreedByOthers`: a worker looks again. */
export async function writeWaiting(
  tx: Transaction,
  paymentId: bigint,
  { rule, remark, isFreedByOthers }: { rule: string; remark: string | null; isFreedByOthers: boolean },
): Promise<void> {
  const sql = `update payments set waits_by = $2, remark = $3,
      look_at = case when $4 then coalesce(look_at, clock_timestamp() + interval '5 seconds') end where id = $1`;
  await tx.query(sql, [paymentId, rule, remark, isFreedByOthers]);
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
  const sql = `update payments set closed_at = app_now(), duplicate_of = $2, waits_by = null, look_at = null
    where id = $1 returning *`;
  return one<Payment>(tx, sql, [id, duplicateOf]);
}

/** In the order of their numbers, so that two operators who compare the same two do not wait in a circle. */
export function lockPayments(tx: Transaction, ids: string[]): Promise<Payment[]> {
  return many<Payment>(tx, 'select * from payments where id = any($1::bigint[]) order by id for update', [ids]);
}

export async function currencyOf(db: Queryable, memberId: string): Promise<Currency> {
  return (await one<{ currency: Currency }>(db, 'select currency from members where id = $1', [memberId])).currency;
}

/** The operator who gives the payment by `payments credit`. */
export async function markGiven(tx: Transaction, id: bigint, operator: string): Promise<void> {
  await tx.query('update payments set given_by = $2 where id = $1', [id, operator]);
}

/** What the operator has given today, Bangkok time. Another act of the same operator waits until this one is over. */
export async function givenToday(tx: Transaction, operator: string, currency: Currency): Promise<Minor> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('given by ' || $1, 0))`, [operator]);
  const sql = `select coalesce(sum(amount), 0)::bigint as given from payments where given_by = $1 and currency = $2
    and (credited_at at time zone 'Asia/Bangkok')::date = (app_now() at time zone 'Asia/Bangkok')::date`;
  return (await one<{ given: Minor }>(tx, sql, [operator, currency])).given;
}
