import { expect, test } from 'vitest';
import { obstacleOf } from './obstacle-rules.ts';

const walletWith = (money: { withdrawing?: number; owed?: number }) => ({
  wallet: { amount: 100, inTransit: 0, withdrawing: 0, ...money },
  slots: [],
});
const why = (money: { withdrawing?: number; owed?: number }, isBound = false, isMoney = true) =>
  obstacleOf({ wallet: walletWith(money), isBound }, 'BONUS_REMAINING', isMoney);

test('a reward with money waits for a debt, a condition and an open withdrawal, and names the first of these', () => {
  expect(why({})).toBeNull();
  expect(why({ withdrawing: 0.01 })).toBe('WITHDRAWAL_PENDING');
  expect(why({ withdrawing: 300 }, true)).toBe('BONUS_REMAINING');
  expect(why({ withdrawing: 300, owed: 1 }, true)).toBe('MONEY_OWED');
});

test('a reward without money waits for a condition alone', () => {
  expect(why({ withdrawing: 300, owed: 1 }, false, false)).toBeNull();
  expect(why({ withdrawing: 300, owed: 1 }, true, false)).toBe('BONUS_REMAINING');
});

test('while the wallet is not known nothing is said to stand in the way', () => {
  expect(obstacleOf({ wallet: undefined, isBound: false }, 'BONUS_ALREADY_ACTIVE', true)).toBeNull();
});
