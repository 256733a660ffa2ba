import type { Reply } from '../platform/api.ts';
import { useOnce } from '../platform/use-once.ts';
import { walletChanged } from './wallet.queries.ts';

type Movement = Reply<'POST /api/wallet/transfer'>;

type MovementSteps<Input> = {
  send: (input: Input, idempotencyKey: string) => Promise<Movement>;
  onDone: (movement: Movement) => void;
  /** The member gave up without an answer: the key is the movement's id, so its end can be watched. */
  onLost: (id: string) => void;
};

/** Moves money once, and no other money meanwhile. */
export function useMovement<Input extends object>({ send, onDone, onLost }: MovementSteps<Input>) {
  return useOnce({ kind: 'movement', send, onSuccess: onDone, onSettled: walletChanged, onLost });
}
