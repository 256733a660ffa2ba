import { AppError } from './app-error.ts';
import { type Database, inTransaction, one, type Queryable, type Transaction } from './database.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** How often something may happen to one subject (a phone, an address) within a sliding window. */
export type Budget = {
  scope: string;
  subject: string;
  limit: number;
  windowSeconds: number;
  /** How much this once takes of the limit; usually 1. */
  amount?: number;
};

/** No budget looks further back than this; older attempts are swept. */
export const LONGEST_WINDOW_SECONDS = 60 * 60;

export async function requireBudget(db: Queryable, ...budgets: Budget[]): Promise<void> {
  for (const { scope, subject, limit, windowSeconds, amount = 1 } of budgets) {
    // There is room again when the newest attempt leaves the window that, with all after it, takes too much.
    const used = await one<{ amount: number; free_in: number | null }>(
      db,
      `select coalesce(sum(amount), 0)::float8 as amount, extract(epoch from
          max(at) filter (where since > $4::bigint - $5::bigint) + make_interval(secs => $3) - app_now())::float8 as free_in
        from (select at, amount, sum(amount) over (order by at desc) as since from (
            select at, amount from rate_limit_events
              where scope = $1 and subject = $2 and at > app_now() - make_interval(secs => $3)
              order by at desc limit $4) recent) counted`,
      [scope, subject, windowSeconds, limit, amount],
    );
    if (used.amount + amount > limit)
      throw new AppError('REQUEST_LIMIT', { retryAfterSeconds: used.free_in ?? windowSeconds });
  }
}

export async function spend(db: Queryable, ...budgets: Budget[]): Promise<void> {
  const sql = `insert into rate_limit_events (scope, subject, amount)
    select * from unnest($1::text[], $2::text[], $3::bigint[])`;
  await db.query(sql, [
    budgets.map(({ scope }) => scope),
    budgets.map(({ subject }) => subject),
    budgets.map(({ amount = 1 }) => amount),
  ]);
}

/**
 * Checks and spends in one step. Another transaction that spends from the same budget meanwhile waits until this one is
 * over: side by side, all of them would find the last one still there.
 */
export async function spendOrRefuse(tx: Transaction, ...budgets: Budget[]): Promise<void> {
  for (const { scope, subject } of budgets)
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${scope} ${subject}`]);
  await requireBudget(tx, ...budgets);
  await spend(tx, ...budgets);
}

/**
 * The same in a transaction of its own, for what comes in floods: those who share the widest budget, which is the last,
 * take turns on this node before they take a connection, so that a flood holds one of the pool and not all of them.
 */
export async function takeBudgets(db: Database, ...budgets: Budget[]): Promise<void> {
  await inTurn(budgets.at(-1), () => inTransaction(db, (tx) => spendOrRefuse(tx, ...budgets)));
}

/** On this node, the work of those who share a budget is done one after another. */
export function inTurn<T>(shared: Budget | undefined, work: () => Promise<T>): Promise<T> {
  return oneAtATime(`budget ${shared?.scope} ${shared?.subject}`, work);
}

/** Undoes the newest attempt of that amount of each budget, for an action that did not happen after all. */
export async function giveBack(db: Queryable, ...budgets: Budget[]): Promise<void> {
  for (const { scope, subject, amount = 1 } of budgets) {
    await db.query(
      `delete from rate_limit_events where ctid = (select ctid from rate_limit_events
        where scope = $1 and subject = $2 and amount = $3 order by at desc limit 1 for update skip locked)`,
      [scope, subject, amount],
    );
  }
}
