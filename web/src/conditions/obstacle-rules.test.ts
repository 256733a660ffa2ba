import { expect, test } from 'vitest';
import { ApiError } from '../platform/api-error.ts';
import { isUnanswered, obstacleOf } from './obstacle-rules.ts';

type Money = { withdrawing?: number; inTransit?: number; owed?: number };

const walletWith = (money: Money) => ({
  wallet: { amount: 100, inTransit: 0, withdrawing: 0, ...money },
  slots: [],
});
const why = (money: Money, isBound = false, isMoney = true) =>
  obstacleOf({ wallet: walletWith(money), isBound }, 'BONUS_REMAINING', isMoney);

test('a reward with money waits for a debt, a condition, an open withdrawal and a transfer, and names the first of these', () => {
  expect(why({})).toBeNull();
  expect(why({ inTransit: 0.01 })).toBe('TRANSFER_PENDING');
  expect(why({ inTransit: 1, withdrawing: 0.01 })).toBe('WITHDRAWAL_PENDING');
  expect(why({ withdrawing: 0.01 })).toBe('WITHDRAWAL_PENDING');
  expect(why({ withdrawing: 300 }, true)).toBe('BONUS_REMAINING');
  expect(why({ withdrawing: 300, owed: 1 }, true)).toBe('MONEY_OWED');
});

test('a reward without money waits for a condition alone', () => {
  expect(why({ withdrawing: 300, inTransit: 1, owed: 1 }, false, false)).toBeNull();
  expect(why({ withdrawing: 300, owed: 1 }, true, false)).toBe('BONUS_REMAINING');
});

test('while the wallet is not known nothing is said to stand in the way', () => {
  expect(obstacleOf({ wallet: undefined, isBound: false }, 'BONUS_ALREADY_ACTIVE', true)).toBeNull();
});

test('a request for a reward may have been granted unseen until the server has answered it', () => {
  const failed = (code: 'SERVICE_UNAVAILABLE' | 'OPEN_BETS', status: number) => ({
    isPending: false,
    error: new ApiError({ code, status }),
  });
  expect(isUnanswered({ isPending: false, error: null })).toBe(false);
  expect(isUnanswered({ isPending: true, error: null })).toBe(true);
  expect(isUnanswered(failed('SERVICE_UNAVAILABLE', 503))).toBe(true);
  expect(isUnanswered(failed('OPEN_BETS', 0))).toBe(true);
  expect(isUnanswered(failed('OPEN_BETS', 422))).toBe(false);
});
