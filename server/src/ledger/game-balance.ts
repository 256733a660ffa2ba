import type { Minor } from '@krapao/contract/money.ts';
import type { Owner } from '../platform/sessions.ts';

/**
 * A member's account at a game. `amount` is what the ledger says; `available` of it can be moved out, the rest is staked
 * in open bets. `staleSince`: the provider could not be read since. `isFresh`: the provider was read just now, and what
 * it said is in the books.
 */
export type GameBalance = {
  code: string;
  amount: Minor;
  available: Minor;
  inPlay: Minor;
  staleSince: Date | null;
  isFresh: boolean;
  /** The provider told something else that is not certain yet: after so long it is read again. */
  readAgainMs: number | null;
  /** An operator has to look at what the provider told. */
  isLookedAt: boolean;
  /** How long ago the last result was booked; null: never. */
  resultMsAgo: number | null;
  /** How old what the game tells may be: its freshness; 0 where nobody can have played within the last 24 hours. */
  behindMs: number;
};

/**
 * Reads a member's opened game accounts at their providers now, or only one, and books the results that are certain.
 * `caller`: the member whose call this is the first reading of. It counts to the caller, is refused where the caller has
 * asked too often, and is shared with other calls of the caller that come meanwhile. Without one nothing is counted: the
 * call has begun, or the product asks by itself.
 */
export type ReadBalances = (
  member: Owner,
  asked?: { only?: string; caller?: string | undefined },
) => Promise<GameBalance[]>;

/** The same as the service knows it without asking the provider. Times are as JSON has them. */
export type KnownAccount = {
  code: string;
  /** The moment at which the provider told the amount; null where nothing can have changed it since. */
  asOf: string | null;
  staleSince: string | null;
  /** When the member last entered the game, or the game last told a result, whichever is later. */
  playedAt: string | null;
  /** The provider told something else that is not certain yet. */
  isUncertain: boolean;
  isLookedAt: boolean;
  /** Whether the provider is to be asked when a page shows the account, and may be. */
  isDue: boolean;
};
