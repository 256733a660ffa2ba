import { expect, test } from 'vitest';
import {
  desk,
  deskToken,
  entriesOf,
  guest,
  history,
  listening,
  memberOf,
  reply,
  say,
  TALKATIVE,
  tell,
  textsOf,
  waitingConversation,
} from '../../../test/chat.ts';
import { BY_ITSELF, newMember, startProduct, startProductOnSandbox, waitingForLocks } from '../../../test/harness.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api', ...TALKATIVE });
const second = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', ...TALKATIVE });
const token = await deskToken(product);

const positionsOf = async (memberId: string) => {
  const sql = `select array_agg(position order by position) as positions, max(last_position) as last
    from chat_entries join chat_rooms on chat_rooms.id = room_id where customer_id = $1`;
  return (await database.db.query<{ positions: number[]; last: number }>(sql, [memberId])).rows[0];
};

const roomOf = async (memberId: string) => {
  const sql = 'select locale, session_id from chat_rooms where customer_id = $1';
  return (await database.db.query(sql, [memberId])).rows[0];
};

test('a visitor’s entries are the member’s once they have signed in: once, in order, and nowhere else', async () => {
  const was = guest();
  const member = await newMember(product);
  await tell(product, memberOf(member), 'yesterday');
  const conversation = await waitingConversation(product, token, was);
  await reply(product, token, conversation, 'who are you?');
  await tell(product, was, 'I sign in');
  await tell(product, memberOf(member), 'menu');
  const apart = [...(await entriesOf(product, was)), ...(await entriesOf(product, memberOf(member)))];
  const unread = (await history(product, was)).unread + (await history(product, memberOf(member))).unread;

  const together = { ...was, ...memberOf(member) };
  expect((await history(product, together)).unread).toBe(unread);
  const entries = await entriesOf(product, memberOf(member));
  const inOrder = apart.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  expect(entries).toEqual(inOrder.map(({ guestId: _, ...entry }) => ({ ...entry, userId: member.id })));
  expect(await history(product, together)).toMatchObject({ unread });
  expect(await positionsOf(member.id)).toEqual({
    positions: entries.map((_, at) => at + 1),
    last: entries.length,
  });

  // The member spoke last, with the bot: the conversation goes on as it was there.
  const sql = `select home.state, home.operator, home.session_id, home.locale, home.last_at, left_behind.id
    from chat_rooms home join chat_rooms left_behind on left_behind.adopted_into = home.id where home.customer_id = $1`;
  const { session_id, createdAt } = entries.at(-1) ?? expect.fail('nothing was said');
  expect((await database.db.query(sql, [member.id])).rows).toEqual([
    { state: 'bot', operator: null, session_id, locale: 'en', last_at: new Date(createdAt), id: conversation },
  ]);

  // The desk goes on under the conversation's old and new id, and the visitor's id begins a new room.
  await reply(product, token, conversation, 'welcome');
  expect((await textsOf(product, memberOf(member))).at(-1)).toBe('welcome');
  expect(await history(product, was)).toEqual({ conversations: [], unread: 0 });
  await tell(product, was, 'somebody else at this browser');
  expect(await textsOf(product, was)).toEqual(['somebody else at this browser', expect.stringContaining('Hello!')]);
  expect(await entriesOf(product, memberOf(member))).toHaveLength(entries.length + 1);
});

test.each(['read-customer', 'send-message'])('%s with both ids brings the visitor’s words along too', async (call) => {
  const was = guest();
  const member = memberOf(await newMember(product));
  const id = await tell(product, was, 'before');
  if (call === 'send-message') await tell(product, { ...was, ...member }, 'after');
  else {
    const body = { guestId: was.guestId.toUpperCase(), userId: member.userId };
    expect(await product.call('PUT /api/chat/read-customer/', { token: member.token, body })).toMatchObject({
      status: 200,
    });
    expect((await history(product, member)).unread).toBe(0);
  }
  expect((await entriesOf(product, member))[0]).toMatchObject({ id });
  // A message without an answer that the member sends again is the one that the visitor said.
  expect(await say(product, { ...was, ...member }, 'before', { id })).toMatchObject({ status: 200 });
  expect((await textsOf(product, member)).filter((words) => words === 'before')).toHaveLength(1);
});

