import type { Currency, Minor } from '@krapao/contract/money.ts';
import type pg from 'pg';
import { type Books, inTransaction } from '../books.ts';

/** A payout is paid once `due_at` has passed. No timer is needed, so a restart of the sandbox delays nothing. */
export const payoutTables = `
  create table if not exists payouts (
    id bigint generated always as identity primary key,
    reference text not null unique,
    -- 'closed': the reference was closed before its payout came, so nothing else is known. 'silent' is decided by hand.
    -- 'bounced': paid, and sent back by the bank.
    fate text not null,
    due_at timestamptz not null,
    amount bigint check (amount > 0),
    currency text,
    bank text,
    account text,
    name text
  );
  alter table payouts drop constraint if exists payouts_fate_check;
  alter table payouts add constraint payouts_fate_check
    check (fate in ('paid', 'refused', 'silent', 'closed', 'bounced'));
  create table if not exists payout_fates (
    id bigint generated always as identity primary key,
    fate text not null
  )`;

export type PayoutOrder = {
  reference: string;
  amount: Minor;
  currency: Currency;
  bank: string;
  account: string;
  name: string;
};
export type Fate = 'paid' | 'refused' | 'silent';
export type PayoutState = 'pending' | 'paid' | 'refused' | 'closed' | 'bounced';
export type Payout = Omit<PayoutOrder, 'amount'> & { amount: string; state: PayoutState; is_silent: boolean };

export const STATE = `case when fate = 'closed' then fate
  when fate = 'silent' or due_at > clock_timestamp() then 'pending' else fate end`;

const COLUMNS = `reference, amount, currency, bank, account, name, ${STATE} as state, fate = 'silent' as is_silent`;
const PAID_AFTER_SECONDS = 2;
const LIST_LENGTH = 20;

/** Accepts one payout per reference. `reused`: the reference belongs to another payout. */
export function acceptPayout(books: Books, order: PayoutOrder): Promise<PayoutState | 'reused'> {
  return inTransaction(books, async (client) => {
    const { reference, amount, currency, bank, account, name } = order;
    const { rowCount } = await client.query(
      `insert into payouts (reference, amount, currency, bank, account, name, fate, due_at)
       values ($1, $2, $3, $4, $5, $6, 'paid', clock_timestamp() + interval '${PAID_AFTER_SECONDS} s')
       on conflict (reference) do nothing`,
      [reference, amount, currency, bank, account, name],
    );
    if (rowCount === 1) await applyOrderedFate(client, reference);
    const made = await findPayout(client, reference);
    return made && (made.state === 'closed' || isSame(made, order)) ? made.state : 'reused';
  });
}

async function applyOrderedFate(client: pg.PoolClient, reference: string): Promise<void> {
  const { rows } = await client.query<{ fate: Fate }>(
    `delete from payout_fates where id = (select id from payout_fates order by id limit 1 for update skip locked)
     returning fate`,
  );
  if (rows[0]) await client.query('update payouts set fate = $2 where reference = $1', [reference, rows[0].fate]);
}

function isSame(made: Payout, order: PayoutOrder): boolean {
  const { currency, bank, account, name } = order;
  return (
    BigInt(made.amount) === order.amount &&
    made.currency === currency &&
    made.bank === bank &&
    made.account === account &&
    made.name === name
  );
}

export async function findPayout(books: Pick<Books, 'query'>, reference: string): Promise<Payout | undefined> {
  const { rows } = await books.query<Payout>(`select ${COLUMNS} from payouts where reference = $1`, [reference]);
  return rows[0];
}

/** Reserves an unknown reference, so that a payout under it can no longer arrive. */
export async function closePayout(books: Books, reference: string): Promise<PayoutState> {
  await books.query(
    `insert into payouts (reference, fate, due_at) values ($1, 'closed', clock_timestamp())
     on conflict (reference) do nothing`,
    [reference],
  );
  return (await findPayout(books, reference))?.state ?? 'closed';
}

/** The bank sends a paid payout back. */
export async function bouncePayout(books: Books, reference: string): Promise<void> {
  await books.query(`update payouts set fate = 'bounced' where reference = $1 and fate = 'paid'`, [reference]);
}

/** `false`: the payout does not wait for a decision. */
export async function decidePayout(books: Books, reference: string, fate: 'paid' | 'refused'): Promise<boolean> {
  const { rowCount } = await books.query(
    `update payouts set fate = $2, due_at = clock_timestamp() where reference = $1 and fate = 'silent'`,
    [reference, fate],
  );
  return rowCount === 1;
}

export async function listPayouts(books: Books): Promise<Payout[]> {
  const { rows } = await books.query<Payout>(
    `select ${COLUMNS} from payouts where fate <> 'closed' order by id desc limit ${LIST_LENGTH}`,
  );
  return rows;
}

export async function orderFate(books: Books, fate: Fate): Promise<void> {
  await books.query('insert into payout_fates (fate) values ($1)', [fate]);
}

export async function listFates(books: Books): Promise<Fate[]> {
  const { rows } = await books.query<{ fate: Fate }>('select fate from payout_fates order by id');
  return rows.map(({ fate }) => fate);
}
