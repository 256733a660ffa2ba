import proxyAddress from '@fastify/proxy-addr';
import type { Config } from '../config.ts';

/** Whether a connection comes from a proxy of ours, which speaks for many callers. */
export function trustedPeers({ trustProxy }: Config): (peer: string) => boolean {
  const isTrusted = proxyAddress.compile(trustProxy);
  return (peer) => isTrusted(peer, 0);
}
