import { parseMoney } from '@krapao/contract/money.ts';
import { expect, test } from 'vitest';
import { boundsOf, mostAtOnce, picksWithin, withdrawProblem } from './withdraw-rules.ts';

const bounds = boundsOf({ withdrawMin: 100, withdrawMax: 50_000 });

test.each([
  ['', 'AMOUNT'],
  ['0', 'AMOUNT'],
  ['100.001', 'AMOUNT'],
  ['99.99', 'MINIMUM'],
  ['100', null],
  ['50,000', null],
  ['50000.01', 'MAXIMUM'],
])('of %j between 100 and 50,000 inclusive: %s', (text, problem) => {
  expect(withdrawProblem(parseMoney(text), 100_000_00n, bounds)).toBe(problem);
});

test('nobody withdraws more than the main wallet and the game accounts hold', () => {
  expect(withdrawProblem(500_01n, 500_00n, bounds)).toBe('NOT_ENOUGH');
  expect(withdrawProblem(500_00n, 500_00n, bounds)).toBeNull();
});

test('without known bounds the amount alone is judged', () => {
  expect(withdrawProblem(1n, 500_00n, undefined)).toBeNull();
  expect(mostAtOnce(500_00n, undefined)).toBe(500_00n);
  expect(picksWithin('BAHT', undefined)).toEqual([100, 500, 1_000, 5_000]);
});

test('neither "all" nor a quick pick leads to an amount that would be refused', () => {
  expect(mostAtOnce(80_000_00n, bounds)).toBe(50_000_00n);
  expect(mostAtOnce(80_00n, bounds)).toBe(80_00n);
  expect(picksWithin('BAHT', { min: 300_00n, max: 1_000_00n })).toEqual([500, 1_000]);
});
