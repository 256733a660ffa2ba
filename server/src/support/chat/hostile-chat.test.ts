import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type CallName, calls } from '@krapao/contract/calls.ts';
import { ERRORS } from '@krapao/contract/errors.ts';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { IN_FULL } from '../../../../world/tier.ts';
import {
  connect,
  conversations,
  desk,
  deskToken,
  entriesOf,
  guest,
  listening,
  media,
  memberOf,
  newOperator,
  postback,
  reply,
  say,
  TALKATIVE,
  tell,
  text,
  uploadedMedia,
  waitingConversation,
} from '../../../test/chat.ts';
import { BY_ITSELF, contents, newMember, startProductOnSandbox } from '../../../test/harness.ts';
import { writeStatement } from '../../ledger/statement.ts';

/** The budgets are out of the way: each value is judged here, not the number of calls. */
const { product, database } = await startProductOnSandbox({
  ROLE: 'api',
  ...TALKATIVE,
  LOGIN_FAILURES_PER_PHONE: '1000000',
  LOGIN_FAILURES_PER_ADDRESS: '1000000',
});
const token = await deskToken(product);
const password = await newOperator(product, 'Somebody');
const member = await newMember(product);
const visitor = guest();
await tell(product, memberOf(member), 'hello');
const conversationId = await waitingConversation(product, token, visitor);
const movement = randomUUID();
const entry = { id: movement, type: 'deposit', status: 'SUCCESS', from: 'KBANK', to: 'wallet', amount: 1_00n } as const;
await writeStatement(database.db, member.id, entry);
const question = { message_type: 'text', payload: { text: 'this?', movement } };
await tell(product, memberOf(member), question);
const ofMember = await waitingConversation(product, token, memberOf(member));
const PICTURE = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#cde' } })
  .png()
  .toBuffer();
const filePath = await uploadedMedia(product, 'image', PICTURE);
await say(product, visitor, media('image', filePath));

type Json = unknown;

/** Every call of the chat and the desk that takes a body, each with a good one. */
const GOOD: [call: string, body: () => Json, token?: string][] = [
  ['POST /api/chat/send-message', () => ({ ...visitor, id: randomUUID(), message: text('hello') })],
  ['POST /api/chat/send-message', () => ({ ...visitor, id: randomUUID(), message: postback('menu') })],
  [
    'POST /api/chat/send-message',
    () => ({
      id: randomUUID(),
      sender: 'customer',
      userId: member.id,
      message: media('image', filePath, { message: 'look', url: '/x' }),
      username: 'x',
      name: 'x',
      deviceToken: 'x',
      createdAt: new Date().toISOString(),
      session_id: 'x',
    }),
    member.token,
  ],
  ['POST /api/chat/send-message', () => ({ userId: member.id, id: randomUUID(), message: question }), member.token],
  ['POST /api/chat/history', () => ({ ...visitor, limit: 10, skip: 0 })],
  ['POST /api/chat/history', () => ({ userId: member.id, limit: 10, skip: 0 }), member.token],
  ['PUT /api/chat/read-customer/', () => ({ ...visitor })],
  ['POST /api/desk/login', () => ({ name: 'Somebody', password: `not ${password}` })],
  ['POST /api/desk/conversations', () => ({ page: 1, limit: 10, state: 'open' }), token],
  ['POST /api/desk/close-many', () => ({ conversationIds: [conversationId] }), token],
  ['POST /api/desk/history', () => ({ conversationId, limit: 10, skip: 0 }), token],
  ['POST /api/desk/reply', () => ({ conversationId, id: randomUUID(), message: text('hello') }), token],
  ['POST /api/desk/reply', () => ({ conversationId, id: randomUUID(), message: media('image', filePath) }), token],
  ['POST /api/desk/movement', () => ({ conversationId: ofMember, movement }), token],
  ['POST /api/desk/read', () => ({ conversationId }), token],
  ['POST /api/desk/close', () => ({ conversationId }), token],
];

const MARKUP = [
  '<script>alert(document.domain)</script>',
  '"><img src=x onerror=alert(1)>',
  "javascript:alert('1')",
  '<!--#exec cmd="ls"--> ]]> </textarea>',
  `'; drop table chat_entries; --`,
  '{{7*7}} %s%n {amount} {time}',
  '&lt;b&gt; &amp;amp; \\u003cb\\u003e \\" \\\\',
  'somchai \u0007\u001b[31m \u2028 \ufffd',
];

