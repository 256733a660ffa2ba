import { expect, test } from 'vitest';
import { clockOffset } from './server-clock.ts';

const NOON = Date.parse('2026-11-15T12:00:00Z');
const date = 'Sun, 15 Nov 2026 12:00:00 GMT';
const MINUTE = 60_000;

test.each([
  ['right', 0, 200, 0],
  ['right, on a slow network', -20_000, 20_000, 0],
  ['a little off', 3_000, 3_200, 0],
  ['two minutes behind', -2 * MINUTE, -2 * MINUTE, 2 * MINUTE],
  ['two minutes ahead', 2 * MINUTE, 2 * MINUTE, -2 * MINUTE + 1_000],
])('a clock that is %s', (_what, sent, received, offset) => {
  expect(clockOffset({ date, sentAt: NOON + sent, receivedAt: NOON + received }, 0)).toBe(offset);
});

test('a known offset does not waver with every answer, and goes when the clock is set right', () => {
  const wrong = { date, sentAt: NOON - 2 * MINUTE, receivedAt: NOON - 2 * MINUTE + 900 };
  expect(clockOffset(wrong, 2 * MINUTE + 300)).toBe(2 * MINUTE + 300);
  expect(clockOffset({ date, sentAt: NOON, receivedAt: NOON + 100 }, 2 * MINUTE)).toBe(0);
});

test('an answer without a date changes nothing', () => {
  expect(clockOffset({ date: null, sentAt: 0, receivedAt: 0 }, 7_000)).toBe(7_000);
});
