import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import type { Database } from './database.ts';
import type { Platform } from './routes.ts';

/** A probe is answered within this time, so that silence tells of a node that hangs and never of its database. */
const PROBE_MS = 300;
/** So long the database may be silent before it counts as away: an answer of a busy moment is late. */
const PATIENCE_MS = 3_000;

/**
 * `/healthz`: this process runs. `/readyz`: it can serve requests. 503 without the database: pages can still be had here,
 * calls cannot. 404 on a node that is about to stop: requests under way are answered, and no new ones should come.
 * Warnings are told beside: a request of a stranger may raise one, and must not make a node unready.
 */
export function healthRoutes(at: FastifyInstance, { app, db, warnings, drain }: Platform): void {
  const isDatabaseThere = databaseWatch(db, app.log);
  at.get('/healthz', async () => ({ status: 'ok' }));
  at.get('/readyz', async (_request, reply) => {
    if (drain.isDraining()) return reply.code(404).send({ status: 'stopping' });
    if (!(await isDatabaseThere())) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
    const standing = warnings.standing();
    return { status: 'ok', ...(standing.length > 0 && { warnings: standing }) };
  });
}

/** Asks the database one question at a time, however many probes there are. What it said last holds while it is asked. */
function databaseWatch(db: Database, log: FastifyBaseLogger): () => Promise<boolean> {
  let isThere = true;
  let asking: { since: number; over: Promise<void> } | null = null;
  const ask = async () => {
    try {
      await db.query('select 1');
      isThere = true;
    } catch (error) {
      log.warn({ err: error }, 'not ready');
      isThere = false;
    }
    asking = null;
  };
  return async () => {
    asking ??= { since: performance.now(), over: ask() };
    const { since, over } = asking;
    await Promise.race([over, delay(PROBE_MS, undefined, { ref: false })]);
    if (asking?.since === since && performance.now() - since > PATIENCE_MS) isThere = false;
    return isThere;
  };
}
