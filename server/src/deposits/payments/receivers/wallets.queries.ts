import type { Currency } from '@krapao/contract/money.ts';
import { many, maybeOne, one, type Queryable, type Transaction } from '../../../platform/database.ts';
import { leaseDue } from '../../../platform/due-work.ts';
import { type FeedAccount, feedsIn } from '../feeds/feeds.queries.ts';
import { type PaymentReport, TRUEMONEY } from '../ingest/payment-report.ts';

/** A True Wallet of ours, in the form of any account that members pay to. */
type DepositWallet = {
  bank_code: string;
  account_no: string;
  account_name: string;
  mode: 'AUTO' | 'GIFT';
  currency: Currency;
  is_open: boolean;
};

const COLUMNS = `'${TRUEMONEY}' as bank_code, phone as account_no, account_name, mode, currency, is_open`;

export function depositWallets(db: Queryable): Promise<DepositWallet[]> {
  return many<DepositWallet>(db, `select ${COLUMNS} from deposit_wallets order by phone`);
}

export function lockWallet(tx: Transaction, phone: string): Promise<DepositWallet | null> {
  return maybeOne<DepositWallet>(tx, `select ${COLUMNS} from deposit_wallets where phone = $1 for no key update`, [
    phone,
  ]);
}

/** A wallet that exists already is opened again, under the name that is given now. */
export function openWallet(
  tx: Transaction,
  { phone, name, mode }: { phone: string; name: string; mode: DepositWallet['mode'] },
): Promise<DepositWallet> {
  return one<DepositWallet>(
    tx,
    `insert into deposit_wallets (phone, account_name, mode, currency) values ($1, $2, $3, 'BAHT')
      on conflict (phone) do update set is_open = true, account_name = excluded.account_name returning ${COLUMNS}`,
    [phone, name, mode],
  );
}

export function closeWallet(tx: Transaction, phone: string): Promise<DepositWallet> {
  const sql = `update deposit_wallets set is_open = false where phone = $1 returning ${COLUMNS}`;
  return one<DepositWallet>(tx, sql, [phone]);
}

const FEEDS = feedsIn('deposit_wallets', `mode = 'AUTO'`);

export function takeWalletsToRead(db: Queryable, limit: number, leaseMs: number): Promise<FeedAccount[]> {
  const returning = `id, '${TRUEMONEY}' as bank_code, phone as account_no, mode, currency, feed_cursor, read_to`;
  return leaseDue<FeedAccount>(db, FEEDS, { limit, next: leaseMs, returning });
}

/** A wallet that is new here may have a history elsewhere. An hour's grace: clocks differ. */
export async function wasPaidBeforeOurWallet(
  tx: Transaction,
  { receiverAccount, paidAt }: PaymentReport,
): Promise<boolean> {
  const sql = `select from deposit_wallets where phone = $1 and $2::timestamptz < added_at - interval '1 hour'`;
  return (await maybeOne(tx, sql, [receiverAccount, paidAt])) !== null;
}

type PhoneOwner = { id: string; bank_account_name: string; is_phone_verified: boolean; created_at: Date };

export function membersWithPhone(tx: Transaction, phone: string, currency: Currency): Promise<PhoneOwner[]> {
  const sql = `select id, bank_account_name, is_phone_verified, created_at from members
    where phone = $1 and currency = $2 order by id`;
  return many<PhoneOwner>(tx, sql, [phone, currency]);
}
