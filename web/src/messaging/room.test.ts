import type { ChatEntry } from '@krapao/contract/support/chat.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../platform/api-error.ts';
import type { Outgoing } from './outgoing.ts';
import { createRoom } from './room.ts';

const START = Date.parse('2026-01-31T10:00:00.000Z');

function entryAt(n: number, secondsApart: number): ChatEntry {
  return {
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    sender: 'other',
    message: { message_type: 'text', payload: { text: String(n) } },
    createdAt: new Date(START + n * secondsApart * 1_000 + n).toISOString(),
    session_id: 'one',
  };
}

const betweenAt = (n: number) => new Date(Date.parse(entryAt(n, 60).createdAt) + 1_000).toISOString();

/** A room at the server, a connection that can be cut, and the browser's copy of the room. */
function world(secondsApart: number, again: 'missed' | 'all' = 'missed') {
  const room: ChatEntry[] = [];
  let isConnected = true;
  let failing = 0;
  const chat = createRoom({
    sender: 'customer',
    reading: { pageSize: 10, again },
    store: { restore: () => [], save: () => undefined },
    send: () => Promise.reject(new Error('nothing is sent')),
    upload: () => Promise.reject(new Error('nothing is uploaded')),
    markRead: () => Promise.resolve(),
    readPage: async ({ skip, limit }) => {
      await Promise.resolve();
      if (failing > 0) {
        failing -= 1;
        throw new ApiError({ code: 'NETWORK_ERROR' });
      }
      return room.toReversed().slice(skip, skip + limit);
    },
  });
  return {
    room,
    chat,
    say(count: number) {
      for (let n = 0; n < count; n++) {
        const entry = entryAt(room.length, secondsApart);
        room.push(entry);
        if (isConnected) chat.hear(entry);
      }
    },
    cut() {
      isConnected = false;
      chat.leave();
    },
    connect() {
      isConnected = true;
      chat.enter();
      chat.catchUp();
    },
    fail(times: number) {
      failing = times;
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

async function readAll({ chat }: ReturnType<typeof world>): Promise<void> {
  for (let before = -1; chat.state().hasOlder || before !== chat.state().entries.length; ) {
    before = chat.state().entries.length;
    chat.loadOlder();
    await settled();
  }
}

test('nothing is missed and nothing doubled, however the connection comes and goes', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('say'), n: fc.integer({ min: 1, max: 35 }) }),
    fc.record({ do: fc.constantFrom('cut', 'connect', 'older', 'missed', 'wait'), n: fc.constant(0) }),
    fc.record({ do: fc.constant('fail'), n: fc.integer({ min: 1, max: 3 }) }),
  );
  const seconds = fc.constantFrom(0, 1, 60);
  const sides = fc.constantFrom('missed' as const, 'all' as const);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), seconds, sides, async (steps, secondsApart, again) => {
      const it = world(secondsApart, again);
      it.say(5);
      it.connect();
      for (const { do: what, n } of steps) {
        if (what === 'say') it.say(n);
        if (what === 'cut') it.cut();
        if (what === 'connect') it.connect();
        if (what === 'older') it.chat.loadOlder();
        if (what === 'missed') it.chat.catchUp();
        if (what === 'fail') it.fail(n);
        if (what === 'wait') await settled();
      }
      it.fail(0);
      await settled();
      it.connect();
      await settled();
      await readAll(it);
      expect(it.chat.state().entries).toEqual(it.room);
    }),
  );
});

test('the newest page is read first, ten entries of it, and older ones only when asked for', async () => {
  const it = world(60);
  it.cut();
  it.say(25);
  it.connect();
  await settled();
  expect(it.chat.state().entries).toEqual(it.room.slice(-10));
  it.chat.loadOlder();
  await settled();
  expect(it.chat.state().entries).toEqual(it.room.slice(-20));
});

test('what was said while the connection was away is all there before anything older', async () => {
  const it = world(60);
  it.say(12);
  it.connect();
  await settled();
  it.cut();
  it.say(34);
  it.connect();
  await settled();
  expect(it.chat.state().entries.slice(-44)).toEqual(it.room.slice(-44));
});

test('after it is closed nothing is left, and nothing that still arrives is shown', async () => {
  const it = world(60);
  it.say(12);
  it.connect();
  it.chat.close();
  await settled();
  it.chat.hear(entryAt(99, 60));
  expect(it.chat.state().entries).toEqual([]);
});

