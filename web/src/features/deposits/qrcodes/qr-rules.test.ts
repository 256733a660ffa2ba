import { expect, test } from 'vitest';
import { isQrDisabled, qrProblem, quickPicks } from './qr-rules.ts';

test.each([
  ['WW', 9_999n, 10_000n, 'MINIMUM'],
  ['WW', 50n, 10_000n, 'MINIMUM'],
  ['WW', 10_000n, 10_000n, null],
  ['FP', 999n, 1_000n, 'MINIMUM'],
  ['FP', 1_000n, 1_000n, null],
  ['FP', null, 1_000n, 'AMOUNT'],
  ['KBANK', 99n, 100n, 'IGNORED'],
  ['KBANK', 100n, 100n, null],
  ['KBANK', 100n, 10_000n, null],
  ['WW', 99n, 50n, 'IGNORED'],
])('at %s, %s of at least %s: %s', (provider, amount, minimum, problem) => {
  expect(qrProblem(provider, amount, minimum)).toBe(problem);
});

test('only at KBANK the button waits for an amount that is over 0', () => {
  expect([null, 0n, 1n].map((amount) => isQrDisabled('KBANK', amount))).toEqual([true, true, false]);
  expect(isQrDisabled('WW', null)).toBe(false);
});

test.each([
  ['KBANK', [10, 20, 50, 100, 500, 1000]],
  ['WW', [100, 200, 300, 500, 1000]],
  ['PAYONEX', [100, 200, 300, 500, 1000]],
  ['PAYTIMZ', [10, 50, 100, 500, 1000]],
  ['FP', [10, 50, 100, 500, 1000]],
  ['BCEL', [10_000, 50_000, 100_000, 500_000, 1_000_000]],
])('quick picks at %s are %j', (provider, picks) => {
  expect(quickPicks(provider, 100n)).toEqual(picks);
});

test('no amount below the minimum is a quick pick, and a provider without any has none', () => {
  expect(quickPicks('PAYTIMZ', 5_000n)).toEqual([50, 100, 500, 1000]);
  expect(quickPicks('NEWCOMER', 100n)).toEqual([]);
});
