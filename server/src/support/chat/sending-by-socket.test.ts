import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  connect,
  deskToken,
  entriesOf,
  guest,
  listening,
  memberOf,
  postback,
  say,
  TALKATIVE,
  tell,
  text,
  textsOf,
} from '../../../test/chat.ts';
import {
  BY_ITSELF,
  newMember,
  startKillableNode,
  startProduct,
  startProductOnSandbox,
  waitingForLocks,
} from '../../../test/harness.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api', ...TALKATIVE });
const environment = { SANDBOX_URL: sandbox.url, ROLE: 'api', ...TALKATIVE };
const second = await startProduct(database, environment);

const refused = (message: string, more: object = {}) => ({ ok: false, failure: { message, ...more } });
const stored = async (id: string) => (await database.db.query('select from chat_entries where id = $1', [id])).rowCount;

/** A connection that holds a lock until it is let go. */
async function locked(...statements: string[]) {
  const lock = await database.owner.connect();
  await lock.query('begin');
  for (const statement of statements) await lock.query(statement);
  return async () => {
    await lock.query('commit');
    lock.release();
  };
}

test('a message over the socket is acknowledged when it is stored, and not before', async () => {
  const who = guest();
  await tell(product, who, 'hello');
  const own = await listening(product, who);
  const unlock = await locked(`select from chat_rooms where customer_id = '${who.guestId}' for update`);
  const id = randomUUID();
  let isAcknowledged = false;
  const sending = own.send(who, 'is my money there?', { id }).finally(() => {
    isAcknowledged = true;
  });
  await expect.poll(() => waitingForLocks(database.db), BY_ITSELF).toBe(1);
  // An acknowledgement that was sent by now would come before the answer to this.
  await own.join(who);
  expect(isAcknowledged).toBe(false);
  await unlock();
  const acknowledged = await sending;
  expect(await stored(id)).toBe(1);
  const again = await say(second, who, 'is my money there?', { id });
  expect(acknowledged).toEqual({ ok: true, reply: again.body });
  await own.hears(id);
});

test('a message whose node is killed between the commit and the acknowledgement is there once after it is sent again', async () => {
  const member = await newMember(product);
  const node = await startKillableNode(database, sandbox, { ROLE: 'api', ...TALKATIVE });
  const own = await listening(node, memberOf(member));
  // The bot looks for a deposit after the message is stored and before it is acknowledged.
  const unlock = await locked('lock table statement_entries in access exclusive mode');
  const id = randomUUID();
  const sending = own.send(memberOf(member), postback('deposit-state'), { id });
  const outcome = sending.then(
    () => 'acknowledged',
    () => 'no answer',
  );
  await expect.poll(() => waitingForLocks(database.db), BY_ITSELF).toBe(1);
  expect(await stored(id)).toBe(1);
  await node.kill();
  expect(await outcome).toBe('no answer');
  await unlock();
  expect(await say(second, memberOf(member), postback('deposit-state'), { id })).toMatchObject({ status: 200 });
  const entries = await entriesOf(product, memberOf(member));
  expect(entries.map(({ sender }) => sender)).toEqual(['customer', 'other']);
  expect(entries[0]?.id).toBe(id);
});

test('the same id over the socket and by HTTP, many times at once, is stored once and answered the same', async () => {
  const who = guest();
  const id = randomUUID();
  const sockets = await Promise.all([listening(product, who), listening(second, who)]);
  const answers = await Promise.all([
    ...sockets.flatMap(({ send }) => Array.from({ length: 5 }, () => send(who, 'hello', { id }))),
    ...[product, second].map(async (node) => ({ ok: true, reply: (await say(node, who, 'hello', { id })).body })),
  ]);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ ok: true });
  expect((await entriesOf(product, who)).filter(({ sender }) => sender === 'customer')).toHaveLength(1);
});

