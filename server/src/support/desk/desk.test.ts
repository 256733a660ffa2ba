import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '@krapao/contract/calls.ts';
import { expect, test } from 'vitest';
import {
  conversations,
  desk,
  deskToken,
  entriesOf,
  guest,
  listening,
  memberOf,
  newOperator,
  operate,
  refusal,
  reply,
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
import { CannotDo } from '../../staff/act.ts';

const { product, sandbox, database } = await startProductOnSandbox({
  ROLE: 'api',
  ...TALKATIVE,
  CHAT_VISITORS_WAIT_MINUTES: '120',
});
const second = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', ...TALKATIVE });
const token = await deskToken(product, 'Nok');
const GOODBYE = /^Thank you for writing to us\./;

const signIn = (name: string, password: string) => product.call('POST /api/desk/login', { body: { name, password } });
const isSignedIn = async (token: string) => (await desk(product, token, 'conversations', { page: 1, limit: 1 })).status;
const find = async (id: string, state = 'open') =>
  (await conversations(product, token, { state })).conversations.find((one) => one.id === id);

test('only the right name and password sign in, and what was wrong is not told', async () => {
  const password = await newOperator(product, 'Lek');
  expect(await signIn('Lek', password)).toMatchObject({ status: 200, body: { name: 'Lek' } });
  const wrong = [
    await signIn('Lek', 'x'),
    await signIn('Nobody', 'x'),
    await signIn('lek', password),
    await signIn('', ''),
  ];
  for (const { status, body } of wrong) expect({ status, body }).toEqual(refusal(401, 'WRONG_CREDENTIAL'));
});

test('guesses are counted, also those that come all at once, and then even the right one has to wait', async () => {
  const password = await newOperator(product, 'Guessed');
  const guesses = await Promise.all(Array.from({ length: 15 }, (_, at) => signIn('Guessed', `guess ${at}`)));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
  for (const guess of guesses.filter(({ status }) => status !== 401))
    expect(guess).toMatchObject(refusal(429, 'REQUEST_LIMIT'));
  const refused = await signIn('Guessed', password);
  expect(refused).toMatchObject(refusal(429, 'REQUEST_LIMIT'));
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await signIn('Somebody else', 'x')).status).toBe(401);
  await sandbox.moveClock(15 * 60 + 1);
  expect((await signIn('Guessed', password)).status).toBe(200);
});

test('an attacker who guesses an operator’s password from elsewhere locks out only themselves', async () => {
  const behindProxy = await startProduct(database, {
    ...{ SANDBOX_URL: sandbox.url, ROLE: 'api', TRUST_PROXY: '127.0.0.1' },
    LOGIN_FAILURES_PER_PHONE: '3',
  });
  const password = await newOperator(product, 'Known by name');
  const signInFrom = (address: string, guess: string, device?: string) =>
    behindProxy.call('POST /api/desk/login', {
      body: { name: 'Known by name', password: guess },
      headers: { 'x-forwarded-for': address, ...(device && { 'x-device-id': device }) },
    });
  const own = randomUUID();
  expect(await signInFrom('203.0.113.99', password, own)).toMatchObject({ status: 200 });
  const guessing = async (address: string) => {
    const answers = [];
    for (let at = 0; at < 4; at++) answers.push((await signInFrom(address, `guess ${at}`)).status);
    return answers;
  };
  expect(await guessing('203.0.113.1')).toEqual([401, 401, 401, 429]);
  expect(await signInFrom('203.0.113.1', password)).toMatchObject(refusal(429, 'REQUEST_LIMIT'));
  expect(await signInFrom('203.0.113.2', password)).toMatchObject({ status: 200 });
  // Guesses from many addresses count as one attacker's: in the end the name is closed for all of them.
  for (let at = 3; at <= 11; at++) expect(await guessing(`203.0.113.${at}`)).toEqual([401, 401, 401, 429]);
  expect(await signInFrom('203.0.113.2', password)).toMatchObject(refusal(429, 'REQUEST_LIMIT'));
  // But not for the browser that the operator signed in from before, at whatever address it is now.
  expect(await signInFrom('203.0.113.2', password, randomUUID())).toMatchObject(refusal(429, 'REQUEST_LIMIT'));
  expect(await signInFrom('203.0.113.2', password, own)).toMatchObject({ status: 200 });
});

