import { GAME_PROVIDERS } from '../contract/src/providers.ts';

/** A setting that each game has, for all of them. */
export function ofEveryGame(setting: string, value: string): Record<string, string> {
  return Object.fromEntries(GAME_PROVIDERS.map((code) => [`GAME_${code.toUpperCase()}_${setting}`, value]));
}

/** For how long a game is not asked again, neither after a movement nor after it was asked. */
export const SHORT_FRESHNESS_MS = 300;

/** Outside parties are doubted for as short as a busy machine allows, so that no test waits for long. */
export const SHORT_DOUBTS: Record<string, string> = {
  ...ofEveryGame('FRESHNESS_MS', `${SHORT_FRESHNESS_MS}`),
  // Many members of many tests read their balances at one game in the same second.
  ...ofEveryGame('CALLS_A_SECOND', '100000'),
  READINGS_APART_MS: '300',
  FALL_AGREED_MS: '600',
  GRANT_WAIT_MS: '5000',
  SLIP_WAITS_FOR_FEED_MS: '300',
  WITHDRAWALS_LEAVE_AFTER_MS: '0',
  APPROVED_LEAVE_AFTER_MS: '0',
  PAYOUTS_CONFIRMED_AFTER_MS: '300',
  MOVES_FINAL_AFTER_MS: '0',
  // Most members of tests are given money that no bank has sent.
  REVIEW_NOTHING_PAID_IN: 'off',
  // Many members of many tests lose at one game.
  DOUBTED_ACCOUNTS: '1000000',
};
