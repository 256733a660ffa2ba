import type { Currency } from '@krapao/contract/money.ts';
import { many, maybeOne, one, type Queryable, type Transaction } from '../../../platform/database.ts';
import { type FeedAccount, tableOf } from '../feeds/feeds.queries.ts';
import { TRUEMONEY } from '../ingest/payment-report.ts';

/** An account of ours that members pay to, as operators know it. */
type DepositBank = {
  bank_code: string;
  account_no: string;
  account_name: string;
  bank_type: 'BANK' | 'PAYMENT';
  mode: 'AUTO' | 'SMS';
  currency: Currency;
  is_open: boolean;
  /** Whether its feed and slips tell one payment by one reference. */
  shares_references: boolean;
};

const COLUMNS = 'bank_code, account_no, account_name, bank_type, mode, currency, is_open, shares_references';

export function depositBanks(db: Queryable): Promise<DepositBank[]> {
  return many<DepositBank>(db, `select ${COLUMNS} from deposit_banks order by bank_code, account_no`);
}

export type Receiver = { currency: Currency; is_reported_by_sms: boolean };

export function findReceiver(db: Queryable, bank: string, account: string): Promise<Receiver | null> {
  const sql = `select currency, mode = 'SMS' as is_reported_by_sms from deposit_banks
      where bank_code = upper($1) and account_no = $2
    union all select currency, false from deposit_wallets where upper($1) = '${TRUEMONEY}' and phone = $2
    order by is_reported_by_sms desc limit 1`;
  return maybeOne<Receiver>(db, sql, [bank, account]);
}

/** Our account, one row for each mode in which its payments are reported. */
export function lockDepositBanks(tx: Transaction, bank: string, account: string): Promise<DepositBank[]> {
  const sql = `select ${COLUMNS} from deposit_banks where bank_code = upper($1) and account_no = $2
    order by id for no key update`;
  return many<DepositBank>(tx, sql, [bank, account]);
}

/** An account that exists already is opened again, under the name that is given now. */
export function openDepositBank(
  tx: Transaction,
  receiver: Omit<DepositBank, 'is_open' | 'shares_references'>,
): Promise<DepositBank> {
  const { bank_code, account_no, mode, currency, account_name, bank_type } = receiver;
  return one<DepositBank>(
    tx,
    `insert into deposit_banks (bank_code, account_no, mode, currency, account_name, bank_type)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (bank_code, account_no, mode) do update set is_open = true, account_name = excluded.account_name
      returning ${COLUMNS}`,
    [bank_code, account_no, mode, currency, account_name, bank_type],
  );
}

export function closeDepositBanks(tx: Transaction, bank: string, account: string): Promise<DepositBank[]> {
  const sql = `update deposit_banks set is_open = false where bank_code = upper($1) and account_no = $2
    returning ${COLUMNS}`;
  return many<DepositBank>(tx, sql, [bank, account]);
}

/** How far the feeds of our account were read, one for each mode. */
export async function lockFeeds(tx: Transaction, bank: string, account: string): Promise<FeedAccount[]> {
  const ofBank = `select id, bank_code, account_no, mode, currency, feed_cursor, read_to
    from deposit_banks where bank_code = $1 and account_no = $2 and bank_type = 'BANK' order by id for no key update`;
  const ofWallet = `select id, $1 as bank_code, phone as account_no, mode, currency, feed_cursor, read_to
    from deposit_wallets where phone = $2 and mode = 'AUTO' for no key update`;
  const code = bank.toUpperCase();
  return many<FeedAccount>(tx, code === TRUEMONEY ? ofWallet : ofBank, [code, account]);
}

/** The feed is read from there at once. */
export async function setFeedCursor(tx: Transaction, feed: FeedAccount, cursor: bigint): Promise<FeedAccount> {
  const sql = `update ${tableOf(feed)} set feed_cursor = $2, read_at = clock_timestamp() where id = $1`;
  await tx.query(sql, [feed.id, cursor]);
  return { ...feed, feed_cursor: cursor };
}

export function writeSharesReferences(tx: Transaction, bank: string, account: string, shares: boolean) {
  const sql = `update deposit_banks set shares_references = $3 where bank_code = upper($1) and account_no = $2
    returning ${COLUMNS}`;
  return many<DepositBank>(tx, sql, [bank, account, shares]);
}

/** A line of a feed, or a gateway's answer about a member's QR code, that could not be read. */
type UnparsedReport = {
  id: bigint;
  bank_code: string;
  account_no: string;
  member_id: string | null;
  content: string;
  why: string;
};

export function unparsedReports(db: Queryable, limit: number): Promise<UnparsedReport[]> {
  const sql = `select id, bank_code, account_no, member_id, content, why from unparsed_reports
    where done_at is null order by id limit $1`;
  return many<UnparsedReport>(db, sql, [limit]);
}

type LookedAt = { id: bigint; done_at: Date | null };

export function lockUnparsedReport(tx: Transaction, id: string): Promise<LookedAt | null> {
  const sql = 'select id, done_at from unparsed_reports where id::text = $1 and done_at is null for update';
  return maybeOne<LookedAt>(tx, sql, [id]);
}

export function markLookedAt(tx: Transaction, id: bigint): Promise<LookedAt> {
  return one<LookedAt>(tx, 'update unparsed_reports set done_at = app_now() where id = $1 returning id, done_at', [id]);
}
