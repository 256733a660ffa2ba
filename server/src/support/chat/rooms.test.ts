import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type Customer,
  connect,
  conversations,
  desk,
  deskToken,
  entriesOf,
  guest,
  history,
  listening,
  memberOf,
  operate,
  refusal,
  reply,
  say,
  TALKATIVE,
  tell,
  waitingConversation,
  wordsOf,
} from '../../../test/chat.ts';
import { BY_ITSELF, contents, newMember, signIn, startProduct, startProductOnSandbox } from '../../../test/harness.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api', ...TALKATIVE });
const second = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', ...TALKATIVE });
const token = await deskToken(product);
const [victim, other] = await Promise.all([newMember(product), newMember(product)]);
const visitor = guest();
const PREFIX = 'krapao-';

const JOINS: [string, unknown][] = [
  ['a member without a token', { userId: victim.id }],
  ['a member by another’s token', { userId: victim.id, token: other.token }],
  ['a member by an operator’s token', { userId: victim.id, token }],
  ['a member in other letters', { userId: victim.id.toLowerCase(), token: victim.token }],
  ['a member as a visitor', { guestId: victim.id }],
  ['a room’s name as a visitor', { guestId: PREFIX + victim.id }],
  ['a visitor’s room by its name', { guestId: PREFIX + visitor.guestId }],
  ['a visitor as a member', { userId: visitor.guestId, token: other.token }],
  ['a visitor’s id in a list', { guestId: [visitor.guestId] }],
  ['a visitor’s id and more', { guestId: `${visitor.guestId} ` }],
  ['a visitor’s id as a URN', { guestId: `urn:uuid:${visitor.guestId}` }],
  ['a part of a visitor’s id', { guestId: visitor.guestId.slice(0, -1) }],
  ['the desk by a member’s token', { deskToken: victim.token }],
  ['the desk by its name', { guestId: 'the desk' }],
  ['the desk by no token', { deskToken: '' }],
  ['the desk by something else', { userId: victim.id, token: other.token, deskToken: {} }],
  ['a room', PREFIX + victim.id],
  ['rooms', [PREFIX + victim.id, PREFIX + visitor.guestId]],
  ['a room by another field', { room: PREFIX + victim.id, rooms: [PREFIX + victim.id] }],
];

test('no customer joins another customer’s room or the desk, and none receives an entry of them', async () => {
  const strangers = await Promise.all(
    JOINS.map(async ([what, who], at) => {
      const stranger = connect(at % 2 ? product : second);
      expect([what, await stranger.join(who)]).toEqual([what, { ok: false }]);
      return stranger;
    }),
  );
  const own = await Promise.all([listening(product, memberOf(victim)), listening(second, visitor)]);
  const said = [await tell(product, memberOf(victim), 'a secret'), await tell(product, visitor, 'a secret')];
  for (const [at, { hears }] of own.entries()) await hears(said[at] ?? '');
  // A note sent to these sockets would arrive before the answers to their joins.
  await Promise.all(strangers.map(({ join }) => join({})));
  expect(strangers.flatMap(({ heard, changes }) => [heard, changes].flat())).toEqual([]);
});

test('no call reads, changes or speaks in another’s room', async () => {
  await tell(product, memberOf(victim), 'a secret');
  const before = await contents(database.db);
  const attempts: [string, Customer, ReturnType<typeof refusal>][] = [
    ['nobody', {}, refusal(400, 'INVALID_REQUEST')],
    ['no token', { userId: victim.id }, refusal(401, 'invalid-token')],
    ['a bad token', { userId: victim.id, token: 'x'.repeat(43) }, refusal(401, 'invalid-token')],
    ['an operator’s token', { userId: victim.id, token }, refusal(401, 'invalid-token')],
    ['another’s token', { userId: victim.id, token: other.token }, refusal(404, 'NO_DATA')],
    ['other letters', { userId: victim.id.toLowerCase(), token: victim.token }, refusal(404, 'NO_DATA')],
    ['nobody’s id', { userId: '', token: other.token }, refusal(404, 'NO_DATA')],
    ['a visitor’s id as a member’s', { userId: visitor.guestId, token: other.token }, refusal(404, 'NO_DATA')],
    ['a member’s id as a visitor’s', { guestId: victim.id, token: victim.token }, refusal(400, 'INVALID_REQUEST')],
    ['a room’s name', { guestId: PREFIX + visitor.guestId }, refusal(400, 'INVALID_REQUEST')],
    ['another’s, and a visitor’s', { ...visitor, userId: victim.id, token: other.token }, refusal(404, 'NO_DATA')],
  ];
  for (const [what, { token, ...who }, refused] of attempts) {
    const signed = { ...(token && { token }) };
    const answers = {
      history: product.call('POST /api/chat/history', { ...signed, body: { ...who, limit: 10, skip: 0 } }),
      read: product.call('PUT /api/chat/read-customer/', { ...signed, body: who }),
      say: say(product, { ...who, ...signed }, 'I am you'),
    };
    for (const [call, answer] of Object.entries(answers))
      expect([what, call, await answer]).toMatchObject([what, call, refused]);
  }
  expect(await contents(database.db)).toEqual(before);
});

