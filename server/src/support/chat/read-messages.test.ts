import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  connect,
  conversations,
  desk,
  entriesOf,
  guest,
  history,
  listening,
  memberOf,
  reply,
  say,
  tell,
  text,
  textsOf,
  waitingConversation,
  wordsOf,
} from '../../../test/chat.ts';
import { startChatWorld } from '../../../test/chat-world.ts';
import { BY_ITSELF, newMember, signIn, startProduct, waitingForLocks } from '../../../test/harness.ts';

const { product, second, database, environment, signInAtDesk, talking } = await startChatWorld();

test('a visitor and a member each have a conversation, newest first, as it was said and by whom', async () => {
  const member = memberOf(await newMember(product));
  for (const who of [guest(), member]) {
    const answer = await say(product, who, 'how to deposit');
    const [cards, more] = [{ message_type: 'generic' }, { message_type: 'quick_replies' }];
    const { token: _, ...shown } = { token: '', ...who };
    expect((await history(product, who)).conversations).toMatchObject([
      { sender: 'other', name: 'Krapao', message: more, ...shown },
      { sender: 'other', name: 'Krapao', message: cards, ...shown },
      { sender: 'customer', message: text('how to deposit'), ...shown, ...(answer.body as object) },
    ]);
  }
  expect(await history(product, guest())).toEqual({ conversations: [], unread: 0 });
});

test.each([
  ['Thai letters', 'ก้'.repeat(1_000)],
  ['emoji', '🙏'.repeat(2_000)],
  ['quotes and backslashes', '"\\'.repeat(1_000)],
  ['control characters', '\u0001'.repeat(2_000)],
])('2,000 %s are stored and received on another node', async (_, words) => {
  const { who, token, conversation } = await talking();
  const listeners = [await listening(product, who), await listening(second, who)];
  const id = await tell(product, who, words);
  const answer = await reply(second, token, conversation, words);
  for (const { heard, hears } of listeners) {
    await hears(answer.id);
    expect(heard.slice(-2).map(wordsOf)).toEqual([words, words]);
  }
  expect((await entriesOf(second, who)).slice(-2).map(({ id }) => id)).toEqual([id, answer.id]);
  expect((await textsOf(second, who)).slice(-2)).toEqual([words, words]);
});

test('entries that many write at once are numbered without gaps, each later than the last, and read ten at a time', async () => {
  const { who, token, conversation } = await talking();
  const words = Array.from({ length: 100 }, (_, at) => `word ${at}`);
  await Promise.all(
    words.map((word, at) => (at % 4 ? tell(second, who, word) : reply(product, token, conversation, word))),
  );
  const entries = (await entriesOf(product, who)).slice(-100);
  expect(entries.map(wordsOf).toSorted()).toEqual(words.toSorted());
  const times = entries.map(({ createdAt }) => Date.parse(createdAt));
  expect(times.slice(1).every((time, at) => time > (times[at] ?? time))).toBe(true);
  const sql = `select array_agg(position order by position) as positions from chat_entries where room_id = $1`;
  const { rows } = await database.db.query<{ positions: number[] }>(sql, [conversation]);
  expect(rows[0]?.positions).toEqual(Array.from({ length: 103 }, (_, at) => at + 1));

  const pages = [];
  for (let skip = 0; skip < 120; skip += 10)
    pages.push((await history(product, who, { limit: 10, skip })).conversations);
  expect(pages.map(({ length }) => length)).toEqual([...Array(10).fill(10), 3, 0]);
  expect(pages.flat()).toEqual((await entriesOf(product, who)).toReversed());
  expect((await history(product, who, { limit: 3, skip: 97 })).conversations).toEqual(pages.flat().slice(97, 100));
  for (const skip of [103, 1_000_000]) expect((await history(product, who, { skip })).conversations).toEqual([]);
});

test('an entry that the reader had not seen yet stays unread', async () => {
  const { who, token, conversation } = await talking();
  const read = (body: object) => product.call('PUT /api/chat/read-customer/', { body: { ...who, ...body } });
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of ids) await reply(product, token, conversation, id, id);
  await tell(product, who, 'hm');
  await read({ until: ids[0] });
  expect((await history(product, who)).unread).toBe(2);
  await read({ until: randomUUID() });
  expect((await history(product, who)).unread).toBe(2);
  await read({ until: ids[2] });
  expect((await history(product, who)).unread).toBe(0);
  await read({ until: ids[0] });
  expect((await history(product, who)).unread).toBe(0);
});

