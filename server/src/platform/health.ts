import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import type { Database } from './database.ts';

/** `/healthz`: this process runs. `/readyz`: it can serve requests, which needs the database. */
export function healthRoutes(app: FastifyInstance, db: Database): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (request) => {
    try {
      await db.query('select 1');
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
    }
    return { status: 'ok' };
  });
}
