import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backOff, type DueWork, startWorking } from './due-work.ts';

const log = { error: vi.fn(), warn: vi.fn() };
const LOOK_EVERY_MS = 500;
let working: ReturnType<typeof startWorking> | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(async () => {
  await working?.stop();
  vi.useRealTimers();
});

function work({ take, handle, name = 'test' }: Partial<DueWork<string>> & Pick<DueWork<string>, 'take' | 'handle'>) {
  return { name, idOf: (id: string) => id, take: vi.fn(take), handle: vi.fn(handle) };
}

function start(...works: DueWork<string>[]) {
  working = startWorking(works, log as unknown as FastifyBaseLogger);
  return working;
}

/** Work that hands each id out once. */
function queue(...ids: string[]) {
  return async (limit: number) => ids.splice(0, limit);
}

test('every row that is due is handled, once', async () => {
  const due = work({ take: queue('a', 'b', 'c'), handle: async () => {} });
  start(due);
  await vi.advanceTimersByTimeAsync(3 * LOOK_EVERY_MS);
  expect(due.handle.mock.calls).toEqual([['a'], ['b'], ['c']]);
});

test('one that fails is logged and holds up no other', async () => {
  const failure = new Error('no');
  const due = work({ take: queue('a', 'b'), handle: async (id) => (id === 'a' ? Promise.reject(failure) : undefined) });
  start(due);
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect(due.handle.mock.calls).toEqual([['a'], ['b']]);
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ err: failure, work: 'test', id: 'a' }, expect.any(String));
});

test('a worker that cannot take rows looks again later', async () => {
  const take = vi
    .fn<DueWork<string>['take']>()
    .mockRejectedValueOnce(new Error('the database is away'))
    .mockResolvedValueOnce(['a']);
  const due = work({ take: (limit) => take(limit).then((ids) => ids ?? []), handle: async () => {} });
  start(due);
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect(log.warn).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect(due.handle).toHaveBeenCalledExactlyOnceWith('a');
});

test('no more than twenty are at work, and what waits for an answer keeps nothing else from being done', async () => {
  const ids = Array.from({ length: 30 }, (_, i) => `${i}`);
  const gates = new Map<string, () => void>();
  const due = work({ take: queue(...ids), handle: (id) => new Promise<void>((resolve) => gates.set(id, resolve)) });
  start(due);
  await vi.advanceTimersByTimeAsync(4 * LOOK_EVERY_MS);
  expect(gates.size).toBe(20);
  for (const id of ['3', '7', '11']) gates.get(id)?.();
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect(gates.size).toBe(23);
  for (const open of gates.values()) open();
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  for (const open of gates.values()) open();
  expect(due.handle.mock.calls.map(([id]) => id).sort()).toEqual([...ids].sort());
});

test('work whose party is silent holds up no other kind', async () => {
  const silent = work({ take: async (limit) => Array(limit).fill('x'), handle: () => new Promise<void>(() => {}) });
  const other = work({ take: queue('a', 'b'), handle: async () => {} });
  startWorking([silent, other], log as unknown as FastifyBaseLogger);
  await vi.advanceTimersByTimeAsync(2 * LOOK_EVERY_MS);
  expect(other.handle.mock.calls).toEqual([['a'], ['b']]);
});

test('works look one after the other, each as often as if it were alone', async () => {
  const at: number[] = [];
  const take = async () => {
    at.push(Date.now());
    return [];
  };
  const looking = () => work({ take, handle: async () => {} });
  start(looking(), looking(), looking(), looking());
  await vi.advanceTimersByTimeAsync(3 * LOOK_EVERY_MS);
  expect(at).toHaveLength(12);
  expect(new Set(at).size).toBe(12);
});

test('stopping waits for what is at work and takes nothing new', async () => {
  let finish = () => {};
  const due = work({
    take: async () => ['a'],
    handle: () => new Promise<void>((resolve) => (finish = resolve)),
  });
  const { stop } = start(due);
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  let isStopped = false;
  const stopped = stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(4 * LOOK_EVERY_MS);
  expect(isStopped).toBe(false);
  finish();
  await stopped;
  expect(due.take).toHaveBeenCalledOnce();
});

test('the wait doubles from the first to the longest', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((tries) => backOff({ tries, firstMs: 1_000, longestMs: 10_000 }));
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

test('after a thousand tries and more the wait is still the longest', () => {
  for (const tries of [21, 100, 1_000, 10_000])
    expect(backOff({ tries, firstMs: 500, longestMs: 60_000 })).toBe(60_000);
});

test('work that was never tried waits as after its first try', () => {
  expect(backOff({ tries: 0, firstMs: 500, longestMs: 60_000 })).toBe(500);
});
