import { AppError } from './app-error.ts';
import type { Platform } from './routes.ts';

/**
 * `/healthz`: this process runs. `/readyz`: it can serve requests, which needs the database. Warnings are told beside: a
 * request of a stranger may raise one, and must not make a node unready.
 */
export function healthRoutes({ app, db, warnings }: Platform): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request) => {
    try {
      await db.query('select 1');
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
    }
    const standing = warnings.standing();
    return { status: 'ok', ...(standing.length > 0 && { warnings: standing }) };
  });
}
