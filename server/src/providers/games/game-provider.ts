import type { Currency, Minor } from '@krapao/contract/money.ts';

/** `unknown`: no answer, or one that says neither. It may or may not have happened. */
export type Outcome = 'done' | 'refused' | 'unknown';
export type MoveState = 'done' | 'failed' | 'in-progress' | 'absent' | 'unknown';

type Move = {
  direction: 'in' | 'out';
  username: string;
  amount: Minor;
  /** Ours; the provider knows the move by it. */
  reference: string;
};

/** What we ask of whoever holds a member's game balance. None of these throws but `readBalance` and the two entries. */
export type GameProvider = {
  /** A player who exists already is done. */
  createPlayer: (player: { username: string; password: string; currency: Currency }) => Promise<Outcome>;
  /** `inPlay` is what open bets have staked; `balance` does not contain it. */
  readBalance: (username: string) => Promise<{ balance: Minor; inPlay: Minor }>;
  /** Made once per reference and never repeated: what became of it, `stateOf` tells. */
  move: (move: Move, deadline: AbortSignal) => Promise<Outcome>;
  stateOf: (reference: string) => Promise<MoveState>;
  setPassword: (player: { username: string; password: string }) => Promise<Outcome>;
  launchLink: (player: { username: string; password: string }) => Promise<string>;
  /** Fields that the provider's sign-in form must carry besides username and password. */
  loginFields: () => Promise<Record<string, string> | undefined>;
};
