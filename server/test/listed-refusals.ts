import { calls } from '@krapao/contract/calls.ts';
import { refusalsOf } from '@krapao/contract/refusals.ts';
import type { CallSchema } from '@krapao/contract/schemas.ts';
import type { FastifyInstance } from 'fastify';
import { atTheEnd } from './at-the-end.ts';

const CALLS = new Map<string, CallSchema>(Object.entries(calls));

/** Whatever a test asks for: a refusal that the contract does not list for its call fails the test file. */
export function keepToListedRefusals(app: FastifyInstance): void {
  const unlisted = new Set<string>();
  app.addHook('onSend', async ({ method, routeOptions }, { statusCode }, payload) => {
    const name = `${method} ${routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}')}`;
    const call = CALLS.get(name);
    if (!call || typeof payload !== 'string' || (statusCode === 200 && !call.refusesInReply)) return;
    const code = refusalIn(statusCode, JSON.parse(payload));
    const listed = statusCode === 200 ? call.refusesInReply : refusalsOf(name, call);
    if (code !== null && !Object.hasOwn(listed ?? {}, code)) unlisted.add(`${name}: ${statusCode} ${code}`);
  });
  atTheEnd(async () => {
    if (unlisted.size > 0) throw new Error(`The contract does not list these refusals:\n${[...unlisted].join('\n')}`);
  });
}

type Told = { message?: string; success?: boolean; hasQrcode?: boolean; error?: string };

/** The code of a refusal; null in an answer that is none. */
function refusalIn(status: number, { message, success, hasQrcode, error }: Told): string | null {
  if (status !== 200) return String(message);
  if (success === false) return String(error);
  return hasQrcode === false && message !== undefined ? message : null;
}
