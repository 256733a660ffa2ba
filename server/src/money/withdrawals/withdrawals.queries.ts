import type { RETURN_REASONS } from '@krapao/contract/money/limits.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import { many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import { leaseDue, putOff, retriedTable } from '../../platform/due-work.ts';

export type WithdrawalKey = { memberId: string; id: string };

/** The id of the transfer that brings money home: random, and written with the withdrawal. */
export async function gatheringIdOf(db: Queryable, { memberId, id }: WithdrawalKey): Promise<string> {
  const sql = 'select gathering_id as id from withdrawals where member_id = $1 and id = $2';
  return (await one<{ id: string }>(db, sql, [memberId, id])).id;
}

export type ReturnReason = (typeof RETURN_REASONS)[number];

type OpenState = 'gathering' | 'held' | 'checking' | 'called';

/** What keeps a held withdrawal from the channel for now: it goes on by itself afterwards. */
export type WaitsFor = 'blocked' | 'paused' | 'late move' | 'ceiling';

export type Withdrawal = {
  member_id: string;
  id: string;
  call: string;
  amount: Minor;
  currency: Currency;
  bank_code: string;
  bank_account_no: string;
  bank_account_name: string;
  state: OpenState | 'paid' | 'returned' | 'refused' | 'cancelled';
  /** How long ago, in real time, the payout channel was about to be called. */
  called_ms_ago: number | null;
  /** For how long, in real time, the channel has said that it did not pay; null: it does not say so. */
  refused_ms: number | null;
  tries: number;
  waits_for: WaitsFor | null;
  /** The channel may have paid it in what the database lost. */
  may_have_left: boolean;
};

const COLUMNS = `member_id, id, call, amount, currency, bank_code, bank_account_no, bank_account_name, state, tries, waits_for, may_have_left,
  extract(epoch from clock_timestamp() - called_at)::float8 * 1000 as called_ms_ago,
  extract(epoch from clock_timestamp() - refused_since)::float8 * 1000 as refused_ms`;

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
  { from, to, why = null }: { from: OpenState; to: Withdrawal['state']; why?: ReturnReason | null },
): Promise<boolean> {
  const isOver = to === 'paid' || to === 'returned' || to === 'refused' || to === 'cancelled';
  const { rowCount } = await tx.query(
    `update withdrawals set state = $4, waits_for = null,
        called_at = case when $4 = 'called' then clock_timestamp() else called_at end,
        sent_at = case when $4 = 'called' then app_now() else sent_at end,
        tries = case when $4 = 'called' then 0 else tries end,
        next_try_at = case when $5 or $4 = 'checking' then null when $4 = 'held' then clock_timestamp() else next_try_at end,
        finished_at = case when $5 then app_now() end, returned_why = $6
      where member_id = $1 and id = $2 and state = $3`,
    [memberId, id, from, to, isOver, why],
  );
  return rowCount === 1;
}

/** The money was set aside just now: until `leaveAfterMs` from now the withdrawal stays here, and can be cancelled. */
export async function noteHeld(tx: Transaction, { memberId, id }: WithdrawalKey, leaveAfterMs: number): Promise<void> {
  const sql = `update withdrawals set held_at = app_now(), leaves_at = at, next_try_at = at
    from (select clock_timestamp() + $3 * interval '1 millisecond' as at) leaving
    where member_id = $1 and id = $2 and state = 'held'`;
  await tx.query(sql, [memberId, id, leaveAfterMs]);
}

/** Notes since when the channel says that it did not pay, or that it no longer says so. */
export async function noteRefused(db: Queryable, { memberId, id }: WithdrawalKey, isRefused: boolean): Promise<void> {
  const sql = `update withdrawals set refused_since = case when $3 then coalesce(refused_since, clock_timestamp()) end
    where member_id = $1 and id = $2 and state = 'called'`;
  await db.query(sql, [memberId, id, isRefused]);
}

export async function isWithdrawing(db: Queryable, memberId: string): Promise<boolean> {
  const sql = `select exists (select from withdrawals
    where member_id = $1 and state in ('gathering', 'held', 'checking', 'called')) as yes`;
  return (await one<{ yes: boolean }>(db, sql, [memberId])).yes;
}

export type Stepped = Pick<Withdrawal, 'id' | 'amount' | 'state'> & {
  returned_why: ReturnReason | null;
  finished_at: Date | null;
  /** By the product's clock, before which it does not leave; null once it may. */
  leaves_at: Date | null;
  can_cancel: boolean;
};

const STEPPED = `id, amount, state, returned_why, finished_at,
  case when leaves_at > clock_timestamp() then app_now() + (leaves_at - clock_timestamp()) end as leaves_at,
  state in ('gathering', 'held', 'checking') and not may_have_left and not money_stands_still() as can_cancel`;

export function steppedOf(db: Queryable, memberId: string, ids: string[]): Promise<Stepped[]> {
  const sql = `select ${STEPPED} from withdrawals where member_id = $1 and id = any ($2)`;
  return many<Stepped>(db, sql, [memberId, ids]);
}

export function openOf(db: Queryable, memberId: string): Promise<Stepped[]> {
  const sql = `select ${STEPPED} from withdrawals
    where member_id = $1 and state in ('held', 'checking', 'called') order by created_at, id`;
  return many<Stepped>(db, sql, [memberId]);
}

const DUE_WITHDRAWALS = retriedTable('withdrawals', ['member_id', 'id'], 'next_try_at is not null');

export function takeDueWithdrawals(db: Queryable, limit: number, leaseMs: number): Promise<Withdrawal[]> {
  return leaseDue<Withdrawal>(db, DUE_WITHDRAWALS, { limit, next: leaseMs, returning: COLUMNS });
}

export function tryWithdrawalIn(db: Queryable, { memberId, id }: WithdrawalKey, waitMs: number): Promise<void> {
  return putOff(db, DUE_WITHDRAWALS, [memberId, id], waitMs);
}

type PendingWithdrawal = Pick<
  Withdrawal,
  'id' | 'member_id' | 'state' | 'amount' | 'currency' | 'tries' | 'waits_for'
> & { age: string };

export function pendingWithdrawals(db: Queryable, limit: number): Promise<PendingWithdrawal[]> {
  return many<PendingWithdrawal>(
    db,
    `select id, member_id, state, amount, currency, tries, waits_for, date_trunc('second', app_now() - created_at)::text as age
      from withdrawals where state in ('gathering', 'held', 'checking', 'called') order by created_at limit $1`,
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
