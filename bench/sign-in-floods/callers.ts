import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { isIPv6 } from 'node:net';

/** How callers reach the service. */
export type Way = {
  name: string;
  /** Where the service listens, for callers of IPv4 and of IPv6. */
  urls: { ipv4: string; ipv6: string };
  /**
   * The authority that the service's certificate is of, where the caller's connection comes from the caller's address.
   * Without one, `X-Forwarded-For` names the address to the node.
   */
  ca?: string;
};

type Call = { method: string; path: string; token?: string; body: object };
export type Answer = { status: number; token: string | undefined; ms: number };
export type Send = (address: string, call: Call) => Promise<Answer>;

const GIVEN_UP_MS = 60_000;

/** Calls of one address share its connections. */
export function callersOn({ urls, ca }: Way): { send: Send; disconnect: () => void } {
  const agents = new Map<string, PlainAgent>();
  const agentOf = (address: string) => {
    const agent =
      agents.get(address) ??
      (ca ? new TlsAgent({ keepAlive: true, ca, localAddress: address }) : new PlainAgent({ keepAlive: true }));
    agents.set(address, agent);
    return agent;
  };
  const request = ca ? tlsRequest : plainRequest;
  const send: Send = (address, { method, path, token, body }) => {
    const payload = JSON.stringify(body);
    const headers = {
      'x-api-key': 'member-web',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(!ca && { 'x-forwarded-for': address }),
    };
    const url = (isIPv6(address) ? urls.ipv6 : urls.ipv4) + path;
    const began = performance.now();
    return new Promise((settle) => {
      const end = (status: number, answered?: string) =>
        settle({ status, token: answered, ms: performance.now() - began });
      const asked = request(url, { method, headers, agent: agentOf(address), timeout: GIVEN_UP_MS }, async (answer) => {
        const text = (await answer.toArray()).join('');
        end(answer.statusCode ?? 0, answer.statusCode === 200 ? JSON.parse(text).token : undefined);
      });
      asked.on('timeout', () => asked.destroy());
      asked.on('error', () => end(0));
      asked.end(payload);
    });
  };
  return {
    send,
    disconnect: () => {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}