test('signing in everywhere while both sides are talking loses and doubles nothing', async () => {
  const was = guest();
  const member = memberOf(await newMember(product));
  const together = { ...was, ...member };
  const conversation = await waitingConversation(product, token, was);
  const earlier = (await entriesOf(product, was)).map(({ id }) => id);
  let isOver = false;
  const signInAgainAndAgain = async (node: typeof product) => {
    while (!isOver) await history(node, together);
  };
  const signingIn = [product, second, product, second].map(signInAgainAndAgain);
  const inTurn = async (act: (node: typeof product, at: number) => Promise<string>) => {
    const ids: string[] = [];
    for (let at = 0; at < 25; at++) ids.push(await act(at % 2 ? product : second, at));
    return ids;
  };
  const [asVisitor, asMember, replies] = await Promise.all([
    inTurn((node, at) => tell(node, was, `visitor ${at}`)),
    inTurn((node, at) => tell(node, member, `member ${at}`)),
    inTurn(async (node, at) => {
      const { status, id } = await reply(node, token, conversation, `operator ${at}`);
      expect(status).toBe(200);
      return id;
    }),
  ]).finally(() => {
    isOver = true;
  });
  await Promise.all(signingIn);
  await history(product, together);
  const entries = await entriesOf(product, member);
  const ids = entries.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const told of [earlier, asVisitor, asMember, replies])
    expect(ids.filter((id) => told.includes(id))).toEqual(told);
  const times = entries.map(({ createdAt }) => Date.parse(createdAt));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(await positionsOf(member.userId)).toEqual({ positions: ids.map((_, at) => at + 1), last: ids.length });
  expect(await history(product, was)).toEqual({ conversations: [], unread: 0 });
});

test('a long entry that is sent out only after its visitor has signed in does not reach the room that the visitor left', async () => {
  const was = guest();
  const member = memberOf(await newMember(product));
  const room = await waitingConversation(product, token, was);
  const long = '🙏'.repeat(2_000);
  const { id } = await reply(product, token, room, long);
  await history(product, { ...was, ...member });
  // The next visitor at this browser.
  const stranger = await listening(second, was);
  // A note of a long entry names its id alone, and this note arrives late.
  const said = { customerId: was.guestId, isMember: false, entry: { id }, at: new Date().toISOString() };
  await database.db.query(`select pg_notify('chat', $1)`, [JSON.stringify({ roomId: room, said })]);
  await stranger.hears(await tell(product, was, 'hello'));
  expect(stranger.ids()).not.toContain(id);
  expect((await entriesOf(product, member)).map((entry) => entry.id)).toContain(id);
});

test('the desk has still to read what a visitor said before signing in, beside what the member said', async () => {
  const was = guest();
  const member = memberOf(await newMember(product));
  await tell(product, member, 'as a member', 'la');
  const conversationId = await waitingConversation(product, token, was);
  await history(product, { ...was, ...member });
  const { session_id } = (await entriesOf(product, member)).at(-1) ?? expect.fail('nothing was said');
  expect(await roomOf(member.userId)).toEqual({ locale: 'en', session_id });
  const { body } = await desk(product, token, 'history', { conversationId, limit: 1, skip: 0 });
  const customer = expect.objectContaining({ userId: member.userId });
  expect(body).toMatchObject({ conversation: { customer, state: 'waiting', unread: 3 } });
});

test('ten sign-ins at once adopt once', async () => {
  const was = guest();
  const member = memberOf(await newMember(product));
  for (const words of ['one', 'menu', 'three']) await tell(product, was, words);
  const before = (await entriesOf(product, was)).map(({ id }) => id);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => history(at % 2 ? product : second, { ...was, ...member })),
  );
  for (const { conversations, unread } of answers) {
    expect(conversations.map(({ id }) => id).toReversed()).toEqual(before);
    expect(unread).toBe(3);
  }
});

test('an entry that a visitor writes while they sign in is the member’s too', async () => {
  const was = guest();
  const member = memberOf(await newMember(product));
  const first = await tell(product, was, 'before');
  const lock = await database.db.connect();
  await lock.query('begin');
  await lock.query('select from chat_entries where id = $1 for update', [first]);
  const waiting = () => waitingForLocks(database.db);
  const signingIn = history(product, { ...was, ...member });
  await expect.poll(waiting, BY_ITSELF).toBe(1);
  const saying = tell(second, was, 'meanwhile');
  await expect.poll(waiting, BY_ITSELF).toBe(2);
  await lock.query('commit');
  lock.release();
  const [, id] = await Promise.all([signingIn, saying]);
  await history(product, { ...was, ...member });
  const ids = (await entriesOf(product, member)).map((entry) => entry.id);
  expect(ids.filter((one) => [first, id].includes(one))).toEqual([first, id]);
  expect(await positionsOf(member.userId)).toEqual({ positions: ids.map((_, at) => at + 1), last: ids.length });
});
