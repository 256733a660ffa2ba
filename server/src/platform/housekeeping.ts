import { LONGEST_WINDOW_SECONDS } from './budgets.ts';
import { type Database, many, type Queryable } from './database.ts';
import type { Platform } from './routes.ts';
import { removeAbandonedUploads } from './uploads.ts';

/** Removes rows that no longer mean anything, from tables of its own slice. */
export type Sweep = (db: Database) => Promise<void>;

const SWEEP_EVERY_MS = 10 * 60_000;
const AT_ONCE = 5_000;

/**
 * Sweeps now and then until the app is closed; of all nodes one does. Answers a function that sweeps at once, for when
 * the clock was moved.
 */
export function keepHouse({ app, config, db }: Platform, slices: readonly Sweep[]): () => Promise<void> {
  const sweepAll = async () => {
    for (const sweep of [sweepPlatform, ...slices]) await sweep(db);
  };
  const sweepInTurn = async () => {
    if (await takeTurn(db, SWEEP_EVERY_MS / 2)) await sweepAll();
  };
  const sweeping = setInterval(() => {
    Promise.all([sweepInTurn(), removeAbandonedUploads(config.uploadsDir)]).catch((error: unknown) =>
      app.log.warn({ err: error }, 'sweep failed'),
    );
  }, SWEEP_EVERY_MS);
  app.addHook('onClose', async () => clearInterval(sweeping));
  return sweepAll;
}

/** True for one node, and for none again until the time has passed. */
export async function takeTurn(db: Queryable, ms: number): Promise<boolean> {
  const sql = `update sweeper_lease set due_at = clock_timestamp() + $1 * interval '1 millisecond'
    where due_at <= clock_timestamp()`;
  return (await db.query(sql, [ms])).rowCount === 1;
}

/** Deletes the rows that `where` names, a few thousand by each statement: none of them holds up others for long. */
export async function deleteInBatches(
  db: Queryable,
  table: string,
  where: string,
  values: unknown[] = [],
): Promise<void> {
  const sql = `delete from ${table} where ctid in (select ctid from ${table} where ${where} limit ${AT_ONCE})`;
  for (let deleted = AT_ONCE; deleted === AT_ONCE; ) deleted = (await db.query(sql, values)).rowCount ?? 0;
}

async function sweepPlatform(db: Database): Promise<void> {
  await deleteInBatches(db, 'rate_limit_events', 'at < app_now() - make_interval(secs => $1)', [
    LONGEST_WINDOW_SECONDS,
  ]);
  await deleteInBatches(db, 'operator_sessions', 'expires_at < app_now()');
  // An ended sign-in is kept for a while, so that its bearer is told what happened to it.
  await deleteInBatches(db, 'sessions', `expires_at < app_now() - interval '30 days'`);
  await many(db, 'select idempotency_forget()');
}
