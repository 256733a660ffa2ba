import type { Platform } from './routes.ts';
import { trustedPeers } from './trusted-peers.ts';

const HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

/**
 * A proxy that is not named in TRUST_PROXY makes all its callers one: they share every budget, and one of them can keep
 * the others out. A stranger can send such headers too, so they stop nothing: they are only told.
 */
export function noticeForwardedHeaders({ app, config, warnings }: Platform): void {
  const isTrusted = trustedPeers(config);
  app.addHook('onRequest', async ({ headers, socket }) => {
    const peer = socket.remoteAddress ?? '';
    if (!HEADERS.some((name) => headers[name] !== undefined) || peer === '' || isTrusted(peer)) return;
    const message = 'forwarded headers of a peer that TRUST_PROXY does not name: its callers all count as one address';
    warnings.raise('FORWARDED_HEADERS_IGNORED', message, { peer });
  });
}
