import { AppError } from './app-error.ts';
import { one, type Queryable, type Transaction } from './database.ts';

/** How often something may happen to one subject (a phone, an address) within a sliding window. */
export type Budget = { scope: string; subject: string; limit: number; windowSeconds: number };

/** No budget looks further back than this; older attempts are swept. */
export const LONGEST_WINDOW_SECONDS = 60 * 60;

export async function requireBudget(db: Queryable, ...budgets: Budget[]): Promise<void> {
  for (const { scope, subject, limit, windowSeconds } of budgets) {
    const used = await one<{ times: number; free_in: number | null }>(
      db,
      `select count(*)::int as times,
          extract(epoch from min(at) + make_interval(secs => $3) - app_now())::float8 as free_in
        from (select at from attempts where scope = $1 and subject = $2 and at > app_now() - make_interval(secs => $3)
          order by at desc limit $4) recent`,
      [scope, subject, windowSeconds, limit],
    );
    if (used.times >= limit) throw new AppError('REQUEST_LIMIT', { retryAfterSeconds: used.free_in ?? windowSeconds });
  }
}

export async function spend(db: Queryable, ...budgets: Budget[]): Promise<void> {
  await db.query('insert into attempts (scope, subject) select * from unnest($1::text[], $2::text[])', [
    budgets.map(({ scope }) => scope),
    budgets.map(({ subject }) => subject),
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

/** Undoes the newest attempt of each budget, for an action that did not happen after all. */
export async function giveBack(db: Queryable, ...budgets: Budget[]): Promise<void> {
  for (const { scope, subject } of budgets) {
    await db.query(
      `delete from attempts where ctid = (select ctid from attempts where scope = $1 and subject = $2
        order by at desc limit 1 for update skip locked)`,
      [scope, subject],
    );
  }
}
