import { randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { execute } from '../../../../world/databases.ts';
import { IN_FULL } from '../../../../world/tier.ts';
import {
  type Customer,
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

/** Takes a lock, until the test lets it go or is over. */
async function locked(statement: string): Promise<() => Promise<void>> {
  const lock = await database.owner.connect();
  await lock.query('begin');
  await lock.query(statement);
  let isHeld = true;
  const unlock = async () => {
    if (!isHeld) return;
    isHeld = false;
    await lock.query('commit');
    lock.release();
  };
  onTestFinished(unlock);
  return unlock;
}

/** A connection that has said hello: a node takes messages once it hears notes, a moment after its start. */
async function speaking(node: Pick<typeof product, 'url'>, who: Customer) {
  const own = await listening(node, who);
  await expect.poll(() => own.send(who, 'hello'), BY_ITSELF).toMatchObject({ ok: true });
  return own;
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

test(
  'a message whose node is killed between the commit and the acknowledgement is there once after it is sent again',
  IN_FULL,
  async () => {
    const member = await newMember(product);
    const node = await startKillableNode(database, sandbox, { ROLE: 'api', ...TALKATIVE });
    const own = await speaking(node, memberOf(member));
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
    expect(entries.map(({ sender }) => sender)).toEqual(['customer', 'other', 'customer', 'other']);
    expect(entries[2]?.id).toBe(id);
  },
);

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
  const own = await speaking(strict, who);
  await tell(strict, who, 'two');
  expect(await own.send(who, 'three')).toMatchObject({ ok: true });
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
  const [member, visitor] = [await newMember(product), guest()];
  // Storing a message in a room that is there needs no look at the members.
  for (const who of [memberOf(member), visitor]) await tell(product, who, 'hello');
  const [own, others] = [await listening(product, memberOf(member)), await listening(product, visitor)];
  const id = randomUUID();
  const unlock = await locked('lock table members in access exclusive mode');
  const end = `update sessions set ended_at = app_now(), ended_by = 'member' where member_id = $1`;
  await database.db.query(end, [member.id]);
  await expect.poll(() => waitingForLocks(database.db), BY_ITSELF).toBeGreaterThan(0);
  const sending = own.send(memberOf(member), 'after the end', { id }).catch(() => refused('invalid-token'));
  // A message that did not wait for the look-up would be stored and answered by now, as a later one is.
  expect(await others.send(visitor, 'meanwhile')).toMatchObject({ ok: true });
  await unlock();
  expect(await sending).toEqual(refused('invalid-token'));
  await expect.poll(() => own.socket.connected, BY_ITSELF).toBe(false);
  expect(await stored(id)).toBe(0);
});

test('a node that is not notified of ended sign-ins takes no message over sockets, and later does again', async () => {
  const who = guest();
  const own = await listening(product, who);
  expect(await own.send(who, 'hello')).toMatchObject({ ok: true });
  const app = await database.db.connect();
  const name = new URL(database.url).pathname.slice(1);
  const letConnect = (isLet: boolean) =>
    execute(inject('postgresUrl'), `alter database ${name} allow_connections ${isLet}`);
  onTestFinished(async () => {
    await letConnect(true);
    app.release();
  });
  // The connections of the pool stay; the one that listens is ended and cannot come back.
  await letConnect(false);
  const listeners = `from pg_stat_activity where datname = current_database() and query ~ '^(listen .*|select)$'`;
  await app.query(`select pg_terminate_backend(pid) ${listeners}`);
  await expect.poll(() => own.send(who, 'hello'), BY_ITSELF).toEqual(refused('SERVICE_UNAVAILABLE'));
  await letConnect(true);
  await expect.poll(() => own.send(who, 'hello'), BY_ITSELF).toMatchObject({ ok: true });
});
