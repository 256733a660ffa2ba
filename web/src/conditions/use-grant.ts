import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { createKeyKeeper } from '../platform/idempotency.ts';
import { queryClient } from '../platform/query-client.ts';
import { walletChanged } from '../wallet/wallet.queries.ts';

const GRANT = ['grant'];

/** Known at once, where a button learns of it only with the next picture. */
export function isGranting(): boolean {
  return queryClient.isMutating({ mutationKey: GRANT }) > 0;
}

/** Gives or takes back a reward once, however often the member has to try. */
export function useGrant<Input extends object, Answer>(
  send: (input: Input, idempotencyKey: string) => Promise<Answer>,
) {
  const [keys] = useState(createKeyKeeper);
  return useMutation({
    mutationKey: GRANT,
    mutationFn: (input: Input) => keys.send(input, (key) => send(input, key)),
    onSettled: walletChanged,
  });
}
