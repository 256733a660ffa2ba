import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { sharesOf } from './addresses.ts';
import { AppError } from './app-error.ts';
import { countedPerMinute } from './counted-per-minute.ts';
import { addressOf, isApiCall } from './routes.ts';

/** Refuses what a network asks beyond its budget of a minute, on this node, before anything is read for it. */
export function limitRequests(app: FastifyInstance, config: Config): void {
  const isWithinBudget = countedPerMinute(config.requestsPerAddressAMinute);
  app.addHook('onRequest', async (request) => {
    if (!readsDatabase(request) || isWithinBudget(sharesOf(addressOf(request)))) return;
    throw new AppError('REQUEST_LIMIT', { retryAfterSeconds: 60 });
  });
}

/** Pages and their files come from memory and disk; callbacks are signed, and come from few addresses. */
function readsDatabase(request: FastifyRequest): boolean {
  return isApiCall(request) || request.url.startsWith('/media/');
}
