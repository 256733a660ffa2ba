import type { Currency, Minor } from '@krapao/contract/money.ts';
import { many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import { derivedId } from '../../platform/derived-id.ts';
import { leaseDue, putOff, retriedTable } from '../../platform/due-work.ts';

export type WithdrawalKey = { memberId: string; id: string };

/** The id of the transfer that brings money home follows from the withdrawal's. */
export function gatheringIdOf({ memberId, id }: WithdrawalKey): string {
  return derivedId(`gathering/${memberId}/${id}`);
}

export type Withdrawal = {
  member_id: string;
  id: string;
  call: string;
  amount: Minor;
  currency: Currency;
  bank_code: string;
  bank_account_no: string;
  bank_account_name: string;
  state: 'gathering' | 'held' | 'called' | 'paid' | 'returned' | 'refused';
  /** How long ago, in real time, the payout channel was about to be called. */
  called_ms_ago: number | null;
  tries: number;
};

const COLUMNS = `member_id, id, call, amount, currency, bank_code, bank_account_no, bank_account_name, state, tries,
  extract(epoch from clock_timestamp() - called_at)::float8 * 1000 as called_ms_ago`;

export function findWithdrawal(db: Queryable, { memberId, id }: WithdrawalKey): Promise<Withdrawal | null> {
  const sql = `select ${COLUMNS} from withdrawals where member_id = $1 and id = $2`;
  return maybeOne<Withdrawal>(db, sql, [memberId, id]);
}

/** The payout goes to the bank account that is registered at this moment. */
export async function insertWithdrawal(
  tx: Transaction,
  withdrawal: Pick<Withdrawal, 'member_id' | 'id' | 'call' | 'amount' | 'currency'> & { state: 'gathering' | 'held' },
  headStartMs: number,
): Promise<{ bankCode: string }> {
  const { member_id, id, call, amount, currency, state } = withdrawal;
  const { rows } = await tx.query<{ bank_code: string }>(
    `insert into withdrawals (member_id, id, call, amount, currency, state, next_try_at,
        bank_code, bank_account_no, bank_account_name)
      select id, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 millisecond',
        bank_code, bank_account_no, bank_account_name from members where id = $1
      returning bank_code`,
    [member_id, id, call, amount, currency, state, headStartMs],
  );
  return { bankCode: rows[0]?.bank_code ?? '' };
}

/** True if this call changed the state; only that caller continues. */
export async function moveWithdrawal(
  tx: Queryable,
  { memberId, id }: WithdrawalKey,
  { from, to }: { from: 'gathering' | 'held' | 'called'; to: Withdrawal['state'] },
): Promise<boolean> {
  const isOver = to === 'paid' || to === 'returned' || to === 'refused';
  const { rowCount } = await tx.query(
    `update withdrawals set state = $4,
        called_at = case when $4 = 'called' then clock_timestamp() else called_at end,
        next_try_at = case when $5 then null when $4 = 'held' then clock_timestamp() else next_try_at end,
        finished_at = case when $5 then app_now() end
      where member_id = $1 and id = $2 and state = $3`,
    [memberId, id, from, to, isOver],
  );
  return rowCount === 1;
}

export async function isWithdrawing(db: Queryable, memberId: string): Promise<boolean> {
  const sql = `select exists (select from withdrawals where member_id = $1 and next_try_at is not null) as yes`;
  return (await one<{ yes: boolean }>(db, sql, [memberId])).yes;
}

const DUE_WITHDRAWALS = retriedTable('withdrawals', ['member_id', 'id'], 'next_try_at is not null');

export function takeDueWithdrawals(db: Queryable, limit: number, leaseMs: number): Promise<Withdrawal[]> {
  return leaseDue<Withdrawal>(db, DUE_WITHDRAWALS, { limit, next: leaseMs, returning: COLUMNS });
}

export function tryWithdrawalIn(db: Queryable, { memberId, id }: WithdrawalKey, waitMs: number): Promise<void> {
  return putOff(db, DUE_WITHDRAWALS, [memberId, id], waitMs);
}

type PendingWithdrawal = Pick<Withdrawal, 'id' | 'member_id' | 'state' | 'amount' | 'currency' | 'tries'> & {
  age: string;
};

export function pendingWithdrawals(db: Queryable, limit: number): Promise<PendingWithdrawal[]> {
  return many<PendingWithdrawal>(
    db,
    `select id, member_id, state, amount, currency, tries, date_trunc('second', app_now() - created_at)::text as age
      from withdrawals where next_try_at is not null order by created_at limit $1`,
    [limit],
  );
}

type NextTry = { member_id: string; id: string; next_try_at: Date; tries: number };

export function lockPending(tx: Transaction, id: string): Promise<NextTry[]> {
  const sql = `select member_id, id, next_try_at, tries from withdrawals where id::text = $1 and next_try_at is not null
    order by member_id for no key update`;
  return many<NextTry>(tx, sql, [id]);
}

/** Makes the withdrawal due, so that a worker takes it up at once. */
export function tryNow(tx: Transaction, id: string): Promise<NextTry[]> {
  const sql = `update withdrawals set next_try_at = clock_timestamp() where id = $1 and next_try_at is not null
    returning member_id, id, next_try_at, tries`;
  return many<NextTry>(tx, sql, [id]);
}
