import { expect, test } from 'vitest';
import { durationOf } from './duration.ts';

test.each([
  [0, 'second', 1],
  [59, 'second', 59],
  [60, 'minute', 1],
  [61, 'minute', 2],
  [7_199, 'minute', 120],
  [7_200, 'hour', 2],
  [7_201, 'hour', 3],
  [172_800, 'day', 2],
] as const)('%d seconds are told in %ss: %d', (seconds, unit, n) => {
  expect(durationOf(seconds)).toEqual({ unit, n });
});
