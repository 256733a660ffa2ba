import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  conversations,
  desk,
  entriesOf,
  guest,
  history,
  listening,
  memberOf,
  postback,
  refusal,
  reply,
  say,
  tell,
  text,
  textsOf,
  wordsOf,
} from '../../../test/chat.ts';
import { startChatWorld } from '../../../test/chat-world.ts';
import { BY_ITSELF, contents, newMember, signIn, startProduct, waitingForLocks } from '../../../test/harness.ts';

const { product, second, sandbox, database, environment, signInAtDesk, talking } = await startChatWorld();
const HOUR = 60 * 60;

const stored = async (id: string) => (await database.db.query('select from chat_entries where id = $1', [id])).rowCount;

test('a username, a name and a device that a message claims are taken, and are nowhere afterwards', async () => {
  const claimed = { username: 'claimed by nobody', name: 'claimed by nobody', deviceToken: 'claimed by nobody' };
  for (const who of [guest(), memberOf(await newMember(product))]) {
    const { token, ...customer } = { token: undefined, ...who };
    const body = { ...customer, ...claimed, id: randomUUID(), message: text('hello') };
    const sent = await product.call('POST /api/chat/send-message', { body, ...(token && { token }) });
    expect(sent).toMatchObject({ status: 200 });
    expect(JSON.stringify([sent.body, await history(product, who)])).not.toContain('claimed');
  }
  expect(JSON.stringify(await contents(database.owner))).not.toContain('claimed by nobody');
});

test('the same id again is answered the same and stored once, also twenty at a time through two nodes', async () => {
  const who = guest();
  const id = randomUUID();
  const first = await say(product, who, 'hello', { id });
  expect(first).toMatchObject({ status: 200 });
  const own = await listening(product, who);
  expect(await say(second, who, ' hello\n', { id })).toMatchObject({ status: 200, body: first.body });
  // The sender had no answer: maybe nobody was told either.
  await own.hears(id);
  expect(await say(product, who, 'hello', { id: id.toUpperCase() })).toMatchObject({ status: 200, body: first.body });

  const [crowd, theirs] = [guest(), randomUUID()];
  const nodes = Array.from({ length: 20 }, (_, at) => (at % 2 ? product : second));
  const answers = await Promise.all(nodes.map((node) => say(node, crowd, 'all at once', { id: theirs })));
  for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
  for (const one of [who, crowd]) {
    // The bot has greeted once.
    expect((await entriesOf(product, one)).map(({ sender }) => sender)).toEqual(['customer', 'other']);
  }
});

test('an id that has said something else, or in another room, or from the other side, is a conflict that changes nothing', async () => {
  const [{ who, token, conversation }, other, fresh] = [await talking(), guest(), guest()];
  const id = await tell(product, who, 'the first');
  const { id: ofOperator } = await reply(product, token, conversation, 'from support');
  await tell(product, other, 'mine');
  const before = [await entriesOf(product, who), await entriesOf(product, other)];
  const attempts = [
    say(product, who, 'the second', { id }),
    say(product, who, postback('menu'), { id }),
    say(product, other, 'the first', { id }),
    say(product, fresh, 'the first', { id }),
    say(product, fresh, 'something else', { id }),
    say(product, who, 'from support', { id: ofOperator }),
  ];
  for (const { status, body } of await Promise.all(attempts))
    expect({ status, body }).toEqual(refusal(409, 'IDEMPOTENCY_CONFLICT'));
  expect([await entriesOf(product, who), await entriesOf(product, other)]).toEqual(before);
  expect(await entriesOf(product, fresh)).toEqual([]);
});

test('an answer of the bot to a session that is over is not written', async () => {
  const { who, conversation } = await talking();
  const before = await entriesOf(product, who);
  const words = { roomId: conversation, sender: 'other', message: text('late') };
  const sayIn = async (session?: string) => {
    const said = JSON.stringify({ ...words, id: randomUUID(), ...(session && { session }) });
    const sql = `select outcome from chat_say($1, 100, interval '1 day')`;
    return (await database.db.query<{ outcome: string }>(sql, [said])).rows[0]?.outcome;
  };
  expect(await sayIn(randomUUID())).toBe('moved-on');
  expect(await entriesOf(product, who)).toEqual(before);
  expect(await sayIn(before.at(-1)?.session_id)).toBe('said');
});

test('of one id that many rooms use at the same moment, one has it and the others are refused', async () => {
  const rooms = await Promise.all(Array.from({ length: 5 }, talking));
  const id = randomUUID();
  const lock = await database.db.connect();
  await lock.query('begin');
  await lock.query('lock chat_rooms in share row exclusive mode');
  const answers = rooms.map(({ who }, at) => say(at % 2 ? product : second, who, 'mine', { id }));
  await expect.poll(() => waitingForLocks(database.db), BY_ITSELF).toBe(rooms.length);
  await lock.query('commit');
  lock.release();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, ...Array(rooms.length - 1).fill(409)]);
});

test('a text is trimmed; one that is empty, blank or too long is refused', async () => {
  const { who } = await talking();
  const before = await entriesOf(product, who);
  for (const words of ['', ' ', '\n\t \u00a0\ufeff', '\u202e \u2069', 'x'.repeat(2_001), ` ${'x'.repeat(2_000)}`])
    expect(await say(product, who, words)).toMatchObject(refusal(400, 'INVALID_REQUEST'));
  expect(await entriesOf(product, who)).toEqual(before);
  await tell(product, who, '  \n ก ข \u00a0');
  expect((await textsOf(product, who)).at(-1)).toBe('ก ข');
});

