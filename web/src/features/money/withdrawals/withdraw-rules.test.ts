import { parseMoney } from '@krapao/contract/money.ts';
import { expect, test } from 'vitest';
import { boundsOf, mostAtOnce, picksWithin, withdrawableOf, withdrawProblem } from './withdraw-rules.ts';

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
  expect(withdrawProblem(parseMoney(text), { available: 100_000_00n, bounds, currency: 'BAHT' })).toBe(problem);
});

test('nobody withdraws more than the main wallet and the game accounts hold', () => {
  const held = { available: 500_00n, bounds, currency: 'BAHT' } as const;
  expect(withdrawProblem(500_01n, held)).toBe('NOT_ENOUGH');
  expect(withdrawProblem(500_00n, held)).toBeNull();
});

test('without known bounds the amount alone is judged', () => {
  expect(withdrawProblem(501_00n, { available: 500_00n, bounds: undefined, currency: 'BAHT' })).toBe('NOT_ENOUGH');
  expect(withdrawProblem(1n, { available: 500_00n, bounds: undefined, currency: 'BAHT' })).toBeNull();
  expect(mostAtOnce(500_01n, undefined, 'BAHT')).toBe(500_01n);
  expect(picksWithin('BAHT', undefined)).toEqual([100, 500, 1_000, 5_000]);
});

test('neither "all" nor a quick pick leads to an amount that would be refused', () => {
  expect(mostAtOnce(80_000_00n, bounds, 'BAHT')).toBe(50_000_00n);
  expect(mostAtOnce(80_00n, bounds, 'BAHT')).toBe(80_00n);
  expect(mostAtOnce(50_000_00n, bounds, 'BAHT')).toBe(50_000_00n);
  expect(picksWithin('BAHT', { min: 300_00n, max: 1_000_00n })).toEqual([500, 1_000]);
  expect(picksWithin('BAHT', { min: 500_00n, max: 999_99n })).toEqual([500]);
  expect(picksWithin('LAK', { min: 50_000_00n, max: 500_000_00n })).toEqual([50_000, 100_000, 500_000]);
});

test('kip leave in whole ones, and "all" leaves the rest of one where it is', () => {
  const kip = { bounds: boundsOf({ withdrawMin: 50_000, withdrawMax: 30_000_000 }), currency: 'LAK' } as const;
  const available = 60_000_37n;
  expect(withdrawProblem(50_000_37n, { ...kip, available })).toBe('WHOLE');
  expect(withdrawProblem(60_000_00n, { ...kip, available })).toBeNull();
  expect(mostAtOnce(available, kip.bounds, 'LAK')).toBe(60_000_00n);
  expect(mostAtOnce(available, undefined, 'LAK')).toBe(60_000_00n);
});

test.each([
  [0n, 0n, 900n],
  [1n, 0n, 399n],
  [400n, 0n, 0n],
  [500n, 0n, 0n],
  [0n, 250n, 650n],
  [0n, 901n, 0n],
  [1n, 600n, 300n],
])(
  'of 400 in the main wallet and 500 in games, with %d owed and %d withheld, %d can be withdrawn',
  (owed, withheld, most) => {
    expect(withdrawableOf({ main: 400n, games: 500n, owed, withheld })).toBe(most);
  },
);
