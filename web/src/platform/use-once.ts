import { type MutateOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isAnswer, newKey } from './idempotency.ts';

type Once<Input, Answer> = {
  send: (input: Input, idempotencyKey: string) => Promise<Answer>;
  /** Of all hooks of one kind, one sends at a time. Without a kind a hook waits for nothing but itself. */
  kind?: string;
  /** The part of the input that makes two inputs the same wish; the whole input by default. */
  wishOf?: (input: Input) => object;
  onSuccess?: (answer: Answer, input: Input) => void;
  /** A promise keeps the wish under way until it is fulfilled. */
  onError?: (error: Error) => unknown;
  onSettled?: (answer: Answer | undefined, error: Error | null) => void;
  /** No answer came. The key is the id of the movement, if one was made. */
  onUnanswered?: (key: string, error: Error) => void;
  /** The member gave up without an answer. */
  onLost?: (key: string) => void;
};

/**
 * Sends a member's wish once, however often the member presses or has to try: a press while the wish is under way is
 * ignored, and the wish keeps its key until the server has answered it.
 */
export function useOnce<Input extends object, Answer>(once: Once<Input, Answer>) {
  const { send, kind, wishOf, onSuccess, onError, onSettled, onUnanswered, onLost } = once;
  const client = useQueryClient();
  const [keys] = useState(createKeyKeeper);
  const id = useId();
  const mutationKey = ['once', kind ?? id];
  const mutation = useMutation({
    mutationKey,
    mutationFn: (input: Input) => keys.send(wishOf?.(input) ?? input, (key) => send(input, key)),
    ...(onSuccess && { onSuccess: (answer: Answer, input: Input) => onSuccess(answer, input) }),
    onError: (error: Error) => {
      const key = keys.keptKey();
      if (key) onUnanswered?.(key, error);
      return onError?.(error);
    },
    ...(onSettled && { onSettled: (answer: Answer | undefined, error: Error | null) => onSettled(answer, error) }),
  });
  /** Known at once; `isPending` changes only with the next render. */
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
    /** The wish's outcome was learned in another way: the next press is a new wish. */
    forget: () => void keys.release(),
  };
}

/**
 * Gives a member's wish a key before it is sent, and keeps the key until there is an answer: trying again after a
 * lost answer is then the same wish and not a second one. Other input is another wish.
 */
export function createKeyKeeper() {
  let unanswered: { input: string; key: string } | null = null;

  function keyFor(input: object): string {
    const text = JSON.stringify(input);
    if (unanswered?.input !== text) unanswered = { input: text, key: newKey() };
    return unanswered.key;
  }

  /** The key of a wish that the server has not answered, or null. */
  function keptKey(): string | null {
    return unanswered?.key ?? null;
  }

  /** The same; the wish is forgotten. */
  function release(): string | null {
    const key = keptKey();
    unanswered = null;
    return key;
  }

  async function send<Reply>(input: object, sendWith: (key: string) => Promise<Reply>): Promise<Reply> {
    try {
      const reply = await sendWith(keyFor(input));
      release();
      return reply;
    } catch (error) {
      // Silence, a 500 or a 503 is no answer: the next try has the same key.
      if (isAnswer(error)) release();
      throw error;
    }
  }

  return { send, keptKey, release };
}
