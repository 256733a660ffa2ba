import type { FastifyInstance } from 'fastify';
import { networkOf } from './addresses.ts';
import { addressOf } from './routes.ts';

/**
 * One line per answer. It names the route and not the address asked for, since some of those carry passwords; the member;
 * and the network that the request came from, not the address.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { member, method } = request;
    const route = request.routeOptions.url ?? 'no route';
    const answered = { method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    const caller = { network: networkOf(addressOf(request)), ...(member && { member: member.memberId }) };
    request.log.info({ ...answered, ...caller }, 'answered');
  });
}
