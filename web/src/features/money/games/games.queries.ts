import { useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { useOnce } from '../../../platform/use-once.ts';
import { walletChanged } from '../../../wallet/wallet.queries.ts';

export type Credentials = Reply<'GET /api/wallet/account/{slotCode}'>;

const credentialsKey = (slotCode: string) => ['game-credentials', slotCode];

export function loadCredentials(slotCode: string, signal?: AbortSignal): Promise<Credentials> {
  return call('GET /api/wallet/account/{slotCode}', { params: { slotCode }, ...(signal && { signal }) });
}

/** A password stays in memory no longer than the sheet that shows it. */
export function useCredentials(slotCode: string, enabled: boolean) {
  return useQuery({
    queryKey: credentialsKey(slotCode),
    queryFn: ({ signal }) => loadCredentials(slotCode, signal),
    enabled,
    gcTime: 0,
  });
}

export function useActivate() {
  return useOnce({
    send: (params: { slotCode: string }, idempotencyKey) =>
      call('GET /api/wallet/activate/{slotCode}', { params, idempotencyKey }),
    onSuccess: noteCredentials,
    // Also after a failure: the account may be open although the answer was lost.
    onSettled: walletChanged,
  });
}

/** The account was opened in another tab, or by a call whose answer was lost: nothing is wrong. */
export function isAlreadyOpen(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'SLOT_ALREADY_ACTIVE';
}

export function useResetPassword() {
  return useOnce({
    send: (params: { slotCode: string }, idempotencyKey) =>
      call('GET /api/wallet/resetpassword/{slotCode}', { params, idempotencyKey }),
    onSuccess: noteCredentials,
  });
}

function noteCredentials(credentials: Credentials, { slotCode }: { slotCode: string }): void {
  queryClient.setQueryData(credentialsKey(slotCode), credentials);
}
