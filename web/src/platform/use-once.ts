import { type MutateOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { createKeyKeeper } from './idempotency.ts';

type Once<Input, Answer> = {
  send: (input: Input, idempotencyKey: string) => Promise<Answer>;
  /** Of all hooks of one kind, one sends at a time. Without a kind a hook waits for nothing but itself. */
  kind?: string;
  /** What makes two inputs the same wish, where that is less than the whole input. */
  wishOf?: (input: Input) => object;
  onSuccess?: (answer: Answer, input: Input) => void;
  /** A promise keeps the wish under way until it is fulfilled. */
  onError?: (error: Error) => unknown;
  onSettled?: (answer: Answer | undefined, error: Error | null) => void;
  /** The member gave up without an answer. The key is the id of whatever came of the wish. */
  onLost?: (key: string) => void;
};

/**
 * Sends what a member wants once, however often they press or have to try: a press while a wish is under way is the
 * same press, and a wish keeps its key until the server has answered it.
 */
export function useOnce<Input extends object, Answer>(once: Once<Input, Answer>) {
  const { send, kind, wishOf, onSuccess, onError, onSettled, onLost } = once;
  const client = useQueryClient();
  const [keys] = useState(createKeyKeeper);
  const id = useId();
  const mutationKey = ['once', kind ?? id];
  const mutation = useMutation({
    mutationKey,
    mutationFn: (input: Input) => keys.send(wishOf?.(input) ?? input, (key) => send(input, key)),
    ...(onSuccess && { onSuccess: (answer: Answer, input: Input) => onSuccess(answer, input) }),
    ...(onError && { onError: (error: Error) => onError(error) }),
    ...(onSettled && { onSettled: (answer: Answer | undefined, error: Error | null) => onSettled(answer, error) }),
  });
  /** Known at once, where `isPending` is known only with the next picture. */
  const isBusy = () => client.isMutating({ mutationKey }) > 0;
  return {
    ...mutation,
    isBusy,
    mutate: (input: Input, then: MutateOptions<Answer, Error, Input> = {}) => {
      if (!isBusy()) mutation.mutate(input, then);
    },
    abandon: () => {
      const unanswered = mutation.isPending ? null : keys.release();
      if (unanswered) onLost?.(unanswered);
    },
  };
}
