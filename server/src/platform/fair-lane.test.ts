import { expect, test } from 'vitest';
import { fairLane } from './fair-lane.ts';

const RULES = { atOnce: 1, mostWaiting: 6, mostOfOne: 4, retryAfterSeconds: 2 };
const LIMIT = { code: 'REQUEST_LIMIT', retryAfterSeconds: 2 };

/** A lane whose first work goes on until `open` is called; `done` names the askers in the order of their turns. */
function busyLane() {
  const lane = fairLane(RULES);
  const done: string[] = [];
  let open = () => {};
  const first = lane('first', () => new Promise<void>((resolve) => (open = resolve)));
  const ask = (asker: string) => lane(asker, async () => void done.push(asker));
  return { ask, done, open: () => open(), first };
}

test('an asker who comes last with one piece of work waits for one piece of each other asker', async () => {
  const { ask, done, open } = busyLane();
  const asked = ['flood', 'flood', 'flood', 'another', 'member'].map(ask);
  open();
  await Promise.all(asked);
  expect(done).toEqual(['flood', 'another', 'member', 'flood', 'flood']);
});

test('one asker fills only their own places', async () => {
  const { ask, done, open } = busyLane();
  const asked = Array.from({ length: 7 }, () => ask('flood').catch((error: unknown) => error));
  const member = ask('member');
  open();
  await member;
  expect(await Promise.all(asked)).toEqual([
    ...Array(4).fill(undefined),
    ...Array(3).fill(expect.objectContaining(LIMIT)),
  ]);
  expect(done).toEqual(['flood', 'member', 'flood', 'flood', 'flood']);
});

test('where no place is left, the asker with most of them loses the last to one who has fewer', async () => {
  const { ask, done, open } = busyLane();
  const floods = Array.from({ length: 4 }, () => ask('flood').catch((error: unknown) => error));
  const others = ['one', 'two', 'three'].map(ask);
  open();
  await Promise.all(others);
  expect(await Promise.all(floods)).toEqual([undefined, undefined, undefined, expect.objectContaining(LIMIT)]);
  expect(done.toSorted()).toEqual(['flood', 'flood', 'flood', 'one', 'three', 'two']);
});

test('where every asker has one place, the next is turned away and none is pushed out', async () => {
  const { ask, done, open } = busyLane();
  const askers = ['a', 'b', 'c', 'd', 'e', 'f'];
  const asked = askers.map(ask);
  await expect(ask('g')).rejects.toMatchObject(LIMIT);
  open();
  await Promise.all(asked);
  expect(done).toEqual(askers);
});

test('work that fails fails for its asker alone, and the next has its turn', async () => {
  const lane = fairLane(RULES);
  const failing = lane('one', () => Promise.reject(new Error('broken')));
  const next = lane('other', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
