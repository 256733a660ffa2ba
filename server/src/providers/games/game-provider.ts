import type { Currency, Minor } from '@krapao/contract/money.ts';

/** `unknown`: no answer, or an unclear one. The move may or may not have happened. */
export type Outcome = 'done' | 'refused' | 'unknown';
export type MoveState = 'done' | 'failed' | 'in-progress' | 'absent' | 'unknown';

/** A provider gave no answer, or a broken one, or an error of its server. */
export class SilentProvider extends Error {}

type Move = {
  /** `in`: from the main wallet into the game. */
  direction: 'in' | 'out';
  username: string;
  amount: Minor;
  /** Our reference, by which the provider knows the move. */
  reference: string;
};

/**
 * The calls to a provider that holds a member's game balance. `readBalance` and `stateOf`, which are asked again and again,
 * throw `SilentProvider` where there is no answer; of the others only the two entries throw.
 */
export type GameProvider = {
  /** A player who exists already counts as done. */
  createPlayer: (player: { username: string; password: string; currency: Currency }) => Promise<Outcome>;
  /**
   * `inPlay` is what open bets have staked; `balance` does not contain it. `remainder` is what both were told to be
   * over a minor unit, as a fraction of one: it is in neither.
   */
  readBalance: (username: string) => Promise<{ balance: Minor; inPlay: Minor; remainder: number }>;
  /** A move is made once per reference and never repeated: `stateOf` tells its outcome. */
  move: (move: Move, deadline: AbortSignal) => Promise<Outcome>;
  stateOf: (reference: string) => Promise<MoveState>;
  setPassword: (player: { username: string; password: string }) => Promise<Outcome>;
  launchLink: (player: { username: string; password: string }) => Promise<string>;
  /** Fields that the provider's sign-in form must carry besides username and password. */
  loginFields: () => Promise<Record<string, string> | undefined>;
};
