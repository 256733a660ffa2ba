import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  conversations,
  desk,
  deskToken,
  entriesOf,
  guest,
  history,
  listening,
  memberOf,
  refusal,
  reply,
  say,
  TALKATIVE,
  tell,
  text,
  textsOf,
  waitingConversation,
} from '../../../test/chat.ts';
import {
  BY_ITSELF,
  contents,
  newMember,
  startProduct,
  startProductOnSandbox,
  waitingForLocks,
} from '../../../test/harness.ts';

const { product, sandbox, database } = await startProductOnSandbox({
  ROLE: 'api',
  ...TALKATIVE,
  CHAT_VISITORS_WAIT_MINUTES: '120',
});
const second = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', ...TALKATIVE });
const token = await deskToken(product, 'Nok');
const GOODBYE = /^Thank you for writing to us\./;

const find = async (id: string, state = 'open') =>
  (await conversations(product, token, { state })).conversations.find((one) => one.id === id);

test('customers who wait for a person come first, then those who spoke last; page by page', async () => {
  await database.db.query(`update chat_rooms set state = 'closed', unread_by_desk = 0`);
  const [a, b, c, d] = [guest(), guest(), guest(), guest()];
  const member = await newMember(product);
  await tell(product, a, 'a asks');
  const waitingB = await waitingConversation(product, token, b);
  await tell(product, c, 'c asks');
  const waitingD = await waitingConversation(product, token, d);
  const id = await tell(product, memberOf(member), 'm asks');
  // Nothing was ever said in this visitor's room.
  expect(await say(product, guest(), 'another', { id })).toMatchObject(refusal(409, 'IDEMPOTENCY_CONFLICT'));
  const { total, conversations: open } = await conversations(product, token);
  expect(total).toBe(5);
  expect(open.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'bot', 'bot', 'bot']);
  expect(open.slice(0, 2).map(({ id }) => id)).toEqual([waitingD, waitingB]);
  expect(open.map(({ customer }) => customer.userId)).toEqual([null, null, member.id, null, null]);
  expect(open[2]).toMatchObject({ customer: { name: member.registration.name }, unread: 1, isSeen: false });
  expect(open.map(({ unread }) => unread)).toEqual([2, 2, 1, 1, 1]);
  await tell(product, a, 'a asks again');
  const order = (await conversations(product, token)).conversations.map(({ id }) => id);
  expect(order).toEqual([waitingD, waitingB, open[4]?.id, open[2]?.id, open[3]?.id]);

  const pages = [];
  for (let page = 1; page <= 4; page++) pages.push(await conversations(product, token, { page, limit: 2 }));
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
  expect(pages.map((page) => page.conversations.map(({ id }) => id))).toEqual([
    order.slice(0, 2),
    order.slice(2, 4),
    order.slice(4),
    [],
  ]);
});

test('the beginning of what was said last is shown as it was said', async () => {
  const who = guest();
  const id = await waitingConversation(product, token, who);
  await tell(product, who, `<b>&amp;</b>${'ก'.repeat(300)}`);
  expect((await find(id))?.last).toMatchObject({ sender: 'customer', messageType: 'text' });
  expect((await find(id))?.last.text).toBe(`<b>&amp;</b>${'ก'.repeat(108)}`);
});

test('a customer’s entry is unread until an operator reads or answers it, and the customer’s reading is seen', async () => {
  const who = guest();
  const conversationId = await waitingConversation(product, token, who);
  expect(await find(conversationId)).toMatchObject({ unread: 2, isSeen: false });
  expect(await desk(product, token, 'read', { conversationId })).toMatchObject({ status: 200, body: {} });
  expect(await find(conversationId)).toMatchObject({ unread: 0, state: 'waiting' });
  const seen = await tell(product, who, 'hello?');
  await tell(product, who, 'anybody?');
  await desk(product, token, 'read', { conversationId, until: seen });
  await product.call('PUT /api/chat/read-customer/', { body: who });
  expect(await find(conversationId)).toMatchObject({ unread: 1, isSeen: true });
  const last = (await entriesOf(product, who)).at(-1)?.id;
  for (const until of [last, seen]) await desk(product, token, 'read', { conversationId, until });
  expect(await find(conversationId)).toMatchObject({ unread: 0 });
  await reply(product, token, conversationId, 'yes');
  expect(await find(conversationId)).toMatchObject({ unread: 0, isSeen: false, state: 'agent', operator: 'Nok' });
});

