import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { breaker } from './breaker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const fails = vi.fn(async () => Promise.reject(new Error('silent')));
const works = vi.fn(async () => 'read');
beforeEach(() => void vi.clearAllMocks());

async function failTimes(guarded: ReturnType<typeof breaker>, times: number) {
  for (let time = 0; time < times; time += 1) await expect(guarded(fails)).rejects.toThrow();
}

test('after five failures in a row the work is not even begun, until it has rested', async () => {
  const guarded = breaker();
  await failTimes(guarded, 5);
  await expect(guarded(works)).rejects.toThrow('resting');
  expect(works).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5_000);
  expect(await guarded(works)).toBe('read');
  expect(await guarded(works)).toBe('read');
});

test('a success in between starts the count anew', async () => {
  const guarded = breaker();
  await failTimes(guarded, 4);
  await guarded(works);
  await failTimes(guarded, 4);
  expect(await guarded(works)).toBe('read');
});

test('rested, it tries once at a time, and a failure makes it rest again', async () => {
  const guarded = breaker();
  await failTimes(guarded, 5);
  vi.advanceTimersByTime(5_000);
  const tries = await Promise.allSettled([guarded(fails), guarded(fails), guarded(fails)]);
  expect(tries.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(fails).toHaveBeenCalledTimes(6);
  vi.advanceTimersByTime(4_999);
  await expect(guarded(works)).rejects.toThrow('resting');
  vi.advanceTimersByTime(1);
  expect(await guarded(works)).toBe('read');
});