test('a text cannot turn the direction in which an address in it is read', async () => {
  const { who } = await talking();
  await tell(product, who, 'see \u202e1=x?/elpmaxe.live//:sptth\u202c and \u2067this\u2069');
  expect((await textsOf(product, who)).at(-1)).toBe('see 1=x?/elpmaxe.live//:sptth and this');
});

test('a session lasts until an operator ends it or nothing was said for a day', async () => {
  const { who, token, conversation } = await talking();
  const session = async () => new Set((await entriesOf(product, who)).map(({ session_id }) => session_id)).size;
  expect(await session()).toBe(1);
  expect(await desk(product, token, 'close', { conversationId: conversation })).toMatchObject({ status: 200 });
  expect(await session()).toBe(1);
  await tell(product, who, 'hello again');
  expect(await session()).toBe(2);
  await sandbox.moveClock(23 * HOUR);
  await tell(product, who, 'still there');
  expect(await session()).toBe(2);
  await reply(product, await signInAtDesk(), conversation, 'I am here');
  await sandbox.moveClock(24 * HOUR + 60);
  await tell(product, who, 'the next day');
  expect(await session()).toBe(3);
  // The bot greets once in each session, also where an operator had answered in the one before.
  const greetings = (await textsOf(product, who)).filter((words) => words?.startsWith('Hello!'));
  expect(greetings).toHaveLength(2);
  const { conversations: open } = await conversations(product, await signInAtDesk());
  expect(open.find(({ id }) => id === conversation)).toMatchObject({ state: 'bot', operator: null });
});

test('an operator who ends a conversation that was silent for a day begins no other session', async () => {
  const { who, token, conversation } = await talking();
  await reply(product, token, conversation, 'what can I do for you?');
  await sandbox.moveClock(25 * HOUR);
  const later = await signInAtDesk();
  expect(await desk(product, later, 'close', { conversationId: conversation })).toMatchObject({ status: 200 });
  const entries = await entriesOf(product, who);
  expect(wordsOf(entries.at(-1) ?? expect.fail('nothing was said'))).toMatch(/^Thank you for writing to us\./);
  expect(new Set(entries.map(({ session_id }) => session_id)).size).toBe(1);
});

test('a member who waits for a person goes on waiting, also when nothing was said for a day', async () => {
  const { id: userId, username, password } = await newMember(product);
  const remembered = await signIn(product, { username, password, remember: true });
  const { who, conversation } = await talking({ userId, token: remembered });
  await sandbox.moveClock(25 * HOUR);
  const id = await tell(product, who, 'anybody?');
  const token = await signInAtDesk();
  const { conversations: open } = await conversations(product, token);
  expect(open.find((one) => one.id === conversation)).toMatchObject({ state: 'waiting' });
  // The bot says nothing to a customer who waits for a person.
  expect((await entriesOf(product, who)).at(-1)).toMatchObject({ id });
});

test('a room takes sixty a minute; one more is refused and not stored, and other rooms do not mind', async () => {
  const who = guest();
  // A message that is refused counts too.
  const taken = await tell(product, guest(), 'of another room');
  await say(product, who, 'word', { id: taken });
  await Promise.all(Array.from({ length: 59 }, (_, at) => tell(product, who, `word ${at}`)));
  const before = await entriesOf(product, who);
  expect(before.filter(({ sender }) => sender === 'customer')).toHaveLength(59);
  const own = await listening(product, who);
  const id = randomUUID();
  const refused = await Promise.all([say(product, who, 'one more', { id }), say(product, who, postback('menu'))]);
  for (const answer of refused) {
    expect(answer).toMatchObject(refusal(429, 'REQUEST_LIMIT_1MIN'));
    expect(Number(answer.headers.get('retry-after'))).toBe(60);
  }
  // A message that was stored before the limit may still be sent again, and nobody is told.
  const again = before.find((one) => wordsOf(one) === 'word 7')?.id ?? '';
  expect(await say(product, who, 'word 7', { id: again })).toMatchObject({ status: 200 });
  expect(await entriesOf(product, who)).toEqual(before);
  await tell(product, guest(), 'somebody else');
  await sandbox.moveClock(61);
  expect(await say(product, who, 'one more', { id })).toMatchObject({ status: 200 });
  expect(await stored(id)).toBe(1);
  await own.hears(id);
  expect(own.ids()).not.toContain(again);
});

test('an address makes only so many visitors an hour, and each counts once; members and known visitors do not', async () => {
  const narrow = await startProduct(database, { ...environment, CHAT_VISITORS_AN_HOUR: '3' });
  await database.db.query(`delete from rate_limit_events where scope = 'chat/visitors'`);
  const known = guest();
  await Promise.all(Array.from({ length: 10 }, (_, at) => tell(narrow, known, `first ${at}`)));
  await tell(narrow, guest(), 'the second');
  await tell(narrow, guest(), 'the third');
  const late = guest();
  const refused = await say(narrow, late, 'the fourth');
  expect(refused).toMatchObject(refusal(429, 'REQUEST_LIMIT'));
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await history(narrow, late)).toEqual({ conversations: [], unread: 0 });
  await tell(narrow, known, 'still here');
  await tell(narrow, memberOf(await newMember(product)), 'a member');
  await sandbox.moveClock(HOUR + 1);
  await tell(narrow, late, 'the fourth');
});
