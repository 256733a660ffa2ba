import { LONGEST_WINDOW_SECONDS } from './budgets.ts';
import type { Database } from './database.ts';
import type { Platform } from './routes.ts';
import { removeAbandonedUploads } from './uploads.ts';

/** Removes rows that no longer mean anything, from tables of its own slice. Nodes may run it at the same time. */
export type Sweep = (db: Database) => Promise<void>;

const SWEEP_EVERY_MS = 10 * 60_000;

/**
 * Sweeps now and then until the app is closed. Answers a function that sweeps at once, for when the clock was moved.
 */
export function keepHouse({ app, config, db }: Platform, slices: readonly Sweep[]): () => Promise<void> {
  const sweepAll = async () => {
    for (const sweep of [sweepPlatform, ...slices]) await sweep(db);
  };
  const sweeping = setInterval(() => {
    Promise.all([sweepAll(), removeAbandonedUploads(config.uploadsDir)]).catch((error: unknown) =>
      app.log.warn({ err: error }, 'sweep failed'),
    );
  }, SWEEP_EVERY_MS);
  app.addHook('onClose', async () => clearInterval(sweeping));
  return sweepAll;
}

async function sweepPlatform(db: Database): Promise<void> {
  await db.query('delete from attempts where at < app_now() - make_interval(secs => $1)', [LONGEST_WINDOW_SECONDS]);
  await db.query(`delete from idempotency_keys where created_at < app_now() - interval '30 days'`);
  await db.query('delete from operator_sessions where expires_at < app_now()');
  // An ended sign-in is kept for a while, so that its bearer is told what happened to it.
  await db.query(`delete from sessions where expires_at < app_now() - interval '30 days'`);
}
