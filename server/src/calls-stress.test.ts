import { randomBytes } from 'node:crypto';
import { type CallName, calls } from '@krapao/contract/calls.ts';
import { ERRORS } from '@krapao/contract/errors.ts';
import type { CallSchema } from '@krapao/contract/schemas.ts';
import fc from 'fast-check';
import { io } from 'socket.io-client';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { giveMoney } from '../../world/people.ts';
import { sized } from '../../world/stress-size.ts';
import { anyInput } from '../test/any-input.ts';
import { TALKATIVE } from '../test/chat.ts';
import { newMember, openGame, startPayingWorld } from '../test/harness.ts';
import { newOwner, rowsOf } from '../test/owner.ts';
import { giveCoins } from '../test/wheel.ts';
import { problems } from './ledger/ledger.ts';
import { startSession } from './platform/sessions.ts';

const REQUESTS = sized(4_000, 200_000);
const EVENTS = sized(1_000, 20_000);
const AT_ONCE = 16;
/** No call waits as long as this, however busy the machine: a call that does hangs. */
const HANGS_AFTER_MS = 120_000;
/** For all of them, on a machine that has much else to do: 2 ms each is usual. */
const PATIENCE = { timeout: HANGS_AFTER_MS + 60 * REQUESTS };

const world = await startPayingWorld({
  ...TALKATIVE,
  DEPOSIT_TRIES_AN_HOUR: '1000000',
  PROMOTION_TRIES_AN_HOUR: '1000000',
  // Each guess costs a hash; what is refused without one is judged all the same.
  LOGIN_FAILURES_PER_ADDRESS: '20',
  PROVIDER_TIMEOUT_MS: '60000',
});
const { product } = world;
const { db } = world.database;
const owner = await newOwner(world);
/** Each makes one request at a time: a member whose reward is being decided is asked to come back in a second. */
const strangers = await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    const member = await newMember(product);
    await giveMoney(db, member.id, 1_000_000_00);
    await giveCoins(db, member, 1_000);
    await openGame(product, member, 'pg');
    return member;
  }),
);

const NAMES = Object.keys(calls) as CallName[];
const KNOWN = [
  ...Object.values(owner.ids).filter((id) => !owner.secrets.includes(id)),
  ...['wallet', 'pg', 'joker', 'ufabet', 'WW', 'KBANK', 'BAHT', 'NEW100', 'DAILY20', 'deposit', 'th', 'agent'],
  ...strangers.flatMap(({ id, username }) => [id, username]),
];

type Attack = {
  name: CallName;
  params: unknown;
  query: unknown;
  body: unknown;
  by: 'member' | 'desk' | 'nobody';
  key: string | null;
  manner: 'json' | 'broken' | 'form' | 'bytes';
};

/** A request to one of the calls, most often by a caller whom it is for and in the manner that it expects. */
function attackOn(name: CallName): fc.Arbitrary<Attack> {
  const schema: CallSchema = calls[name];
  const part = (of: object | undefined) => (of ? anyInput(of, KNOWN) : fc.constant(undefined));
  const meantFor = schema.operator ? 'desk' : 'member';
  const mostly = <T>(usual: T, ...others: T[]) =>
    fc.oneof({ arbitrary: fc.constant(usual), weight: 10 }, { arbitrary: fc.constantFrom(...others), weight: 1 });
  return fc.record({
    name: fc.constant(name),
    params: part(schema.params),
    query: part(schema.query),
    body: part(schema.body),
    by: mostly<Attack['by']>(meantFor, 'member', 'desk', 'nobody'),
    key: fc.oneof(fc.constant(null), fc.uuid(), fc.constantFrom('', 'x', ...KNOWN.slice(0, 4))),
    manner: schema.upload
      ? mostly<Attack['manner']>('form', 'json', 'bytes')
      : mostly<Attack['manner']>('json', 'broken', 'form', 'bytes'),
  });
}

function addressOf({ name, params, query }: Attack): string {
  const given = (params ?? {}) as Record<string, unknown>;
  const [, path = ''] = name.split(' ');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => encoded(given[field] ?? ''));
  const words = Object.entries((typeof query === 'object' && query) || {}).map(
    ([field, value]) => `${encoded(field)}=${encoded(value)}`,
  );
  return `${product.url}${filled}${words.length > 0 ? `?${words.join('&')}` : ''}`;
}

/** Half a character cannot be part of an address. */
function encoded(value: unknown): string {
  return encodeURIComponent(String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed());
}

function payloadOf({ name, body, manner }: Attack): { body?: NonNullable<RequestInit['body']>; type?: string } {
  if (name.startsWith('GET ') || name.startsWith('DELETE ')) return {};
  const json = JSON.stringify(body) ?? '';
  if (manner === 'json') return { body: json, type: 'application/json' };
  if (manner === 'broken') return { body: json.slice(0, -1), type: 'application/json' };
  if (manner === 'bytes') return { body: randomBytes(500), type: 'application/octet-stream' };
  const form = new FormData();
  form.append('file', new Blob([randomBytes(500)]), 'a.png');
  return { body: form };
}

