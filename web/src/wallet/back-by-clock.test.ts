import { expect, test } from 'vitest';
import { backByClock } from './back-by-clock.ts';

test.each([
  ['2026-11-15T07:04:00.001Z', '14:05'],
  ['2026-11-15T07:04:59.999Z', '14:05'],
  ['2026-11-15T07:05:00.000Z', '14:05'],
  ['2026-11-15T16:59:30.000Z', '00:00'],
  ['2026-11-15T23:00:30.000Z', '06:01'],
])('%s is shown as %s in Bangkok and Vientiane, the minute that has begun counted whole', (moment, clock) => {
  expect(backByClock(moment)).toBe(clock);
});
