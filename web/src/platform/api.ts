import type { CallName, Calls } from '@krapao/contract/calls.ts';
import type { Failure } from '@krapao/contract/errors.ts';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf } from '@krapao/contract/schemas.ts';
import { ApiError } from './api-error.ts';
import { deviceId } from './device.ts';
import { clientKey } from './edition.ts';
import { handleFailure } from './failures.ts';
import { noteServerClock } from './server-clock.ts';
import { currentToken } from './session.ts';

const REQUEST_TIMEOUT_MS = 60_000;

type Part<Name extends string, Value> = [Value] extends [undefined] ? unknown : { [key in Name]: Value };
type Parts<N extends CallName> = Part<'body', BodyOf<Calls[N]>> &
  Part<'params', ParamsOf<Calls[N]>> &
  Part<'query', QueryOf<Calls[N]>>;
type Options = { signal?: AbortSignal; keepalive?: boolean };
/** Only a call with an effect takes a key; see idempotency.ts. */
type OptionsOf<N extends CallName> = Options &
  (Calls[N] extends { effect: true } ? { idempotencyKey?: string } : unknown);
export type Args<N extends CallName> =
  unknown extends Parts<N> ? [input?: OptionsOf<N>] : [input: Parts<N> & OptionsOf<N>];
type Input = Options & {
  body?: unknown;
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  idempotencyKey?: string;
};

export type Reply<N extends CallName> = ReplyOf<Calls[N]>;

/**
 * The device is named to the server where somebody registers or signs in: no member earns a bonus by inviting themselves,
 * and no stranger's wrong guesses keep out who signed in here before.
 */
const NAMES_DEVICE: ReadonlySet<CallName> = new Set(['POST /api/account', 'POST /api/login', 'POST /api/desk/login']);

/** `call('POST /api/login', { body })` answers with the body of the reply or throws an `ApiError`. */
export function call<N extends CallName>(name: N, ...args: Args<N>): Promise<Reply<N>> {
  return withToken((token) => takeAhead(name, token) ?? callAs(token, name, ...args));
}

const ahead = new Map<CallName, { token: string | null; reply: Promise<unknown> }>();

/** Makes a call that a screen is about to make, while its script is on its way. The screen's own call has this reply. */
export function callAhead(name: 'GET /api/wallet'): void {
  const token = currentToken();
  const reply = callAs(token, name);
  // A failure is the screen's to tell.
  reply.catch(() => undefined);
  ahead.set(name, { token, reply });
}

function takeAhead<N extends CallName>(name: N, token: string | null): Promise<Reply<N>> | undefined {
  const early = ahead.get(name);
  ahead.delete(name);
  return early && early.token === token ? (early.reply as Promise<Reply<N>>) : undefined;
}

/** For a caller with a token of its own, as the desk, which decides whether a failure ends its sign-in. */
export async function callAs<N extends CallName>(
  token: string | null,
  name: N,
  ...[input = {}]: Args<N>
): Promise<Reply<N>> {
  return (await send(name, input as Input, token)) as Reply<N>;
}

/** A failure that ends the sign-in leads to its screen, for `fetch` and for uploads. */
export async function withToken<R>(sendWith: (token: string | null) => Promise<R>): Promise<R> {
  const token = currentToken();
  try {
    return await sendWith(token);
  } catch (error) {
    if (error instanceof ApiError) handleFailure(error, token);
    throw error;
  }
}

/** The headers of every call. */
export function headersOf(token: string | null, idempotencyKey?: string): Headers {
  const headers = new Headers({ 'x-api-key': clientKey, accept: 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  return headers;
}

async function send(name: CallName, input: Input, token: string | null): Promise<unknown> {
  const [method = 'GET', path = ''] = name.split(' ');
  const headers = headersOf(token, input.idempotencyKey);
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  if (NAMES_DEVICE.has(name)) headers.set('x-device-id', deviceId());
  const sentAt = Date.now();
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(fill(path, input), {
      method,
      headers,
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
      keepalive: input.keepalive ?? false,
    });
    noteServerClock({ date: response.headers.get('date'), sentAt, receivedAt: Date.now() });
    const reply: unknown = await response.json().catch(rethrowAbort);
    if (response.ok && reply !== undefined) return reply;
    throw failureOf(response.status, reply, response.headers.get('retry-after'));
  } catch (error) {
    if (error instanceof ApiError || input.signal?.aborted) throw error;
    throw new ApiError({ code: timeout.aborted ? 'TIMEOUT' : 'NETWORK_ERROR' });
  }
}

function fill(path: string, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** A body that is no JSON is as good as none; one that stopped arriving is a broken connection. */
function rethrowAbort(error: unknown): undefined {
  if (error instanceof SyntaxError) return undefined;
  throw error;
}

export function failureOf(status: number, reply: unknown, retryHeader: string | null): ApiError {
  const failure: Partial<Failure> = typeof reply === 'object' && reply !== null ? reply : {};
  const retryAfter = Number(retryHeader ?? Number.NaN);
  return new ApiError({
    code: failure.message ?? (status >= 500 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR'),
    status,
    ...(failure.fields ? { fields: failure.fields } : {}),
    ...(failure.games ? { games: failure.games } : {}),
    ...(Number.isFinite(retryAfter) ? { retryAfter } : {}),
  });
}
