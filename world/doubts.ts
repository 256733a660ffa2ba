import { GAME_PROVIDERS } from '../contract/src/providers.ts';

/** Outside parties are doubted for as short as a busy machine allows, so that no test waits for long. */
export const SHORT_DOUBTS: Record<string, string> = {
  ...Object.fromEntries(GAME_PROVIDERS.map((code) => [`GAME_${code.toUpperCase()}_FRESHNESS_MS`, '300'])),
  READINGS_APART_MS: '300',
  FALL_AGREED_MS: '600',
  GRANT_WAIT_MS: '5000',
  SLIP_WAITS_FOR_FEED_MS: '300',
  // Most members of tests are given money that no bank has sent.
  REVIEW_NOTHING_PAID_IN: 'off',
  // Many members of many tests lose at one game.
  DOUBTED_ACCOUNTS: '1000000',
};