test('an entry of another room marks nothing as read, neither for the customer nor for the desk', async () => {
  const { token, ...long } = await talking();
  const short = await talking();
  const unread = async () => {
    const { conversations: open } = await conversations(product, token);
    const atDesk = open.find(({ id }) => id === short.conversation)?.unread;
    return { byCustomer: (await history(product, short.who)).unread, atDesk };
  };
  const before = await unread();
  expect(before).toEqual({ byCustomer: 1, atDesk: 2 });
  const { id: until } = await reply(product, token, long.conversation, 'a later number than any of the short room');
  const asked = { conversationId: short.conversation, until };
  expect(await desk(product, token, 'read', asked)).toMatchObject({ status: 200 });
  await product.call('PUT /api/chat/read-customer/', { body: { ...short.who, until } });
  expect(await unread()).toEqual(before);
});

test('an entry that support writes at the moment when the reading is marked stays unread', async () => {
  const { who, conversation } = await talking();
  const until = (await entriesOf(product, who)).at(-1)?.id;
  const words = { roomId: conversation, id: randomUUID(), sender: 'other', operator: 'Nok', message: text('one more') };
  const speaker = await database.db.connect();
  await speaker.query('begin');
  await speaker.query(`select from chat_say($1, 100, interval '1 day')`, [JSON.stringify(words)]);
  const marking = product.call('PUT /api/chat/read-customer/', { body: { ...who, until } });
  await expect.poll(() => waitingForLocks(database.db), BY_ITSELF).toBe(1);
  await speaker.query('commit');
  speaker.release();
  expect(await marking).toMatchObject({ status: 200 });
  expect((await history(product, who)).unread).toBe(1);
});

test('an entry of support is unread until the customer has read it', async () => {
  const { who, token, conversation } = await talking();
  const read = (whose: object) => product.call('PUT /api/chat/read-customer/', { body: whose });
  await reply(product, token, conversation, 'one');
  await reply(product, token, conversation, 'two');
  expect((await history(product, who)).unread).toBe(3);
  await read(guest());
  expect((await history(product, who)).unread).toBe(3);
  expect(await read(who)).toMatchObject({ status: 200, body: {} });
  expect((await history(product, who)).unread).toBe(0);
  await tell(product, who, 'thanks');
  expect((await history(product, who)).unread).toBe(0);
  await reply(product, token, conversation, 'three');
  expect((await history(product, who)).unread).toBe(1);
});

test('a chat that is switched off has no prefix', async () => {
  const prefixOf = async (node: typeof product) => (await node.call('GET /api/chat/config')).body;
  expect(await prefixOf(product)).toEqual({ PREFIX: 'krapao-' });
  expect(await prefixOf(await startProduct(database, { ...environment, CHAT_ENABLED: 'off' }))).toEqual({ PREFIX: '' });
});

test('every entry is received once by every connection of its room on both nodes, its sender’s too, and by no other', async () => {
  const { username, password, id } = await newMember(product);
  const who = { userId: id, token: await signIn(product, { username, password }) };
  const agent = await signInAtDesk();
  const conversation = await waitingConversation(second, agent, who);
  const listeners = await Promise.all([product, product, second, second].map((node) => listening(node, who)));
  const stranger = await listening(product, guest());
  const long = '🙏'.repeat(2_000);
  const sayOne = (at: number) => {
    const node = at % 2 ? product : second;
    return at % 3 ? tell(node, who, `word ${at}`) : reply(node, agent, conversation, long);
  };
  // Entries that are sent one after the other arrive in that order; entries that are sent at once may arrive in any order.
  for (let at = 0; at < 20; at++) await sayOne(at);
  await Promise.all(Array.from({ length: 20 }, (_, at) => sayOne(at)));
  const entries = (await entriesOf(product, who)).slice(-40);
  const last = await tell(product, who, 'the last');
  for (const { heard, hears } of listeners) {
    await hears(last);
    const since = () => heard.slice(heard.findIndex(({ id }) => id === entries[0]?.id));
    await expect.poll(() => since().length, BY_ITSELF).toBe(41);
    expect(since().slice(0, 20)).toEqual(entries.slice(0, 20));
    const inTime = since().toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
    expect(inTime.slice(0, 40)).toEqual(entries);
  }
  await stranger.join({});
  expect(stranger.heard).toEqual([]);
});

test('a node that got no notifications for a while says so afterwards, and the entries of that time are in the history', async () => {
  const { who, token, conversation } = await talking();
  const own = await listening(product, who);
  const deaf = connect(second);
  // A listening connection runs nothing but `listen`, and now and then an empty `select`.
  const listeners = `from pg_stat_activity where datname = current_database() and query ~ '^(listen .*|select)$'`;
  const { rowCount } = await database.db.query(`select pg_terminate_backend(pid) ${listeners}`);
  expect(rowCount).toBeGreaterThanOrEqual(2);
  const meanwhile = [await tell(product, who, 'meanwhile'), (await reply(second, token, conversation, 'me too')).id];
  for (const { other } of [own, deaf]) await expect.poll(() => other, BY_ITSELF).toEqual(['missed']);
  expect((await entriesOf(product, who)).slice(-2).map(({ id }) => id)).toEqual(meanwhile);
  await own.hears(await tell(second, who, 'and on'));
});
