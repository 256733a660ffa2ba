import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { body, Text } from '@krapao/contract/schemas.ts';
import type { FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Books } from './books.ts';
import { Refusal, type Sandbox } from './sandbox.ts';

export const faultTables = `
  create table if not exists faults (
    target text not null,
    -- '' stands for every call of the target that has an effect.
    call text not null,
    mode text not null,
    -- null: until the fault is set to ok.
    remaining integer check (remaining >= 0),
    primary key (target, call)
  )`;

/** A call of an outside party that can be made to misbehave. */
export type FaultPoint = {
  /** The kind of party and the code the product uses for it, like `games/pg`. */
  target: string;
  call: string;
  /** A call without an effect misbehaves only when a fault names it. */
  hasEffect: boolean;
  /** The party's answer to a call it refuses. */
  refusal: Answer;
};

export type Answer = { status: number; body: unknown };

const Mode = Type.Enum([
  ...['refuse', 'timeout-before', 'timeout-after', 'error-after', 'garbage', 'slow', 'held'],
  ...['endless', 'redirect', 'ok'],
] as const);
type Mode = Static<typeof Mode>;

const Fault = body({
  target: Text(100),
  mode: Mode,
  times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  call: Type.Optional(Text(100)),
});
type Fault = Static<typeof Fault>;

const EVERY_EFFECT = '';
const BLANKS = ' '.repeat(64 * 1024);
const SILENCE_MS = 120_000;
const SLOW_MS = 2_000;
const HELD_MS = 3_000;
const BROKEN_JSON = '{"status": "<!doctype html><html><title>Service temporarily unavail';

/**
 * Answers one call of an outside party, well or as the faults say. Only `timeout-after`, `error-after`, `slow`,
 * `endless` and, later, `held` apply the call; the other faults leave the party's books as they were. `refuse` is for a party that
 * remembers the calls it refused.
 */
export async function answer(
  sandbox: Sandbox,
  reply: FastifyReply,
  point: FaultPoint,
  apply: () => Promise<Answer>,
  refuse: () => Promise<Answer> = async () => point.refusal,
): Promise<FastifyReply> {
  countCall(sandbox.books, point);
  const mode = await takeFault(sandbox.books, point);
  if (mode === 'refuse') return send(reply, await refuse());
  if (mode === 'timeout-before') return staySilent(sandbox, reply);
  if (mode === 'held') {
    void applyLater(sandbox, apply);
    return staySilent(sandbox, reply);
  }
  if (mode === 'garbage') return reply.code(200).type('application/json').send(BROKEN_JSON);

  // To the same address: whoever follows it is answered well.
  if (mode === 'redirect') return reply.redirect(reply.request.url, 307);

  const applied = await apply();
  if (mode === 'endless') return reply.type('application/json').send(Readable.from(neverEnding(applied.body)));
  if (mode === 'timeout-after') return staySilent(sandbox, reply);
  if (mode === 'error-after') return send(reply, { status: 500, body: { message: 'Internal Server Error' } });
  if (mode === 'slow') await delay(SLOW_MS, undefined, { signal: sandbox.closing }).catch(() => {});
  return send(reply, applied);
}

/** The right answer, and blanks behind it for as long as somebody reads on. */
function* neverEnding(answer: unknown): Generator<string> {
  yield JSON.stringify(answer);
  for (;;) yield BLANKS;
}

/** How often each call was made since the start, by the books of the sandbox that answers it. */
const counts = new WeakMap<Books, Map<string, number>>();

function countCall(books: Books, { target, call }: FaultPoint): void {
  const counted = counts.get(books) ?? new Map<string, number>();
  const name = `${target} ${call}`;
  counts.set(books, counted.set(name, (counted.get(name) ?? 0) + 1));
}

/** How many calls are held, by the books of the sandbox that holds them. */
const held = new WeakMap<Books, number>();

/** The call was on the road for a while: its party knows nothing of it until then. */
async function applyLater({ closing, books }: Sandbox, apply: () => Promise<Answer>): Promise<void> {
  const count = (change: number) => held.set(books, (held.get(books) ?? 0) + change);
  count(1);
  await delay(HELD_MS, undefined, { signal: closing })
    .then(apply)
    .catch(() => {});
  count(-1);
}

export function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).send(body);
}

async function staySilent({ closing }: Sandbox, reply: FastifyReply): Promise<FastifyReply> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  if (reply.raw.destroyed) gone.abort();
  await delay(SILENCE_MS, undefined, { signal: AbortSignal.any([closing, gone.signal]) }).catch(() => {});
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Uses up one fault. The row's lock makes concurrent calls queue here, so exactly `times` of them misbehave. */
async function takeFault(books: Books, { target, call, hasEffect }: FaultPoint): Promise<Mode> {
  for (const scope of hasEffect ? [call, EVERY_EFFECT] : [call]) {
    const { rows } = await books.query<{ mode: Mode }>(
      `update faults set remaining = remaining - 1
       where target = $1 and call = $2 and (remaining is null or remaining > 0) returning mode`,
      [target, scope],
    );
    if (rows[0]) return rows[0].mode;
  }
  return 'ok';
}

/**
 * `POST /faults` sets a fault; `GET /faults` shows every target's fault and the faults set for single calls,
 * `GET /faults/held` how many calls are still on the road, and `GET /calls` how often each was made.
 */
export function registerFaults({ http, books }: Sandbox, points: FaultPoint[]): void {
  const targets = [...new Set(points.map((point) => point.target))];

  http.post('/faults', { schema: { body: Fault } }, async ({ body: fault }) => {
    if (!targets.includes(fault.target)) {
      throw new Refusal(400, `No target "${fault.target}" here; known: ${targets.join(', ')}.`);
    }
    const calls = points.filter((point) => point.target === fault.target).map((point) => point.call);
    if (fault.call !== undefined && !calls.includes(fault.call)) {
      throw new Refusal(400, `${fault.target} has no call "${fault.call}"; known: ${calls.join(', ')}.`);
    }
    await setFault(books, fault);
    return listFaults(books, targets);
  });

  http.get('/faults', () => listFaults(books, targets));

  http.get('/faults/held', async () => ({ calls: held.get(books) ?? 0 }));

  http.get('/calls', async () => Object.fromEntries(counts.get(books) ?? []));
}

async function setFault(books: Books, { target, mode, times, call }: Fault): Promise<void> {
  if (mode === 'ok') {
    await books.query('delete from faults where target = $1 and ($2::text is null or call = $2)', [target, call]);
    return;
  }
  await books.query(
    `insert into faults (target, call, mode, remaining) values ($1, $2, $3, $4)
     on conflict (target, call) do update set mode = excluded.mode, remaining = excluded.remaining`,
    [target, call ?? EVERY_EFFECT, mode, times],
  );
}

type FaultState = { target: string; call: string | null; mode: Mode; times: number | null };

async function listFaults(books: Books, targets: string[]): Promise<FaultState[]> {
  const { rows } = await books.query<FaultState>(
    `select target, nullif(call, '') as call, mode, remaining as times from faults
     where remaining is null or remaining > 0 order by target, call nulls first`,
  );
  return targets.flatMap((target) => {
    const set = rows.filter((row) => row.target === target);
    return set[0]?.call === null ? set : [{ target, call: null, mode: 'ok', times: null }, ...set];
  });
}
