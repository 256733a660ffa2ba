import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '@krapao/contract/calls.ts';
import { expect, test } from 'vitest';
import {
  desk,
  deskToken,
  guest,
  listening,
  memberOf,
  newOperator,
  operate,
  refusal,
  TALKATIVE,
  text,
  waitingConversation,
} from '../../../test/chat.ts';
import { BY_ITSELF, contents, newMember, startProduct, startProductOnSandbox } from '../../../test/harness.ts';
import { CannotDo } from '../../staff/act.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api', ...TALKATIVE });
const second = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', ...TALKATIVE });
const token = await deskToken(product, 'Nok');

const signIn = (name: string, password: string) => product.call('POST /api/desk/login', { body: { name, password } });
const isSignedIn = async (token: string) => (await desk(product, token, 'conversations', { page: 1, limit: 1 })).status;

test('only the right name and password sign in, and the refusal does not say which of them was wrong', async () => {
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

test('a reading is kept once an hour for each operator and each conversation', async () => {
  const names = ['Reader', 'Another Reader'];
  const readers = [await deskToken(product, names[0]), await deskToken(product, names[1])];
  const ids = [await waitingConversation(product, token, guest()), await waitingConversation(product, token, guest())];
  const readAll = async () => {
    for (const reader of readers)
      for (const conversationId of ids)
        for (const skip of [0, 10]) await desk(product, reader, 'history', { conversationId, limit: 10, skip });
  };
  const kept = async () => {
    const sql = `select operator, about ->> 'conversation' as id from security_events
      where what = 'conversation-read' and operator = any ($1) order by id`;
    return (await database.db.query<{ operator: string; id: string }>(sql, [names])).rows;
  };
  const each = names.flatMap((operator) => ids.map((id) => ({ operator, id })));
  await readAll();
  await readAll();
  expect(await kept()).toEqual(expect.arrayContaining(each));
  expect(await kept()).toHaveLength(each.length);
  await sandbox.moveClock(60 * 60 + 1);
  await readAll();
  expect(await kept()).toHaveLength(2 * each.length);
});

test('every call of the desk is for operators alone, and theirs opens nothing of a member', async () => {
  const member = await newMember(product);
  const conversationId = await waitingConversation(product, token, guest());
  const bodies: Record<string, object> = {
    logout: {},
    conversations: { page: 1, limit: 10 },
    history: { conversationId, limit: 10, skip: 0 },
    reply: { id: randomUUID(), conversationId, message: text('I am from support') },
    movement: { conversationId, movement: randomUUID() },
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
  const { rows } = await database.db.query(`select from operator_sessions where operator = 'Somsri'`);
  expect(rows).toEqual([]);
});