test('sign-ins, failures, readings and closings of the desk are kept, with their operator, address and member', async () => {
  const password = await newOperator(product, 'Watched');
  await signIn('Watched', 'wrong');
  await signIn('a password typed as a name', 'x');
  const own = ((await signIn('Watched', password)).body as { token: string }).token;
  const conversationId = await waitingConversation(product, token, memberOf(await newMember(product)));
  for (const skip of [0, 10, 0]) await desk(product, own, 'history', { conversationId, limit: 10, skip });
  await desk(product, own, 'close', { conversationId });
  await desk(product, own, 'logout', {});
  const sql = `select what, member_id is not null as is_of_member, address, about from security_events
    where operator = 'Watched' order by id`;
  const face = { face: 'desk' };
  const conversation = { conversation: conversationId };
  expect((await database.db.query(sql)).rows).toMatchObject([
    { what: 'sign-in-failed', address: '127.0.0.1', about: face },
    { what: 'signed-in', address: '127.0.0.1', about: face },
    { what: 'conversation-read', is_of_member: true, about: conversation },
    { what: 'conversation-closed', is_of_member: true, about: conversation },
    { what: 'signed-out', about: face },
  ]);
  const kept = JSON.stringify((await contents(database.db)).security_events);
  expect(kept).not.toContain('a password typed as a name');
});

test('every call of the desk is for operators alone, and theirs opens nothing of a member', async () => {
  const member = await newMember(product);
  const conversationId = await waitingConversation(product, token, guest());
  const bodies: Record<string, object> = {
    logout: {},
    conversations: { page: 1, limit: 10 },
    history: { conversationId, limit: 10, skip: 0 },
    reply: { id: randomUUID(), conversationId, message: text('I am from support') },
    read: { conversationId },
    close: { conversationId },
    'close-many': { conversationIds: [conversationId] },
  };
  const ofOperators = Object.keys(calls).filter((call) => 'operator' in calls[call as CallName]);
  expect(ofOperators.toSorted()).toEqual(
    Object.keys(bodies)
      .map((call) => `POST /api/desk/${call}`)
      .toSorted(),
  );
  const before = await contents(database.db);
  for (const [call, body] of Object.entries(bodies)) {
    for (const bad of [undefined, member.token, 'x'.repeat(43), token.toLowerCase(), `${token}x`]) {
      const answer = await product.call(`POST /api/desk/${call}`, { body, ...(bad && { token: bad }) });
      expect([call, answer]).toMatchObject([call, refusal(401, 'invalid-token')]);
    }
  }
  for (const call of ['GET /api/wallet', 'GET /api/account/profile', 'POST /api/logout'])
    expect(await product.call(call, { token })).toMatchObject(refusal(401, 'invalid-token'));
  expect(await contents(database.db)).toEqual(before);
});

test('a sign-in lasts half a day, or until it is ended', async () => {
  const [ended, expired] = [await deskToken(product), await deskToken(product)];
  expect(await desk(product, ended, 'logout', {})).toMatchObject({ status: 200, body: {} });
  expect([await isSignedIn(ended), await isSignedIn(expired)]).toEqual([401, 200]);
  const { rows } = await database.db.query<{ hours: number }>(
    'select extract(epoch from max(expires_at) - app_now())::int / 3600.0 as hours from operator_sessions',
  );
  expect(Math.round(Number(rows[0]?.hours))).toBe(12);
  await database.db.query(`update operator_sessions set expires_at = app_now() where operator like 'Nok %'`);
  expect(await isSignedIn(expired)).toBe(401);
});

