import { expect, test } from 'vitest';
import { clockInBangkok, dayInBangkok } from './days.ts';

test.each([
  ['2026-01-01T16:59:59.999Z', '2026-01-01', '23:59'],
  ['2026-01-01T17:00:00.000Z', '2026-01-02', '00:00'],
  ['2025-12-31T17:05:00.000Z', '2026-01-01', '00:05'],
  ['2026-07-01T00:00:00.000Z', '2026-07-01', '07:00'],
])('at %s it is %s in Bangkok, %s', (moment, day, clock) => {
  expect([dayInBangkok(new Date(moment)), clockInBangkok(new Date(moment))]).toEqual([day, clock]);
});
