import { expect, test } from 'vitest';
import { creditOf, creditText } from './credit.ts';

test.each([
  [125_000n, 0.1, 12_500n],
  [125_000n, 1, 125_000n],
  [303_050n, 0.1, 30_305n],
  [110n, 1.1, 121n],
  [7n, 0.35, 2n],
  [1n, 0.1, 0n],
  [999_999_999_999n, 0.001, 999_999_999n],
  [100n, 25, 2_500n],
])('%d minor units at %d are %d', (amount, factor, credit) => {
  expect(creditOf(amount, factor)).toBe(credit);
});

test('a factor that is no plain decimal converts nothing', () => {
  expect([creditOf(100n, Number.NaN), creditOf(100n, -1), creditOf(100n, 1e-7), creditText(100n, 1e21)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('credit reads like money', () => {
  expect(creditText(1_234_567_00n, 0.1)).toBe('123,456.70');
});