test('a message that names no member and no visitor is refused: a token alone opens no room', async () => {
  const answer = await say(product, { token: victim.token }, 'hello');
  expect(answer).toMatchObject({ status: 400, body: { fields: { guestId: 'REQUIRED' } } });
});

test.each<[string, object]>([
  ['another room', guest()],
  ['a room that is not theirs', { userId: victim.id, token: 'nonsense' }],
  ['what cannot even be looked up', { userId: victim.id, token: 'nonsense', deskToken: 7 }],
])('a socket that asks for %s leaves the room it was in', async (_, next) => {
  const [room, good] = [memberOf(other), await listening(product, memberOf(other))];
  const leaving = await listening(product, room);
  await leaving.join(next);
  const id = await tell(product, room, 'still there?');
  await good.hears(id);
  await leaving.join({});
  expect(leaving.ids()).not.toContain(id);
});

const ENDINGS: Record<string, (member: Awaited<ReturnType<typeof newMember>>) => Promise<unknown>> = {
  'signs out': ({ token }) => product.call('POST /api/logout', { token }),
  'changes the password': ({ token, password }) =>
    product.call('PUT /api/account/changepwd', { token, body: { oldPassword: password, newPassword: 'another one' } }),
  'is signed out by an operator': ({ id }) => operate(product, 'member sign-out', id),
  'is blocked': ({ id }) => operate(product, 'member block', id),
};

test.each(Object.entries(ENDINGS))('a member who %s receives no more entries, on any node', async (_, end) => {
  const member = await newMember(product);
  const conversation = await waitingConversation(product, token, memberOf(member));
  const good = await listening(product, { deskToken: token });
  const ended = await Promise.all([product, second].map((node) => listening(node, memberOf(member))));
  await end(member);
  for (const { socket } of ended) await expect.poll(() => socket.connected, BY_ITSELF).toBe(false);
  good.changes.length = 0;
  const { id } = await reply(second, token, conversation, 'for your eyes only');
  await expect.poll(() => good.changes, BY_ITSELF).toContain(conversation);
  expect(ended.flatMap(({ ids }) => ids())).not.toContain(id);
});

test('one sign-in that ends leaves the others of the member alone', async () => {
  const { id, token: first, username, password } = await newMember(product);
  const stays = await listening(product, { userId: id, token: await signIn(product, { username, password }) });
  const ended = await listening(product, { userId: id, token: first });
  await product.call('POST /api/logout', { token: first });
  await expect.poll(() => ended.socket.connected, BY_ITSELF).toBe(false);
  await stays.hears(await tell(second, { userId: id, token: await signIn(product, { username, password }) }, 'on'));
  expect(ended.heard).toEqual([]);
});

test('the desk never receives a visitor’s id', async () => {
  const was = guest();
  const listener = await listening(product, { deskToken: token });
  const conversationId = await waitingConversation(product, token, was);
  const member = memberOf(await newMember(product));
  const page = { page: 1, limit: 100 };
  const asks = [
    () => desk(product, token, 'conversations', page),
    () => desk(product, token, 'history', { conversationId, limit: 100, skip: 0 }),
    () => reply(product, token, conversationId, 'hello'),
    () => desk(product, token, 'read', { conversationId }),
    () => desk(product, token, 'close', { conversationId }),
    () => desk(product, token, 'conversations', { ...page, state: 'closed' }),
  ];
  const answers: unknown[] = [];
  for (const adopted of [false, true]) {
    if (adopted) await history(product, { ...was, ...member });
    for (const ask of asks) answers.push((await ask()).body);
  }
  await expect.poll(() => listener.changes, BY_ITSELF).toContain(conversationId);
  expect((await conversations(product, token, { state: 'closed' })).total).toBeGreaterThan(0);
  const told = JSON.stringify([answers, listener.changes, listener.heard]).toLowerCase();
  expect(told).toContain(conversationId);
  expect(told).not.toContain(was.guestId);
  expect(listener.heard).toEqual([]);
});

test('a visitor’s id in capitals is the same room', async () => {
  const id = randomUUID();
  const [lower, upper] = [{ guestId: id }, { guestId: id.toUpperCase() }];
  const own = await Promise.all([listening(product, lower), listening(second, upper)]);
  const said = [await tell(product, upper, 'HELLO'), await tell(product, lower, 'hello')];
  for (const { hears } of own) for (const one of said) await hears(one);
  expect(await history(product, upper)).toEqual(await history(product, lower));
  expect((await entriesOf(product, upper)).filter((entry) => /hello$/i.test(wordsOf(entry) ?? ''))).toHaveLength(2);
});
