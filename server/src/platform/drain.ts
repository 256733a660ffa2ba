import { setTimeout as delay } from 'node:timers/promises';

/**
 * The time between the request to stop and the stop. `/readyz` answers 404, so that a proxy sends new requests to other nodes,
 * and what is connected for long is asked to move, each at a moment of its own.
 */
export type Drain = {
  isDraining: () => boolean;
  /** Called at its beginning, with the milliseconds that it lasts. */
  onDrain: (move: (withinMs: number) => void) => void;
  /** Answers when the time is over, or at once where `hurry` says so. */
  begin: (hurry: AbortSignal) => Promise<void>;
};

export function drainFor(ms: number): Drain {
  const moves: ((withinMs: number) => void)[] = [];
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    onDrain: (move) => moves.push(move),
    begin: async (hurry) => {
      isDraining = true;
      for (const move of moves) move(ms);
      await delay(ms, undefined, { signal: hurry }).catch(() => {});
    },
  };
}
