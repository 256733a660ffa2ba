import { expect, test } from 'vitest';
import { standingOf } from './standing.ts';

const condition = { credit: 500, start: 1_000, total: 1_000, success: 300, fail: 5 };

test('the ends are the start in percent, and what is missing is counted to the satang', () => {
  expect(standingOf({ ...condition, total: 1_234.56 })).toEqual({
    credit: 500_00n,
    start: 1_000_00n,
    total: 1_234_56n,
    endsAt: 50_00n,
    yoursAt: 3_000_00n,
    toGo: 1_765_44n,
    startPlace: 0.322,
    totalPlace: 0.401,
  });
});

test('an end between two satang is the one that really reaches it', () => {
  const { endsAt, yoursAt } = standingOf({ ...condition, start: 33.33, success: 112.5, fail: 12.5 });
  expect([endsAt, yoursAt]).toEqual([4_16n, 37_50n]);
});

test.each([
  [-500, 0],
  [50, 0],
  [3_000, 1],
  [9_999, 1],
])('a total of %d stands at an end and not beyond it', (total, place) => {
  expect(standingOf({ ...condition, total })).toMatchObject({ totalPlace: place, startPlace: 0.322 });
});

test('nothing is missing once the end is reached, and a condition without a span still has a place', () => {
  expect(standingOf({ ...condition, total: 4_000 }).toGo).toBe(0n);
  expect(standingOf({ ...condition, start: 0, total: 0 })).toMatchObject({ startPlace: 1, totalPlace: 1 });
});
