import type { Minor } from '@krapao/contract/money.ts';

/**
 * A member's account at a game. `amount` is what the ledger says; `available` of it can be moved out, the rest is staked
 * in open bets. `staleSince`: the provider could not be read since. `isFresh`: the provider was read just now, and what
 * it said is booked.
 */
export type GameBalance = {
  code: string;
  amount: Minor;
  available: Minor;
  staleSince: Date | null;
  isFresh: boolean;
};
