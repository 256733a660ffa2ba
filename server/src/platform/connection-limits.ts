import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import { AppError } from './app-error.ts';
import { openPerAddress } from './open-per-address.ts';
import { trustedPeers } from './trusted-peers.ts';

/** How long a client may go on sending after an answer that came before its body did. */
const LINGER_MS = 3_000;

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
    // One that is over already has no address. Asked for now, the address is known for as long as anything is done.
    const peer = connection.remoteAddress;
    if (peer !== undefined && (isTrusted(peer) || mayOpen(peer, connection))) return;
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
    if (!hasBody(raw) || routeOptions.config.takesUpload) return;
    const deadline = setTimeout(() => raw.destroy(), requestTimeoutMs).unref();
    for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(deadline));
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    const deadline = setTimeout(() => raw.socket.destroy(), answerTimeoutMs).unref();
    reply.raw.once('close', () => clearTimeout(deadline));
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    // A body that comes together with the head is read by the next turn.
    if (hasBody(raw) && !raw.complete) await nextTurn();
    endUnlessWhole(raw, reply);
  });
}

/**
 * An answer may come before the body, as a refusal does. A proxy then keeps a place at the node until the body has come
 * whole or the connection is over: so that is over with the answer.
 */
export function endUnlessWhole(request: IncomingMessage, reply: FastifyReply): void {
  if (!hasBody(request) || request.complete) return;
  reply.header('connection', 'close');
  // What ends a connection after its last answer would destroy it at once.
  request.socket.destroySoon = () => endSlowly(request);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Reads on for a moment, so that a client that is still sending gets to read the answer; then the connection ends. */
function endSlowly(request: IncomingMessage): void {
  const { socket } = request;
  request.resume();
  socket.end();
  const ending = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(ending));
  request.once('end', () => socket.destroy());
}

declare module 'fastify' {
  interface FastifyContextConfig {
    takesUpload?: boolean;
  }
}
