import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { AppError } from './app-error.ts';
import { openPerAddress } from './open-per-address.ts';
import { trustedPeers } from './trusted-peers.ts';

/**
 * Refuses more connections than a node takes, of all and of one address, and ends those that only take up room: whose
 * request does not come to its end, or whose answer is not read to its end. One in which nothing moves at all is ended by
 * `connectionTimeout`.
 */
export function limitConnections(app: FastifyInstance, config: Config): void {
  const { requestTimeoutMs, answerTimeoutMs, maxConnections } = config;
  app.server.headersTimeout = requestTimeoutMs;
  app.server.maxConnections = maxConnections;
  const isTrusted = trustedPeers(config);
  const mayOpen = openPerAddress(config.maxConnectionsPerAddress);
  app.server.on('connection', (connection: Socket) => {
    const peer = connection.remoteAddress ?? '';
    if (peer === '' || isTrusted(peer) || mayOpen(peer, connection)) return;
    connection.destroy();
  });
  // A proxy of ours opens a connection for each request of its callers that is under way.
  const mayAsk = openPerAddress(config.maxConnectionsPerAddress);
  app.addHook('onRequest', async ({ ip, socket }, reply) => {
    if (!isTrusted(socket.remoteAddress ?? '') || mayAsk(ip, reply.raw)) return;
    throw new AppError('REQUEST_LIMIT', { retryAfterSeconds: 5 });
  });
  // Node's own deadline for requests is one for all, and has to be that of uploads.
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
    if (!hasBody || routeOptions.config.takesUpload) return;
    const deadline = setTimeout(() => raw.destroy(), requestTimeoutMs).unref();
    for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(deadline));
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    const deadline = setTimeout(() => raw.socket.destroy(), answerTimeoutMs).unref();
    reply.raw.once('close', () => clearTimeout(deadline));
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    takesUpload?: boolean;
  }
}