test('a refused message over the socket answers the code of the call, and nothing is stored', async () => {
  const member = memberOf(await newMember(product));
  const own = await listening(product, member);
  const first = randomUUID();
  expect(await own.send(member, 'hello', { id: first })).toMatchObject({ ok: true });
  const before = await textsOf(product, member);

  const wrong = (fields: object) => refused('INVALID_REQUEST', { fields });
  expect(await own.send(member, 'x'.repeat(2_001))).toMatchObject(refused('INVALID_REQUEST'));
  expect(await own.send(member, 'no id', { id: 'mine' })).toEqual(wrong({ id: 'INVALID' }));
  expect(await own.send(member, 'a field too many', { colour: 'red' })).toEqual(wrong({ colour: 'UNKNOWN_FIELD' }));
  expect(await own.send(member, text('not to be kept: \0'))).toEqual(wrong({ message: 'INVALID' }));
  expect(await own.send({}, 'from nobody')).toEqual(wrong({ guestId: 'REQUIRED' }));
  expect(await own.send(member, 'something else', { id: first })).toEqual(refused('IDEMPOTENCY_CONFLICT'));
  expect(await own.send({ userId: 'ANOTHER1' }, 'as another')).toEqual(refused('NO_DATA'));
  const emit = own.socket.timeout(10_000).emitWithAck as (event: string, asked: unknown) => Promise<unknown>;
  for (const asked of [
    null,
    7,
    'x',
    [],
    {},
    { body: null },
    { query: { locale: 'xx' }, body: {} },
    { query: 7, body: {} },
  ])
    expect(await emit.call(own.socket.timeout(10_000), 'send-message', asked)).toMatchObject(
      refused('INVALID_REQUEST'),
    );
  expect(await textsOf(product, member)).toEqual(before);
});

test('messages over the socket and by HTTP count together', async () => {
  const strict = await startProduct(database, { ...environment, CHAT_MESSAGES_A_MINUTE: '3' });
  const who = guest();
  const own = await listening(strict, who);
  await tell(strict, who, 'one');
  expect(await own.send(who, 'two')).toMatchObject({ ok: true });
  await tell(strict, who, 'three');
  expect(await own.send(who, 'four')).toEqual(refused('REQUEST_LIMIT_1MIN'));
});

test('a socket in no room and one of the desk send nothing', async () => {
  const who = guest();
  const outside = connect(product);
  expect(await outside.send(who, 'from outside')).toEqual(refused('invalid-token'));
  const desk = await listening(product, { deskToken: await deskToken(product) });
  expect(await desk.send(who, 'from the desk')).toEqual(refused('invalid-token'));
  expect(await entriesOf(product, who)).toEqual([]);
});

test('a socket whose sign-in has ended sends nothing, also while its token is being looked up', async () => {
  const member = await newMember(product);
  const own = await listening(product, memberOf(member));
  const id = randomUUID();
  const unlock = await locked('lock table members in access exclusive mode');
  const end = `update sessions set ended_at = app_now(), ended_by = 'member' where member_id = $1`;
  await database.db.query(end, [member.id]);
  await expect.poll(() => waitingForLocks(database.db), BY_ITSELF).toBeGreaterThan(0);
  const sending = own.send(memberOf(member), 'after the end', { id }).catch(() => refused('invalid-token'));
  await unlock();
  expect(await sending).toEqual(refused('invalid-token'));
  await expect.poll(() => own.socket.connected, BY_ITSELF).toBe(false);
  expect(await stored(id)).toBe(0);
});

test('a node that cannot hear of ended sign-ins takes no message over sockets, and later does again', async () => {
  const who = guest();
  const own = await listening(product, who);
  const listeners = `from pg_stat_activity where datname = current_database() and query ~ '^(listen .*|select)$'`;
  await database.db.query(`select pg_terminate_backend(pid) ${listeners}`);
  await expect.poll(() => own.send(who, 'hello'), BY_ITSELF).toEqual(refused('SERVICE_UNAVAILABLE'));
  await expect.poll(() => own.send(who, 'hello'), BY_ITSELF).toMatchObject({ ok: true });
});