test('customers who wait for a person come first, then those who spoke last; page by page', async () => {
  await database.db.query(`update chat_rooms set state = 'closed', unread_by_desk = 0`);
  const [a, b, c, d] = [guest(), guest(), guest(), guest()];
  const member = await newMember(product);
  await tell(product, a, 'a asks');
  const waitingB = await waitingConversation(product, token, b);
  await tell(product, c, 'c asks');
  const waitingD = await waitingConversation(product, token, d);
  await tell(product, memberOf(member), 'm asks');
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

test('ended twice, or by many, a conversation is ended once; what is said next begins another', async () => {
  const who = guest();
  const conversationId = await waitingConversation(product, token, who);
  await desk(product, token, 'read', { conversationId });
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

  await tell(product, who, 'one more thing');
  expect(await find(conversationId)).toMatchObject({ state: 'bot', operator: null, unread: 1 });
  expect(await find(conversationId, 'closed')).toBeUndefined();
  await close();
  expect(await goodbyes()).toBe(2);
});

test('members who wait for a person stand before visitors who do, whoever came last', async () => {
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

test('several conversations are ended at once, read or unread, and what is not there stops nothing', async () => {
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
});

test('a visitor who waits in silence is told goodbye in the end; a member, and who speaks, waits on', async () => {
  const [silent, speaking] = [guest(), guest()];
  const member = memberOf(await newMember(product));
  const ids: Record<string, string> = {};
  for (const [name, who] of Object.entries({ silent, speaking, member }))
    ids[name] = await waitingConversation(product, token, who);
  await sandbox.moveClock(90 * 60);
  await tell(product, speaking, 'still here');
  await sandbox.moveClock(31 * 60);
  const stateOf = async (name: string) => (await find(ids[name] ?? '', name === 'silent' ? 'closed' : 'open'))?.state;
  await expect.poll(() => stateOf('silent'), BY_ITSELF).toBe('closed');
  expect((await textsOf(product, silent)).at(-1)).toMatch(GOODBYE);
  expect([await stateOf('speaking'), await stateOf('member')]).toEqual(['waiting', 'waiting']);
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

test('every change is told to everybody at the desk, on any node', async () => {
  const who = guest();
  const agents = await Promise.all([product, second].map((node) => listening(node, { deskToken: token })));
  const conversationId = await waitingConversation(product, token, who);
  const changes: Record<string, () => Promise<unknown>> = {
    'a word': () => tell(second, who, 'hello'),
    'the desk reads': () => desk(product, token, 'read', { conversationId }),
    'the customer reads': () => product.call('PUT /api/chat/read-customer/', { body: who }),
    'an answer': () => reply(second, token, conversationId, 'yes'),
    'the end': () => desk(product, token, 'close', { conversationId }),
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

const ENDINGS: Record<string, (name: string, token: string) => Promise<unknown>> = {
  'is removed': (name) => operate(product, 'operators remove', name),
  'gets a new password': (name) => newOperator(product, name),
  'gets other roles': (name) => operate(product, 'operators roles', name, 'support-lead'),
  'signs out': (_, token) => desk(product, token, 'logout', {}),
};

test.each(Object.entries(ENDINGS))('who %s is out at once, on every node', async (what, end) => {
  const name = `Ending ${what}`;
  const own = await deskToken(product, name);
  const stays = await listening(product, { deskToken: token });
  const ended = await Promise.all([product, second].map((node) => listening(node, { deskToken: own })));
  await end(name, own);
  expect(await isSignedIn(own)).toBe(401);
  for (const { socket } of ended) await expect.poll(() => socket.connected, BY_ITSELF).toBe(false);
  for (const { changes } of ended) changes.length = 0;
  const id = await waitingConversation(product, token, guest());
  await expect.poll(() => stays.changes, BY_ITSELF).toContain(id);
  expect(ended.flatMap(({ changes }) => changes)).toEqual([]);
  expect(stays.socket.connected).toBe(true);
});

test('operators list, admit and remove the operators who may sign in', async () => {
  const listed = async () => (await operate(product, 'operators list')).split('\n');
  const password = await newOperator(product, 'Ploy จันทร์');
  expect(await listed()).toContain('Ploy จันทร์  support');
  expect((await signIn('Ploy จันทร์', password)).status).toBe(200);
  const renewed = await newOperator(product, 'Ploy จันทร์');
  expect((await signIn('Ploy จันทร์', password)).status).toBe(401);
  expect((await signIn('Ploy จันทร์', renewed)).status).toBe(200);
  await operate(product, 'operators remove', 'Ploy จันทร์');
  expect(await listed()).not.toContain('Ploy จันทร์  support');
  expect((await signIn('Ploy จันทร์', renewed)).status).toBe(401);
  await expect(operate(product, 'operators remove', 'Ploy จันทร์')).rejects.toThrow(CannotDo);
  for (const name of [' ', 'x'.repeat(101)]) await expect(newOperator(product, name)).rejects.toThrow(CannotDo);
});

test('an operator who may not chat is refused at the desk as by a wrong password', async () => {
  const password = await newOperator(product, 'Somsri', 'cashier,auditor');
  const [right, wrong] = [await signIn('Somsri', password), await signIn('Somsri', 'another')];
  expect([right.status, right.body]).toEqual([wrong.status, wrong.body]);
});
