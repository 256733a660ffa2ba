import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { isApiCall } from './routes.ts';

/**
 * Games are played in a frame or a tab of their providers' sites, and some are entered by a form posted there. Sockets
 * are of our own origin, which some browsers want to be named.
 */
const policyFor = (gameSites: string, sockets: string) =>
  [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${sockets}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' ${gameSites}`,
    `frame-src 'self' ${gameSites}`,
    "frame-ancestors 'none'",
  ].join('; ');

export function secureHeaders(
  app: FastifyInstance,
  { games, serviceWebsite }: Pick<Config, 'games' | 'serviceWebsite'>,
): void {
  const sites = new Set(Object.values(games).flatMap(({ site }) => (site ? [new URL(site).origin] : [])));
  const policy = policyFor([...sites].join(' '), new URL(serviceWebsite).origin.replace(/^http/, 'ws'));
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'cross-origin-opener-policy': 'same-origin',
    });
    // A browser obeys this header only over TLS, which ends at a proxy that TRUST_PROXY names.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (isApiCall(request)) reply.header('cache-control', 'no-store');
  });
}
