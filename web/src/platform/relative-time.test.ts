import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const DAY = 86_400;

test.each([
  [-90, 'time.now', 0],
  [0, 'time.now', 0],
  [1, 'time.second', 1],
  [59, 'time.seconds', 59],
  [60, 'time.minute', 1],
  [3_599, 'time.minutes', 59],
  [3_600, 'time.hour', 1],
  [DAY - 1, 'time.hours', 23],
  [DAY, 'time.day', 1],
  [7 * DAY - 1, 'time.days', 6],
  [7 * DAY, 'time.week', 1],
  [29 * DAY, 'time.weeks', 4],
  [30 * DAY, 'time.month', 1],
  [364 * DAY, 'time.months', 12],
  [365 * DAY, 'time.year', 1],
  [3 * 365 * DAY, 'time.years', 3],
])('%d seconds ago reads %s with %d', (seconds, key, n) => {
  expect(relativeTime(NOW - seconds * 1_000, NOW)).toMatchObject({ key, n });
});

test('it changes exactly when it says it will', () => {
  const then = NOW - 61_500;
  const { nextMs } = relativeTime(then, NOW);
  expect(relativeTime(then, NOW + nextMs - 1).n).toBe(1);
  expect(relativeTime(then, NOW + nextMs).n).toBe(2);
  for (const passed of [-1_500, 0, 400]) expect(relativeTime(NOW - passed, NOW).nextMs).toBe(1_000 - passed);
});
