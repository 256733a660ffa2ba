import { SERVICE } from '@krapao/contract/money/limits.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import { many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { Fetches, LegKey } from './transfers.queries.ts';

type Account = { memberId: string; code: string };

type Fetch = Account & { id: string; amount: Minor; fetches: Fetches };

/** False, and nothing was done, if money is being fetched from the account already. The caller holds the member's lock. */
export async function beginFetch(tx: Transaction, { memberId, code, id, amount, fetches }: Fetch): Promise<boolean> {
  const sql = 'select fetch_begin($1, $2, $3, $4, $5, $6) as begun';
  return (await one<{ begun: boolean }>(tx, sql, [memberId, id, code, amount, fetches, SERVICE])).begun;
}

type FetchedMoney = {
  member_id: string;
  transfer_id: string;
  code: string;
  amount: Minor;
  currency: Currency;
};

export async function addFetched(tx: Transaction, money: FetchedMoney): Promise<void> {
  const { member_id, transfer_id, code, amount, currency } = money;
  await tx.query(
    'insert into fetched_money (member_id, transfer_id, code, amount, currency) values ($1, $2, $3, $4, $5)',
    [member_id, transfer_id, code, amount, currency],
  );
}

/** What was fetched back and is not decided yet, the oldest first. */
export function undecidedMoney(db: Queryable, limit: number): Promise<(FetchedMoney & { age: string })[]> {
  return many<FetchedMoney & { age: string }>(
    db,
    `select member_id, transfer_id, code, amount, currency, date_trunc('second', app_now() - fetched_at)::text as age
      from fetched_money where decision is null order by fetched_at, transfer_id limit $1`,
    [limit],
  );
}

export function undecided(db: Queryable, id: string): Promise<FetchedMoney | null> {
  const sql = `select member_id, transfer_id, code, amount, currency from fetched_money
    where transfer_id::text = $1 and decision is null`;
  return maybeOne<FetchedMoney>(db, sql, [id]);
}

export async function decideFetched(tx: Transaction, id: string, decision: 'given' | 'kept'): Promise<void> {
  await tx.query(
    'update fetched_money set decision = $2, decided_at = app_now() where transfer_id = $1 and decision is null',
    [id, decision],
  );
}

/** Members who owe for late moves, and whose main wallet has something. */
export function payingDebtors(db: Queryable, limit: number): Promise<Owner[]> {
  return many<Owner>(
    db,
    `select distinct leg.member_id as "memberId", main.currency from transfer_legs leg
      join ledger_accounts main on main.member_id = leg.member_id and main.name = 'main' and main.balance > 0
      join ledger_accounts owed on owed.member_id = leg.member_id and owed.name = 'owed' and owed.balance < 0
      where late_debt > 0 limit $1`,
    [limit],
  );
}

export function debtsOf(tx: Transaction, memberId: string): Promise<(LegKey & { late_debt: Minor })[]> {
  const sql = `select member_id, transfer_id, position, code, late_debt from transfer_legs
    where member_id = $1 and late_debt > 0 order by arrived_late_at, transfer_id, position`;
  return many<LegKey & { late_debt: Minor }>(tx, sql, [memberId]);
}

export async function notePaid(tx: Transaction, leg: LegKey, paid: Minor): Promise<void> {
  const { member_id, transfer_id, position } = leg;
  const sql = `update transfer_legs set late_debt = late_debt - $4 where member_id = $1 and transfer_id = $2 and position = $3`;
  await tx.query(sql, [member_id, transfer_id, position, paid]);
}
