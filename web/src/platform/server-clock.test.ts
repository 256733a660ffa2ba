import { afterEach, expect, test, vi } from 'vitest';
import { clockOffset, deviceTimeOf, noteServerClock, serverNow } from './server-clock.ts';

const NOON = Date.parse('2026-11-15T12:00:00Z');
const date = 'Sun, 15 Nov 2026 12:00:00 GMT';
const MINUTE = 60_000;

afterEach(() => {
  // The clock is right again, for the tests of other files.
  noteServerClock({ date, sentAt: NOON, receivedAt: NOON });
  vi.useRealTimers();
});

test.each([
  ['right', 0, 200, 0],
  ['right, on a slow network', -20_000, 20_000, 0],
  ['a little off', 3_000, 3_200, 0],
  ['behind by as much as a header may be', -5_000, -5_000, 0],
  ['behind by a little more', -5_001, -5_001, 5_001],
  ['ahead by as much as a header may be', 6_000, 6_000, 0],
  ['ahead by a little more', 6_001, 6_001, -5_001],
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

test('a clock that is two minutes behind shows a code of the server as long as the server keeps it', () => {
  vi.useFakeTimers({ now: NOON - 2 * MINUTE });
  noteServerClock({ date, sentAt: Date.now(), receivedAt: Date.now() });
  expect(serverNow()).toBe(NOON);
  expect(deviceTimeOf('2026-11-15T12:05:00Z') - Date.now()).toBe(5 * MINUTE);
});
