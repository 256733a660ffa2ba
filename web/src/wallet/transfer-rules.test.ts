import { describe, expect, it, test } from 'vitest';
import { mayMovePart, playAmount, transferProblems } from './transfer-rules.ts';

const draft = { from: 'wallet', to: 'pg', amount: '100' };

describe('a transfer', () => {
  it('needs a source, a destination and an amount', () => {
    expect(transferProblems({ from: '', to: '', amount: '' }, undefined)).toEqual({
      from: 'CHOOSE_FROM',
      to: 'CHOOSE_TO',
      amount: 'AMOUNT',
    });
  });

  it('goes from one place to another', () => {
    expect(transferProblems({ ...draft, to: 'wallet' }, 10_000n)).toEqual({ to: 'SAME' });
  });

  it.each([
    ['0', 'MINIMUM'],
    ['0.99', 'MINIMUM'],
    ['1', undefined],
    ['100.00', undefined],
    ['100.01', 'NOT_ENOUGH'],
    ['1.001', 'AMOUNT'],
    ['-5', 'AMOUNT'],
    ['1,00', 'AMOUNT'],
    ['๑๐๐', 'AMOUNT'],
  ])('of %s out of 100.00: %s', (amount, problem) => {
    expect(transferProblems({ ...draft, amount }, 10_000n).amount).toBe(problem);
  });
});

test.each([
  ['', 0n],
  [' ', 0n],
  ['0', 0n],
  ['0.00', 0n],
  ['-20', 0n],
  ['−1', 0n],
  ['20.5', 2_050n],
  ['1,000', 100_000n],
  ['abc', null],
  ['--', null],
  ['1.234', null],
])('before playing, %j means %s', (typed, amount) => {
  expect(playAmount(typed)).toBe(amount);
});

test.each([
  ['wallet', 'pg', false],
  ['pg', 'wallet', false],
  ['pg', 'joker', true],
  ['all', 'wallet', true],
  ['all', 'pg', true],
])('a failed transfer from %s to %s may have moved a part: %s', (from, to, isPart) => {
  expect(mayMovePart({ from, to })).toBe(isPart);
});
