import { useOnce } from '../platform/use-once.ts';
import { walletChanged } from '../wallet/wallet.queries.ts';

/** Gives or takes back a reward once, and no other reward meanwhile. */
export function useGrant<Input extends object, Answer>(
  send: (input: Input, idempotencyKey: string) => Promise<Answer>,
) {
  return useOnce({ kind: 'grant', send, onSettled: walletChanged });
}