test('an answer is said once however often it is sent, and under the operator’s name', async () => {
  const who = guest();
  const conversation = await waitingConversation(product, token, who);
  const own = await listening(second, who);
  const id = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => reply(at % 2 ? product : second, token, conversation, ' at once ', id)),
  );
  for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
  await own.hears(id);
  const said = (await entriesOf(product, who)).filter((entry) => entry.id === id);
  expect(said).toMatchObject([{ sender: 'other', name: 'Nok', message: text('at once'), ...who }]);
  expect(own.heard.find((entry) => entry.id === id)).toEqual(said[0]);
  expect(await reply(product, token, conversation, 'something else', id)).toMatchObject(
    refusal(409, 'IDEMPOTENCY_CONFLICT'),
  );
  const elsewhere = await waitingConversation(product, token, guest());
  expect(await reply(product, token, elsewhere, 'at once', id)).toMatchObject(refusal(409, 'IDEMPOTENCY_CONFLICT'));
  const { body } = await desk(product, token, 'history', { conversationId: conversation, limit: 1, skip: 0 });
  const { guestId: _, ...asTheDeskSeesIt } = said[0] ?? expect.fail('nothing');
  expect(body).toMatchObject({ conversation: { id: conversation }, entries: [asTheDeskSeesIt] });
});

test('a conversation that does not exist is neither shown nor changed', async () => {
  const conversationId = randomUUID();
  const before = await contents(database.db);
  const attempts = {
    history: { conversationId, limit: 1, skip: 0 },
    reply: { id: randomUUID(), conversationId, message: text('hello') },
    read: { conversationId },
    close: { conversationId },
  };
  for (const [call, body] of Object.entries(attempts))
    expect(await desk(product, token, call, body)).toMatchObject(refusal(404, 'NO_DATA'));
  expect(await contents(database.db)).toEqual(before);
});

test('a conversation that is ended twice, or by many operators, is ended once; the next message begins another', async () => {
  const who = guest();
  const conversationId = await waitingConversation(product, token, who);
  await reply(product, token, conversationId, 'what can I do for you?');
  const close = (node = product) => desk(node, token, 'close', { conversationId });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => close(at % 2 ? product : second)));
  for (const answer of [...answers, await close()]) expect(answer).toMatchObject({ status: 200, body: {} });
  const goodbyes = async () => (await textsOf(product, who)).filter((words) => GOODBYE.test(words ?? '')).length;
  expect(await goodbyes()).toBe(1);
  expect(await find(conversationId)).toBeUndefined();
  expect(await find(conversationId, 'closed')).toMatchObject({
    state: 'closed',
    last: { text: expect.stringMatching(GOODBYE) },
  });

  await tell(product, who, 'one more thing', 'th');
  expect(await find(conversationId)).toMatchObject({ state: 'bot', operator: null, unread: 1 });
  expect(await find(conversationId, 'closed')).toBeUndefined();
  await close();
  expect(await goodbyes()).toBe(1);
  // In the language that the customer spoke last.
  expect((await textsOf(product, who)).at(-1)).toMatch(/^ขอบคุณ/);
});

test('members who wait for a person stand before visitors who do, in whatever order they came', async () => {
  const member = await newMember(product);
  const first = await waitingConversation(product, token, guest());
  const own = await waitingConversation(product, token, memberOf(member));
  const last = await waitingConversation(product, token, guest());
  await tell(product, guest(), 'to the bot');
  const { conversations: open } = await conversations(product, token);
  const order = open.filter(({ id }) => [first, own, last].includes(id)).map(({ id }) => id);
  expect(order).toEqual([own, last, first]);
  expect(open.findIndex(({ state }) => state !== 'waiting')).toBeGreaterThan(open.findIndex(({ id }) => id === first));
});

test('several conversations are ended at once, read or unread, and an unknown conversation among them stops nothing', async () => {
  const customers = [guest(), guest()];
  const ids = [];
  for (const who of customers) ids.push(await waitingConversation(product, token, who));
  const stays = await waitingConversation(product, token, guest());
  const conversationIds = [randomUUID(), ...ids, ...ids];
  for (let times = 0; times < 2; times++)
    expect(await desk(product, token, 'close-many', { conversationIds })).toMatchObject({ status: 200, body: {} });
  for (const id of ids) {
    expect(await find(id)).toBeUndefined();
    expect(await find(id, 'closed')).toMatchObject({ state: 'closed', unread: 0 });
  }
  for (const who of customers)
    expect((await textsOf(product, who)).filter((words) => GOODBYE.test(words ?? ''))).toHaveLength(1);
  expect(await find(stays)).toMatchObject({ state: 'waiting' });
  const closed = (await conversations(product, token, { state: 'closed', limit: 2 })).conversations;
  expect(closed.map(({ id }) => id)).toEqual(ids.toReversed());
  const sql = `select operator, address, about ->> 'conversation' as id from security_events
    where what = 'conversation-closed' and about ->> 'conversation' = any ($1) order by security_events.id limit 2`;
  const kept = ids.map((id) => ({ operator: 'Nok', address: '127.0.0.1', id }));
  expect((await database.db.query(sql, [ids])).rows).toEqual(kept);
});

