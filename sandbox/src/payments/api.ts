import { createHmac } from 'node:crypto';
import { type Minor, parseMoney } from '@krapao/contract/money.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Answer, answer, type FaultPoint, send } from '../faults.ts';
import { type Fields, jsonFields } from '../games/dialect.ts';
import { isSame } from '../games/signatures.ts';
import type { Sandbox } from '../sandbox.ts';

/** One call that the product makes to a party. */
export type ApiCall = {
  method: 'GET' | 'POST';
  url: string;
  point: FaultPoint | ((fields: Fields) => FaultPoint | undefined);
  perform: (fields: Fields) => Promise<Answer>;
};

/** How a party recognises the product, and its answer to any other caller. */
export type Door = { isOpen: (request: FastifyRequest) => boolean | Promise<boolean>; closed: Answer };

const WINDOW_MS = 5 * 60_000;

export const BAD_REQUEST: Answer = { status: 400, body: { code: 'bad_request' } };
export const NOT_FOUND: Answer = { status: 404, body: { code: 'not_found' } };
export const REJECTED: Answer = { status: 422, body: { code: 'rejected' } };

export const AmountText = Type.String({ pattern: '^\\d{1,10}\\.\\d\\d$' });

/** Reads an amount whose format was checked. `null` for zero. */
export function amountOf(text: string): Minor | null {
  return parseMoney(text) || null;
}

/** Signatures cover the body as it was sent, so the body stays unparsed. */
export function registerUnparsed({ http }: Sandbox, addRoutes: (scope: FastifyInstance) => void): void {
  http.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    addRoutes(scope);
  });
}

export function registerApi(sandbox: Sandbox, door: Door, calls: ApiCall[]): void {
  registerUnparsed(sandbox, (scope) => {
    for (const { method, url, point, perform } of calls) {
      scope.route({
        method,
        url,
        handler: async (request, reply) => {
          if (!(await door.isOpen(request))) return send(reply, door.closed);
          const fields = { ...jsonFields(request.body), ...(request.query as object), ...(request.params as object) };
          const at = typeof point === 'function' ? point(fields) : point;
          return at ? answer(sandbox, reply, at, () => perform(fields)) : send(reply, NOT_FOUND);
        },
      });
    }
  });
}

/** Opens to calls with `x-signature` over `timestamp.rawBody`, no older than five minutes of real time. */
export function signedDoor(key: string): Door {
  return {
    isOpen: ({ headers, body }) => {
      const timestamp = String(headers['x-timestamp']);
      const isRecent = Math.abs(Date.now() - Number(timestamp)) <= WINDOW_MS;
      return isRecent && isSame(headers['x-signature'], sign(key, timestamp, String(body ?? '')));
    },
    closed: { status: 401, body: { code: 'bad_signature' } },
  };
}

export function sign(key: string, timestamp: string, rawBody: string): string {
  return createHmac('sha256', key).update(`${timestamp}.${rawBody}`).digest('hex');
}

export function bearerDoor(key: string): Door {
  return {
    isOpen: ({ headers }) => isSame(headers.authorization, `Bearer ${key}`),
    closed: { status: 401, body: { code: 'unauthorized' } },
  };
}