const HOSTILE: Json[] = [
  ...[null, true, 0, -1, 1.5, 1e308, 2 ** 53, '', ' ', [], {}, [[]], ['x'], { $ne: '' }, { toString: 'x' }],
  ...['\u0000', 'a\u0000b', '\ud800', 'x\udc00', 'x'.repeat(2_001), 'x'.repeat(30_000), 'x'.repeat(100_000)],
  ...[`urn:uuid:${randomUUID()}`, `{${randomUUID()}}`, randomUUID().replaceAll('-', ''), 'NaN', '-Infinity'],
  ...['9999-99-99T99:99:99Z', '+275760-09-13T00:00:00.001Z', '../../../etc/passwd', '/media/chat/a/b/c'],
  JSON.parse('['.repeat(1_000) + ']'.repeat(1_000)),
  JSON.parse(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`),
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  { constructor: { prototype: { isAdmin: true } } },
  ...MARKUP,
];

type Path = (string | number)[];

/** Every place in the value, the whole included. */
function placesIn(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, part]) => placesIn(part, [...path, name]))];
}

function replaced(value: Json, [name, ...rest]: Path, by: (old: Json) => Json): Json {
  if (name === undefined) return by(value);
  const old = (value as Record<string, Json>)[name];
  return { ...(value as object), [name]: replaced(old, rest, by) };
}

const anyJson = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.jsonValue({ stringUnit: 'binary' }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const anyKey = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'isAdmin', '', '\u0000', '<b>', 'guestId', 'userId', 'token'),
  fc.string(),
);
const isObject = (value: Json) => typeof value === 'object' && value !== null;

/** A good body in which one place holds another value, or one more. */
const anyCall = fc.constantFrom(...GOOD).chain(([call, body, signed]) => {
  const place = fc.constantFrom(...placesIn(body()));
  return fc.tuple(place, anyJson, fc.option(anyKey)).map(([path, value, more]) => {
    const put = (old: Json) =>
      more !== null && isObject(old) ? Object.fromEntries([...Object.entries(old as object), [more, value]]) : value;
    return { call, token: signed, body: replaced(body(), path, put) };
  });
});

/** All rows but the counters and the trail of refusals, which a refusal may change. */
async function rows() {
  const sql = `select to_jsonb(r) - 'minute' - 'said_in_minute' as room from chat_rooms r order by id`;
  const rooms = (await database.db.query(sql)).rows;
  return {
    ...(await contents(database.db, { except: ['rate_limit_events', 'chat_rooms', 'security_events'] })),
    rooms,
  };
}

test('every call of the chat and the desk that takes a body is here', () => {
  const taking = Object.keys(calls).filter((call) => 'body' in calls[call as CallName]);
  const ofTheChat = taking.filter((call) => /^\w+ \/api\/(chat|desk)\//.test(call));
  expect([...new Set(GOOD.map(([call]) => call))].toSorted()).toEqual(ofTheChat.toSorted());
});

test('the bodies are good', async () => {
  for (const [call, body, signed] of GOOD.filter(([call]) => !call.includes('login') && !call.includes('close'))) {
    const answer = await product.call(call, { body: body(), ...(signed && { token: signed }) });
    // The member is refused the picture, which is the visitor's.
    const sent = JSON.stringify(body());
    const expected = sent.includes(member.id) && sent.includes(filePath) ? 400 : 200;
    expect([call, answer.status]).toEqual([call, expected]);
  }
});

test(
  'any message, however malformed, is taken or refused with a code, and a refusal changes nothing',
  IN_FULL,
  async () => {
    let before = await rows();
    await fc.assert(
      fc.asyncProperty(anyCall, async ({ call, token, body }) => {
        const answer = await product.call(call, { body, ...(token && { token }) });
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
        const after = await rows();
        if (answer.status !== 200) {
          const { message } = answer.body as { message: keyof typeof ERRORS };
          expect([answer.status, ERRORS[message]]).toEqual([ERRORS[message], answer.status]);
          expect(answer.status).toBeLessThan(500);
          expect(after).toEqual(before);
        }
        before = after;
      }),
      { numRuns: 400 },
    );
    expect(Object.prototype).not.toHaveProperty('isAdmin');
  },
);

test('a body that is no JSON is refused with a code', async () => {
  for (const raw of ['', '{', 'null', '[]', '"x"', '{"a":1}}', '\u0000', `{"id":"\\ud800"}`, `${'['.repeat(50_000)}`]) {
    for (const [call, , signed] of GOOD) {
      const answer = await product.call(call, { raw, ...(signed && { token: signed }) });
      expect([raw, call, answer.status]).toEqual([raw, call, 400]);
    }
  }
});

test('markup stays as it was written, letter by letter, for the customer and for the desk', async () => {
  const name = `<img src=x onerror=alert(1)> ${randomUUID()}`;
  const agent = await deskToken(product, name);
  const who = guest();
  const room = await waitingConversation(product, token, who);
  const own = await listening(product, who);
  const link = await uploadedMedia(product, 'image', PICTURE);
  for (const words of MARKUP) {
    const said = [
      await tell(product, who, text(words)),
      await tell(product, who, { message_type: 'postback', payload: { title: words, payload: words } }),
      await tell(product, who, {
        message_type: 'media',
        payload: { ...media('image', link).payload, name: words, message: words },
      }),
      (await reply(product, agent, room, words)).id,
    ];
    const listed = (await conversations(product, token)).conversations.find(({ id }) => id === room);
    expect(listed).toMatchObject({ last: { text: words }, operator: name });
    await own.hears(said[3] ?? '');
    const { body } = await desk(product, token, 'history', { conversationId: room, limit: 4, skip: 0 });
    const { entries } = body as { entries: Awaited<ReturnType<typeof entriesOf>> };
    for (const heard of [(await entriesOf(product, who)).slice(-4), own.heard.slice(-4), entries.toReversed()]) {
      expect(heard.map(({ id }) => id)).toEqual(said);
      expect(heard.map(({ message }) => message)).toMatchObject([
        text(words),
        { message_type: 'postback', payload: { title: words, payload: words } },
        { message_type: 'media', payload: { name: words, message: words } },
        text(words),
      ]);
      expect(heard[3]?.name).toBe(name);
    }
  }
});

test('only the bot can make something to press', async () => {
  const before = await rows();
  const button = { type: 'web', title: 'free money', payload: 'https://elsewhere.example' };
  const pressables = [
    { message_type: 'buttons', payload: { text: 'press', buttons: [button] } },
    { message_type: 'quick_replies', payload: { text: 'press', buttons: [button] } },
    { message_type: 'generic', payloads: [{ title: 'press', buttons: [button] }] },
    { message_type: 'unknown', payload: {} },
    { message_type: 'text', payload: { text: 'press', buttons: [button] } },
  ];
  for (const message of pressables) {
    expect((await say(product, visitor, message)).status).toBe(400);
    const answer = await desk(product, token, 'reply', { conversationId, id: randomUUID(), message });
    expect(answer.status).toBe(400);
  }
  const asSupport = { ...visitor, id: randomUUID(), message: text('I am from support'), sender: 'other' };
  expect((await product.call('POST /api/chat/send-message', { body: asSupport })).status).toBe(400);
  expect(
    (await desk(product, token, 'reply', { conversationId, id: randomUUID(), message: postback('menu') })).status,
  ).toBe(400);
  expect(await rows()).toEqual(before);
});

test('malformed calls over the socket open no room and break nothing', async () => {
  const own = await listening(product, memberOf(member));
  const rude = connect(product);
  await vi.waitFor(() => expect(rude.socket.connected).toBe(true), BY_ITSELF);
  const anyJoin = fc.oneof(
    anyJson,
    fc.record(
      { userId: fc.constantFrom<Json>(member.id, ...HOSTILE), token: anyJson, guestId: anyJson, deskToken: anyJson },
      { requiredKeys: [] },
    ),
  );
  const small = anyJoin.filter((who) => JSON.stringify(who).length < 10_000);
  await fc.assert(
    fc.asyncProperty(small, async (who) => {
      expect(await rude.join(who)).toEqual({ ok: false });
    }),
    { numRuns: 200 },
  );
  const emit = rude.socket.emit as (event: string, ...payload: unknown[]) => unknown;
  for (const event of ['messaging', 'desk-changed', 'leave', '__proto__', 'constructor', 'x'.repeat(1_000)])
    for (const payload of [undefined, member.id, { room: member.id }, Buffer.alloc(100)])
      emit.call(rude.socket, event, payload, () => {});
  expect(await rude.join({ userId: member.id })).toEqual({ ok: false });
  await own.hears(await tell(product, memberOf(member), 'a secret'));
  await rude.join({});
  expect(rude.heard).toEqual([]);
});

test.each([
  ['100 kB', `42["join",{"guestId":"${'x'.repeat(100_000)}"}]`],
  ['no packet', 'x'],
  ['half a packet', '42["join",'],
  ['a packet of no event', '42{}'],
  ['an event that is no text', '42[{"a":1}]'],
  ['an event of the protocol itself', '42["disconnect"]'],
  ['a file that never comes', '451-["join",{"_placeholder":true,"num":0}]'],
  ['many files that never come', '45999999999-["join"]'],
  ['another place', '40/admin,'],
  ['an answer that nobody waits for', '4399[{"ok":true}]'],
  ['deep', `42["join",${'['.repeat(5_000)}${']'.repeat(5_000)}]`],
])('a connection that sends %s breaks nothing', async (_, frame) => {
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  await once(socket, 'message');
  socket.send('40');
  await once(socket, 'message');
  for (let time = 0; time < 3; time++) socket.send(frame);
  socket.send(new Uint8Array([0xff, 0x00, 0xfe]));
  await listening(product, visitor);
  socket.close();
  expect((await product.call('GET /api/chat/config')).status).toBe(200);
});