test('a visitor who waits in silence gets a goodbye in the end; a member, and a visitor who writes, wait on', async () => {
  const [silent, speaking, answered] = [guest(), guest(), guest()];
  const member = memberOf(await newMember(product));
  const ids: Record<string, string> = {};
  for (const [name, who] of Object.entries({ silent, speaking, answered, member }))
    ids[name] = await waitingConversation(product, token, who);
  await reply(product, token, ids.answered ?? '', 'one moment');
  await sandbox.moveClock(90 * 60);
  await tell(product, speaking, 'still here');
  await sandbox.moveClock(31 * 60);
  const stateOf = async (name: string) => (await find(ids[name] ?? '', name === 'silent' ? 'closed' : 'open'))?.state;
  await expect.poll(() => stateOf('silent'), BY_ITSELF).toBe('closed');
  expect((await textsOf(product, silent)).at(-1)).toMatch(GOODBYE);
  const others = [await stateOf('speaking'), await stateOf('answered'), await stateOf('member')];
  expect(others).toEqual(['waiting', 'agent', 'waiting']);
});

test('a visitor who waits and then signs in waits on as a member, and gets no goodbye', async () => {
  const [silent, was] = [guest(), guest()];
  const member = memberOf(await newMember(product));
  const silentId = await waitingConversation(product, token, silent);
  await waitingConversation(product, token, was);
  const before = await textsOf(product, { ...was, ...member });
  await sandbox.moveClock(121 * 60);
  await expect.poll(async () => (await find(silentId, 'closed'))?.state, BY_ITSELF).toBe('closed');
  await sandbox.moveClock(60);
  expect(await textsOf(product, member)).toEqual(before);
  const { conversations: open } = await conversations(product, token);
  expect(open.find(({ customer }) => customer.userId === member.userId)).toMatchObject({ state: 'waiting' });
});

test('a customer’s entry that comes while an operator ends the conversation stays in sight until it is read', async () => {
  const who = guest();
  const conversationId = await waitingConversation(product, token, who);
  await desk(product, token, 'read', { conversationId });
  const lock = await database.db.connect();
  await lock.query('begin');
  await lock.query('select from chat_rooms where id = $1 for update', [conversationId]);
  const waiting = () => waitingForLocks(database.db);
  const saying = tell(product, who, 'wait!');
  await expect.poll(waiting, BY_ITSELF).toBe(1);
  const closing = desk(product, token, 'close', { conversationId });
  await expect.poll(waiting, BY_ITSELF).toBe(2);
  await lock.query('commit');
  lock.release();
  await saying;
  expect(await closing).toMatchObject({ status: 200 });
  expect((await textsOf(product, who)).slice(-2)).toEqual(['wait!', expect.stringMatching(GOODBYE)]);
  expect(await find(conversationId)).toMatchObject({ state: 'closed', unread: 1 });
  expect(await find(conversationId, 'closed')).toBeUndefined();
  await desk(product, token, 'read', { conversationId });
  expect(await find(conversationId)).toBeUndefined();
  expect(await find(conversationId, 'closed')).toMatchObject({ unread: 0 });
});

test('every change reaches every operator at the desk, on any node', async () => {
  const [who, member] = [guest(), memberOf(await newMember(product))];
  const agents = await Promise.all([product, second].map((node) => listening(node, { deskToken: token })));
  const conversationId = await waitingConversation(product, token, who);
  const changes: Record<string, () => Promise<unknown>> = {
    'a word': () => tell(second, who, 'hello'),
    'the desk reads': () => desk(product, token, 'read', { conversationId }),
    'the customer reads': () => product.call('PUT /api/chat/read-customer/', { body: who }),
    'an answer': () => reply(second, token, conversationId, 'yes'),
    'the end': () => desk(product, token, 'close', { conversationId }),
    'a sign-in': () => history(product, { ...who, ...member }),
  };
  for (const agent of agents) await expect.poll(() => agent.changes, BY_ITSELF).toContain(conversationId);
  for (const [what, change] of Object.entries(changes)) {
    for (const agent of agents) {
      // A note on its way would arrive before the answer to this join.
      await agent.join({ deskToken: token });
      agent.changes.length = 0;
    }
    await change();
    for (const agent of agents)
      await expect.poll(() => agent.changes, { ...BY_ITSELF, message: what }).toContain(conversationId);
  }
});