test('what came to stand among the entries is found where all of them are read again', async () => {
  const it = world(60, 'all');
  it.say(25);
  it.connect();
  await settled();
  it.chat.loadOlder();
  await settled();
  it.room.splice(12, 0, { ...entryAt(11, 60), id: '00000000-0000-4000-8000-000000000999', createdAt: betweenAt(11) });
  it.connect();
  await settled();
  expect(it.chat.state().entries).toEqual(it.room.slice(-21));
});

test('unsent words are sent once the room was read, and not those that it shows', async () => {
  const written = (id: string): Outgoing => {
    const message = { message_type: 'text', payload: { text: id } } as const;
    const rest = { status: 'sending', share: 0, error: null, file: null, filePath: null } as const;
    return { id, message, writtenAt: new Date(START).toISOString(), ...rest };
  };
  const arrived = entryAt(1, 60);
  const opened = Promise.withResolvers<ChatEntry[]>();
  const send = vi.fn(async () => ({ createdAt: entryAt(2, 60).createdAt, session_id: 'one' }));
  const chat = createRoom({
    sender: 'customer',
    reading: { pageSize: 10, again: 'missed' },
    store: { restore: () => [written(arrived.id), written('waiting')], save: () => undefined },
    send,
    upload: () => Promise.reject(new Error('nothing is uploaded')),
    markRead: () => Promise.resolve(),
    readPage: () => opened.promise,
  });
  chat.enter();
  chat.catchUp();
  await settled();
  expect(send).not.toHaveBeenCalled();
  opened.resolve([arrived]);
  await settled();
  expect(send.mock.calls).toMatchObject([['waiting', { payload: { text: 'waiting' } }]]);
  expect(chat.state()).toMatchObject({ outgoing: [], entries: [{ id: arrived.id }, { id: 'waiting' }] });
});

/** A room that was read, whose messages the test answers. */
async function speaking() {
  const answers: PromiseWithResolvers<{ createdAt: string; session_id: string }>[] = [];
  const chat = createRoom({
    sender: 'customer',
    reading: { pageSize: 10, again: 'missed' },
    store: { restore: () => [], save: () => undefined },
    send: () => {
      const answer = Promise.withResolvers<{ createdAt: string; session_id: string }>();
      answers.push(answer);
      return answer.promise;
    },
    upload: () => new Promise(() => undefined),
    markRead: () => Promise.resolve(),
    readPage: readPage,
  });
  chat.enter();
  chat.catchUp();
  await settled();
  return { chat, answers };
}
const readPage = vi.fn(async (_page: { skip: number; limit: number }): Promise<ChatEntry[]> => []);

test('a button that is pressed twice says its word once, until the word has arrived', async () => {
  const { chat, answers } = await speaking();
  const payloads = () => chat.state().outgoing.map(({ message }) => message.payload);
  chat.sendPostback('Deposit', 'deposit');
  chat.sendPostback('Deposit', 'deposit');
  chat.sendPostback('Withdraw', 'withdraw');
  chat.sendText('deposit');
  expect(payloads()).toEqual([
    { title: 'Deposit', payload: 'deposit' },
    { title: 'Withdraw', payload: 'withdraw' },
    { text: 'deposit' },
  ]);
  answers[0]?.resolve({ createdAt: new Date(START).toISOString(), session_id: 'one' });
  await settled();
  chat.sendPostback('Deposit', 'deposit');
  expect(payloads().at(-1)).toEqual({ title: 'Deposit', payload: 'deposit' });
  expect(chat.state().entries).toMatchObject([{ sender: 'customer', session_id: 'one', isOurWord: true }]);
});

test('an entry by the socket is news once, and the message that it was is no longer on its way', async () => {
  const { chat } = await speaking();
  chat.sendText('hello');
  const [own] = chat.state().outgoing;
  const entry = { ...entryAt(1, 60), id: own?.id ?? '', sender: 'customer' } as const;
  expect([chat.hear(entry), chat.hear(entry), chat.state().outgoing]).toEqual([true, false, []]);
  chat.leave();
  expect(chat.state().isAway).toBe(true);
});

test('pictures whose addresses ran out are read anew, all that are shown, and not twice within a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { chat } = await speaking();
  for (let n = 0; n < 101; n++) chat.hear(entryAt(n, 60));
  readPage.mockClear();
  chat.reloadMedia();
  await settled();
  expect(readPage.mock.calls).toEqual([[{ skip: 0, limit: 100 }], [{ skip: 100, limit: 100 }]]);
  vi.setSystemTime(Date.now() + 59_999);
  chat.reloadMedia();
  await settled();
  expect(readPage).toHaveBeenCalledTimes(2);
  vi.setSystemTime(Date.now() + 1);
  chat.reloadMedia();
  await settled();
  expect(readPage).toHaveBeenCalledTimes(4);
  vi.useRealTimers();
});
