import type { Database } from '../../platform/database.ts';
import { type GameProvider, SilentProvider } from '../../providers/games/game-provider.ts';
import type { Game, Games } from '../../providers/games/games.ts';
import {
  countFailure,
  countQuestion,
  forgetFailures,
  type Occasion,
  type Ration,
  type Taken,
  takeOne,
  takeReadings,
} from './rations.queries.ts';

/** The games of a member that are asked for their balance, and those whose providers rest after failures in a row. */
type Asking = { asked: Set<string>; resting: Set<string> };

export type RationedGames = {
  games: Games;
  rations: Ration[];
  /**
   * To be called before balances are read: these questions are many, and nobody waits for most of them. `caller`: the
   * member whose call asks, and who is refused over `questionsAMinute`; absent where the product asks by itself.
   */
  takeReadings: (memberId: string, codes: string[], asked: Asked) => Promise<Asking>;
  /** To be called before a member's call asks a game anything else; refuses the call over `questionsAMinute`. */
  countQuestion: (caller: string, code: string) => Promise<void>;
};

type Asked = { occasion: Occasion; caller?: string | undefined };

/**
 * Games that are asked no more often than they allow, all nodes together: a bucket and a breaker for each, kept in the
 * database. Only questions that are asked again and again are counted: balances, and what became of a move.
 */
export function rationedGames(db: Database, games: Games, questionsAMinute: number): RationedGames {
  /** Games of which an answer is worth noting: they did not answer before. */
  const failing = new Set<string>();
  const note = ({ code, failures }: Taken) => (failures > 0 ? failing.add(code) : failing.delete(code));
  const heard = async (code: string) => {
    if (failing.delete(code)) await forgetFailures(db, code);
  };
  const notHeard = async (code: string) => {
    failing.add(code);
    await countFailure(db, code);
  };
  const listening = async <T>(code: string, asking: Promise<T>): Promise<T> => {
    try {
      const answer = await asking;
      await heard(code);
      return answer;
    } catch (error) {
      await (error instanceof SilentProvider ? notHeard(code) : heard(code));
      throw error;
    }
  };
  const rationed = (game: Game): Game => {
    const { code, provider } = game;
    const readBalance: GameProvider['readBalance'] = (username) => listening(code, provider.readBalance(username));
    const stateOf: GameProvider['stateOf'] = async (reference) => {
      const taken = await takeOne(db, rationOf(game));
      if (!taken || taken.isResting) return 'unknown';
      note(taken);
      return listening(code, provider.stateOf(reference)).catch(() => 'unknown');
    };
    return { ...game, provider: { ...provider, readBalance, stateOf } };
  };
  return {
    games: new Map([...games].map(([code, game]) => [code, rationed(game)])),
    rations: [...games.values()].map(rationOf),
    countQuestion: (caller, code) => countQuestion(db, { caller, most: questionsAMinute }, code),
    takeReadings: async (memberId, codes, { occasion, caller }) => {
      const rations = codes.flatMap((code) => games.get(code) ?? []).map(rationOf);
      const counted = caller === undefined ? undefined : { caller, most: questionsAMinute };
      const taken = rations.length > 0 ? await takeReadings(db, memberId, rations, { occasion, counted }) : [];
      taken.forEach(note);
      const asked = new Set(taken.filter(({ isResting }) => !isResting).map(({ code }) => code));
      const resting = new Set(taken.filter(({ isResting }) => isResting).map(({ code }) => code));
      // A decision is refused only by a provider that rests, be it for the blink of an eye.
      return { asked, resting: occasion === 'decision' ? new Set(codes.filter((code) => !asked.has(code))) : resting };
    },
  };
}

/**
 * A second's questions are half those that were saved up and half those that come due meanwhile: in no second are there
 * more than the game allows.
 */
function rationOf({ code, callsASecond, freshnessMs }: Game): Ration {
  return { code, shareUs: Math.ceil(2_000_000 / callsASecond), freshnessMs };
}
