import type { FastifyInstance } from 'fastify';
import { isApiCall } from './routes.ts';

const POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The reference page starts itself by an inline script and styles itself; nothing of a member's is on it. */
const REFERENCE_POLICY = `${POLICY}; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'`;

export function secureHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const isReference = request.url === '/reference' || request.url.startsWith('/reference/');
    reply.headers({
      'content-security-policy': isReference ? REFERENCE_POLICY : POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'cross-origin-opener-policy': 'same-origin',
    });
    // A browser obeys it only over TLS, which ends at a proxy that TRUST_PROXY names.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (isApiCall(request)) reply.header('cache-control', 'no-store');
  });
}
