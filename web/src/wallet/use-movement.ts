import { useEffect, useEffectEvent, useState } from 'react';
import { isUnheard } from '../platform/idempotency.ts';
import type { PendingIds } from '../platform/pending-ids.ts';
import { useOnce } from '../platform/use-once.ts';
import { MOVEMENT, walletChanged } from './wallet.queries.ts';

type Movement<Input, Answer> = {
  /** The movements that a watch looks for. */
  pending: PendingIds;
  send: (input: Input, idempotencyKey: string) => Promise<Answer>;
  onSuccess: (answer: Answer, input: Input) => void;
  /** Closes the form that the wish came from. */
  onFound?: (() => void) | undefined;
};

/**
 * Moves the member's own money. A movement without an answer may have been made: it is looked for at once, while the
 * member may still try again. Once it is found and told, the failure is closed and the wish is over.
 */
export function useMovement<Input extends object, Answer>(movement: Movement<Input, Answer>) {
  const { pending, send, onSuccess, onFound } = movement;
  const [lookedFor, setLookedFor] = useState<string | null>(null);
  const ids = pending.use();
  const once = useOnce({
    kind: MOVEMENT,
    send: (input: Input, key) => {
      setLookedFor(null);
      pending.remove(key);
      return send(input, key);
    },
    onUnanswered: (key, error) => {
      if (!isUnheard(error)) return;
      pending.add(key);
      setLookedFor(key);
    },
    onSuccess,
    onSettled: walletChanged,
    onLost: pending.add,
  });
  const end = useEffectEvent(() => {
    setLookedFor(null);
    once.forget();
    once.reset();
    onFound?.();
  });
  const isFound = lookedFor !== null && !ids.includes(lookedFor);
  useEffect(() => {
    if (isFound) end();
  }, [isFound]);
  return {
    ...once,
    /** The member gave the wish up: what is found later closes no form that was opened since. */
    abandon: () => {
      setLookedFor(null);
      once.abandon();
    },
  };
}
