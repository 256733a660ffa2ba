import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '../platform/api.ts';
import { createKeyKeeper } from '../platform/idempotency.ts';
import { queryClient } from '../platform/query-client.ts';
import { walletChanged } from './wallet.queries.ts';

type Movement = Reply<'POST /api/wallet/transfer'>;

type MovementSteps<Input> = {
  send: (input: Input, idempotencyKey: string) => Promise<Movement>;
  onDone: (movement: Movement) => void;
  /** The member gave up without having had an answer: the key is the movement's id, so its end can be watched. */
  onLost: (id: string) => void;
};

const MOVEMENT = ['movement'];

/** Known at once, where a button learns of it only with the next picture: a hasty second press is not a second wish. */
export function isMoving(): boolean {
  return queryClient.isMutating({ mutationKey: MOVEMENT }) > 0;
}

/** Moves money once, however often the member has to try. */
export function useMovement<Input extends object>({ send, onDone, onLost }: MovementSteps<Input>) {
  const [keys] = useState(createKeyKeeper);
  const movement = useMutation({
    mutationKey: MOVEMENT,
    mutationFn: (input: Input) => keys.send(input, (key) => send(input, key)),
    onSuccess: onDone,
    onSettled: walletChanged,
  });
  return {
    ...movement,
    abandon: () => {
      const unanswered = movement.isPending ? null : keys.release();
      if (unanswered) onLost(unanswered);
    },
  };
}
