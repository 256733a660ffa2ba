import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import type { Platform } from './routes.ts';

/**
 * `/healthz`: this process runs. `/readyz`: it can serve requests, which needs the database, and is not about to stop.
 * Warnings are told beside: a request of a stranger may raise one, and must not make a node unready.
 */
export function healthRoutes(at: FastifyInstance, { db, warnings, drain }: Platform): void {
  const notReady = new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
  at.get('/healthz', async () => ({ status: 'ok' }));
  at.get('/readyz', async (request) => {
    if (drain.isDraining()) throw notReady;
    try {
      await db.query('select 1');
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      throw notReady;
    }
    const standing = warnings.standing();
    return { status: 'ok', ...(standing.length > 0 && { warnings: standing }) };
  });
}
