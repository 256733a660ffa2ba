import type { Currency } from '@krapao/contract/money.ts';
import { maybeOne, one, type Queryable } from '../../../platform/database.ts';
import { type DueTable, leaseDue } from '../../../platform/due-work.ts';
import { TRUEMONEY } from '../ingest/payment-report.ts';

/** A bank account or wallet of ours whose feed is read. */
export type FeedAccount = {
  id: bigint;
  bank_code: string;
  account_no: string;
  mode: 'AUTO' | 'SMS';
  currency: Currency;
  feed_cursor: bigint;
  /** How far it was ever read. */
  read_to: bigint;
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
  const returning = 'id, bank_code, account_no, mode, currency, feed_cursor, read_to';
  return leaseDue<FeedAccount>(db, FEEDS, { limit, next: leaseMs, returning });
}

/** Where an account with a feed is kept. */
export function tableOf({ bank_code }: Pick<FeedAccount, 'bank_code'>): 'deposit_banks' | 'deposit_wallets' {
  return bank_code === TRUEMONEY ? 'deposit_wallets' : 'deposit_banks';
}

export async function readFeedAgain(
  db: Queryable,
  feed: FeedAccount,
  { cursor, waitMs, heardUntil = null }: { cursor: bigint; waitMs: number; heardUntil?: Date | null },
): Promise<void> {
  // An operator may have set the cursor back while the page was read.
  await db.query(
    `update ${tableOf(feed)} set feed_cursor = case when feed_cursor = $4 then $2 else feed_cursor end,
      read_to = greatest(read_to, $2), read_at = clock_timestamp() + $3 * interval '1 millisecond',
      heard_until = coalesce($5, heard_until) where id = $1`,
    [feed.id, cursor, waitMs, feed.feed_cursor, heardUntil],
  );
}

/** Since the feed was last read to its end, or the account was added, by the product's clock: what is read now has come since. */
export type Heard = { heardSince: Date; receivedAt: Date };

export function timeOfReading(db: Queryable, feed: FeedAccount): Promise<Heard> {
  const sql = `select coalesce(heard_until, added_at) as "heardSince", app_now() as "receivedAt"
    from ${tableOf(feed)} where id = $1`;
  return one<Heard>(db, sql, [feed.id]);
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

/** An account's feed is read as soon as a worker is free. */
export async function readFeedSoon(db: Queryable, bank: string, accountNo: string): Promise<void> {
  const sql = `update deposit_banks set read_at = clock_timestamp()
    where bank_code = $1 and account_no = $2 and bank_type = 'BANK' and read_at > clock_timestamp()`;
  await db.query(sql, [bank, accountNo]);
}
