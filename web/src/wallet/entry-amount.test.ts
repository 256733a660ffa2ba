import { expect, test } from 'vitest';
import { amountText, figureOf, signedText } from './entry-amount.ts';

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
  ['transfer', 'wallet', 'pg', 0, '0.00'],
  ['withdraw', 'wallet', 'KBANK', 0, '0.00'],
] as const)('a %s from %s to %s of %d reads %s', (statementType, from, to, amount, text) => {
  expect(amountText({ statementType, from, to, amount })).toBe(text);
});

test.each([
  [1_100.5, '+1,100.50', '1100.50'],
  [-1_234_567, '−1,234,567.00', '-1234567.00'],
  [0, '0.00', '0.00'],
])('a result of %d reads %s, and %s in a spreadsheet', (amount, text, figure) => {
  expect([signedText(amount), figureOf(signedText(amount))]).toEqual([text, figure]);
});
