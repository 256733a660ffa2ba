import { expect, test } from 'vitest';
import { amountText } from './entry-amount.ts';

test.each([
  ['deposit', 500, '+500.00'],
  ['bonus', 84.25, '+84.25'],
  ['withdraw', 2_000, '−2,000.00'],
  ['transfer', 1_000, '1,000.00'],
  ['finish_bonus', -120.5, '−120.50'],
  ['finish_bonus', 0, '0.00'],
] as const)('a %s of %d reads %s', (statementType, amount, text) => {
  expect(amountText({ statementType, amount })).toBe(text);
});
