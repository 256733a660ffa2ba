import { expect, test } from 'vitest';
import { amountText } from './entry-amount.ts';

test.each([
  ['deposit', 'KBANK', 'wallet', 500, '+500.00'],
  ['bonus', 'bonus', 'wallet', 84.25, '+84.25'],
  ['withdraw', 'wallet', 'KBANK', 2_000, '−2,000.00'],
  ['transfer', 'wallet', 'pg', 1_000, '−1,000.00'],
  ['transfer', 'pg', 'wallet', 1_000, '+1,000.00'],
  ['transfer', 'all', 'wallet', 1_000, '+1,000.00'],
  ['transfer', 'pg', 'joker', 1_000, '1,000.00'],
  ['finish_bonus', 'wallet', 'bonus', -120.5, '−120.50'],
  ['finish_bonus', 'wallet', 'wallet', 0, '0.00'],
] as const)('a %s from %s to %s of %d reads %s', (statementType, from, to, amount, text) => {
  expect(amountText({ statementType, from, to, amount })).toBe(text);
});
