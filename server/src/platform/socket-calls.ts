import { calls } from '@krapao/contract/calls.ts';
import type { SocketAnswer } from '@krapao/contract/realtime.ts';
import type { FastifyError } from 'fastify';
import { failureOf, refusalFor } from './failures.ts';
import { type Call, type Platform, refuseUnkeepableText } from './routes.ts';

/** The calls of the contract that a browser also makes over its socket. */
type Name = 'POST /api/chat/send-message';
/** A caller who has passed the gate. */
type Caller = Pick<Call<Name>, 'member' | 'address' | 'language'>;
export type AskedBySocket = Caller & Pick<Call<Name>, 'query' | 'body'>;
/** `asked` is what came over the socket: the query and the body of the call, or anything else. */
export type SocketCall = (asked: unknown, caller: Caller) => Promise<SocketAnswer>;

/** The same call as over HTTP: its schemas, its handler, its refusals. */
export function socketCall(
  { app }: Platform,
  name: Name,
  handle: (call: AskedBySocket) => Promise<Extract<SocketAnswer, { ok: true }>['reply']>,
): SocketCall {
  const requireValid = (part: 'query' | 'body', value: unknown) => {
    const validate = app.validatorCompiler?.({ schema: calls[name][part], method: '', url: name, httpPart: part });
    if (validate?.(value) === true) return;
    throw Object.assign(new Error(`the ${part} is not as the contract says`), { validation: validate?.errors });
  };
  return async (asked, caller) => {
    try {
      const { query = {}, body } = (asked ?? {}) as Partial<AskedBySocket>;
      requireValid('query', query);
      requireValid('body', body);
      refuseUnkeepableText({ query, body });
      return { ok: true, reply: await handle({ ...caller, query, body: body as AskedBySocket['body'] }) };
    } catch (error) {
      const refusal = refusalFor(error as FastifyError);
      if (refusal.status >= 500) app.log.error({ err: error }, 'call over a socket failed');
      return { ok: false, failure: failureOf(refusal) };
    }
  };
}
