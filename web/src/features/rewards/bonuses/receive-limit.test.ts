import { afterEach, expect, test, vi } from 'vitest';
import type { Bonus } from './bonuses.queries.ts';
import { nextDayAt, timesLeft } from './receive-limit.ts';

afterEach(() => vi.unstubAllEnvs());

function left(type: Bonus['type'], now: string, received: string[], maxReceived = 2): number {
  const userBonus = { _id: '1', isActive: false, received: received.map((updatedAt) => ({ updatedAt })) };
  return timesLeft({ type, maxReceived, userBonus }, Date.parse(now));
}

test('a bonus that was never received is there as often as it allows', () => {
  expect(timesLeft({ type: 'limit', maxReceived: 3, userBonus: null }, Date.now())).toBe(3);
});

test('a limit counts every receipt, however old, and never falls below nothing', () => {
  expect(left('limit', '2026-11-15T08:00:00Z', ['2020-01-01T00:00:00Z'])).toBe(1);
  expect(left('limit', '2026-11-15T08:00:00Z', Array(3).fill('2020-01-01T00:00:00Z'))).toBe(0);
});

/** 15 November 2026 is a Sunday; in Bangkok it ends at 17:00 UTC. */
const SUNDAY_235959 = '2026-11-15T16:59:59Z';
const MONDAY_000000 = '2026-11-15T17:00:00Z';
const MONDAY_235959 = '2026-11-16T16:59:59Z';
const SUNDAY_000000 = '2026-11-14T17:00:00Z';
const LAST_MONDAY_000000 = '2026-11-08T17:00:00Z';
const LAST_SUNDAY_235959 = '2026-11-08T16:59:59Z';

/** Where the member may be: in Bangkok, far west of it and far east. */
test.each(['Asia/Bangkok', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'days and weeks end at midnight in Bangkok, seen from %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    for (const [type, now, received, expected] of [
      ['day', SUNDAY_235959, SUNDAY_000000, 1],
      ['day', SUNDAY_235959, '2026-11-14T16:59:59Z', 2],
      ['day', MONDAY_000000, SUNDAY_235959, 2],
      ['day', MONDAY_235959, MONDAY_000000, 1],
      ['week', SUNDAY_235959, LAST_MONDAY_000000, 1],
      ['week', SUNDAY_235959, LAST_SUNDAY_235959, 2],
      ['week', MONDAY_000000, SUNDAY_235959, 2],
      ['week', '2026-11-22T16:59:59Z', MONDAY_000000, 1],
    ] as const)
      expect([type, now, received, left(type, now, [received])]).toEqual([type, now, received, expected]);
  },
);

test('the next day begins at midnight in Bangkok', () => {
  expect(nextDayAt(Date.parse(SUNDAY_235959))).toBe(Date.parse(MONDAY_000000));
  expect(nextDayAt(Date.parse(MONDAY_000000))).toBe(Date.parse('2026-11-16T17:00:00Z'));
});
