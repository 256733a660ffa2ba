import type { ChatEntry } from '@krapao/contract/support/chat.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../../platform/api-error.ts';
import { createHistory } from './history.ts';

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

/** A room at the server, a line to it that can be cut, and what a browser knows of it. */
function world(secondsApart: number) {
  const room: ChatEntry[] = [];
  let isConnected = true;
  let failing = 0;
  const history = createHistory({
    read: async (skip, limit) => {
      await Promise.resolve();
      if (failing > 0) {
        failing -= 1;
        throw new ApiError({ code: 'NETWORK_ERROR' });
      }
      return room.toReversed().slice(skip, skip + limit);
    },
    onRead: () => undefined,
    onChange: () => undefined,
    localize: (entry) => entry,
  });
  return {
    room,
    history,
    say(count: number) {
      for (let n = 0; n < count; n++) {
        const entry = entryAt(room.length, secondsApart);
        room.push(entry);
        if (isConnected) history.hear(entry, true);
      }
    },
    cut() {
      isConnected = false;
    },
    connect() {
      isConnected = true;
      history.catchUp();
    },
    fail(times: number) {
      failing = times;
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

async function readAll({ history }: ReturnType<typeof world>): Promise<void> {
  for (let before = -1; history.state().hasOlder || before !== history.state().entries.length; ) {
    before = history.state().entries.length;
    history.loadOlder();
    await settled();
  }
}

test('nothing is missed and nothing doubled, however the connection comes and goes', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('say'), n: fc.integer({ min: 1, max: 35 }) }),
    fc.record({ do: fc.constantFrom('cut', 'connect', 'older', 'missed', 'wait'), n: fc.constant(0) }),
    fc.record({ do: fc.constant('fail'), n: fc.integer({ min: 1, max: 3 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.constantFrom(0, 1, 60), async (steps, secondsApart) => {
      const it = world(secondsApart);
      it.say(5);
      it.connect();
      for (const { do: what, n } of steps) {
        if (what === 'say') it.say(n);
        if (what === 'cut') it.cut();
        if (what === 'connect') it.connect();
        if (what === 'older') it.history.loadOlder();
        if (what === 'missed') it.history.catchUp();
        if (what === 'fail') it.fail(n);
        if (what === 'wait') await settled();
      }
      it.fail(0);
      await settled();
      it.connect();
      await settled();
      await readAll(it);
      expect(it.history.state().entries).toEqual(it.room);
    }),
  );
});

test('the newest page is read first, ten entries of it, and older ones only when asked for', async () => {
  const it = world(60);
  it.cut();
  it.say(25);
  it.connect();
  await settled();
  expect(it.history.state().entries).toEqual(it.room.slice(-10));
  it.history.loadOlder();
  await settled();
  expect(it.history.state().entries).toEqual(it.room.slice(-20));
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
  expect(it.history.state().entries.slice(-44)).toEqual(it.room.slice(-44));
});

test('after it is closed nothing is left, and nothing that still arrives is shown', async () => {
  const it = world(60);
  it.say(12);
  it.connect();
  it.history.close();
  await settled();
  it.history.hear(entryAt(99, 60), true);
  expect(it.history.state().entries).toEqual([]);
});