type Stranger = (typeof strangers)[number];

async function tokenFor({ by, name }: Attack, { id, token }: Stranger): Promise<string | null> {
  if (by === 'nobody') return null;
  if (by === 'desk') return owner.desk;
  return name === 'POST /api/logout' ? startSession(db, id, false) : token;
}

const replies = new Map(NAMES.map((name) => [name, Compile(calls[name].reply)]));

/** What is wrong with the answer; null where nothing is. */
function faultOf({ name, by }: Attack, status: number, text: string): string | null {
  if (status >= 500) return 'the service failed';
  // An address that is longer than HTTP allows is refused before there is a call.
  if (status === 431) return null;
  // The desk is there to read what customers write.
  const secret = by === 'desk' ? undefined : owner.secrets.find((one) => text.includes(one));
  if (secret !== undefined) return `it tells ${secret}`;
  const body = JSON.parse(text) as { message?: string };
  if (status === 200) return replies.get(name)?.Check(body) ? null : 'the contract knows no such answer';
  return ERRORS[body.message as keyof typeof ERRORS] === status ? null : 'the catalogue knows no such refusal';
}

async function make(attack: Attack, stranger: Stranger): Promise<{ status: number; fault: string | null }> {
  const token = await tokenFor(attack, stranger);
  const { body, type } = payloadOf(attack);
  const response = await fetch(addressOf(attack), {
    method: attack.name.split(' ')[0] ?? '',
    headers: {
      'x-api-key': 'member-web',
      ...(type && { 'content-type': type }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(attack.key !== null && { 'idempotency-key': attack.key }),
    },
    ...(body !== undefined && { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(HANGS_AFTER_MS),
  });
  const text = await response.text();
  const fault = faultOf(attack, response.status, text);
  return { status: response.status, fault: fault && `${response.status} ${fault}: ${text.slice(0, 300)}` };
}

test(
  'whatever is sent to every call, the service does not fail or hang, and tells and changes nothing of others',
  PATIENCE,
  async () => {
    const before = await rowsOf(db, owner);
    const attacks = fc.sample(fc.oneof(...NAMES.map(attackOn)), REQUESTS);
    const faults: string[] = [];
    const answered = new Set<number>();
    const next = attacks[Symbol.iterator]();
    const attackOneByOne = async (stranger: Stranger) => {
      for (const attack of next) {
        const { status, fault } = await make(attack, stranger);
        answered.add(status);
        if (fault && faults.length < 20) faults.push(`${JSON.stringify(attack)} → ${fault}`);
      }
    };
    await Promise.all(strangers.map(attackOneByOne));
    expect(faults).toEqual([]);
    // Otherwise the requests would not have come far. A conflict is rare: only a long run is sure to meet one.
    const common = [200, 400, 401, 404, 415, 422];
    expect([...answered]).toEqual(expect.arrayContaining(REQUESTS > 10_000 ? [...common, 409] : common));
    expect(await rowsOf(db, owner)).toEqual(before);
    expect(await problems(db)).toEqual([]);
  },
);

test('whatever is sent to a socket, it joins nothing of others, and the service goes on', async () => {
  const socket = io(product.url, { transports: ['websocket'], forceNew: true });
  const heard: unknown[] = [];
  socket.onAny((...event) => heard.push(event));
  await expect.poll(() => socket.connected).toBe(true);
  const text = fc.oneof(fc.constantFrom(...KNOWN), fc.string());
  const who = fc.record({ userId: text, token: text, guestId: text, deskToken: text }, { requiredKeys: [] });
  const event = fc.oneof(fc.constantFrom('join', 'messaging', 'wallet-changed', 'leave', 'error'), fc.string());
  for (const [name, ...what] of fc.sample(fc.tuple(event, fc.oneof(who, fc.jsonValue())), EVENTS))
    if (name !== 'disconnect' && name !== 'connect' && name !== 'connect_error' && name !== 'disconnecting')
      socket.emit(name, ...what);
  const { ok } = (await socket.emitWithAck('join', { userId: owner.id, token: owner.ids.coupon })) as { ok: boolean };
  expect(ok).toBe(false);
  await product.call('POST /api/chat/send-message', {
    body: { id: crypto.randomUUID(), userId: owner.id, message: { message_type: 'text', payload: { text: 'hello' } } },
    token: owner.token,
  });
  expect(heard.filter((one) => JSON.stringify(one).includes('hello'))).toEqual([]);
  socket.disconnect();
  expect((await product.call('GET /api/lookup/info')).status).toBe(200);
});
