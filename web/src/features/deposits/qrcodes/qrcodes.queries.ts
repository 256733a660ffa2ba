import { useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { useOnce } from '../../../platform/use-once.ts';
import { noteDeposit } from '../last-deposit.ts';

export type QrcodeReply = Reply<'GET /api/qrcode/{provider}'>;
export type Qrcode = Extract<QrcodeReply, { hasQrcode: true }>;

const QRCODES = ['qrcode'];
const qrcodeKey = (provider: string) => [...QRCODES, provider];

/** The server's socket tells when money arrives; a network may lose that event, so a waiting code is also polled. */
const WAITING_ASK_MS = 10_000;

export function useQrcode(provider: string) {
  return useQuery({
    queryKey: qrcodeKey(provider),
    queryFn: ({ signal }) => call('GET /api/qrcode/{provider}', { params: { provider }, signal }),
    refetchInterval: ({ state }) => (state.data?.hasQrcode ? WAITING_ASK_MS : false),
    // The member may be back from the bank's app.
    refetchOnWindowFocus: 'always',
  });
}

/** The first of these with a code that is known to wait. */
export function waitingProvider(providers: readonly string[]): string | undefined {
  return providers.find((provider) => queryClient.getQueryData<QrcodeReply>(qrcodeKey(provider))?.hasQrcode);
}

export function useCreateQrcode(provider: string) {
  return useOnce({
    kind: 'create-qrcode',
    wishOf: (body: { amount: number }) => ({ provider, ...body }),
    send: async (body, idempotencyKey) => {
      const params = { provider };
      const reply = await call('POST /api/qrcode/{provider}', { params, body, idempotencyKey });
      if (!reply.hasQrcode) throw new ApiError({ code: reply.message, status: 200 });
      return reply;
    },
    onSuccess: (qrcode, { amount }) => {
      noteDeposit({ way: 'qr', provider, amount });
      queryClient.setQueryData<QrcodeReply>(qrcodeKey(provider), qrcode);
      // A new code may have taken the place of one at another provider.
      void queryClient.invalidateQueries({
        queryKey: QRCODES,
        predicate: ({ queryKey }) => queryKey[1] !== provider,
      });
    },
  });
}

export function useCancelQrcode(provider: string) {
  return useOnce({
    send: (params: { qrcodeId: string }, idempotencyKey) =>
      call('DELETE /api/qrcode/{qrcodeId}', { params, idempotencyKey }),
    onSuccess: (reply) => queryClient.setQueryData<QrcodeReply>(qrcodeKey(provider), reply),
    // The code may have been paid, or cancelled elsewhere, in the meantime.
    onError: () => queryClient.invalidateQueries({ queryKey: qrcodeKey(provider) }),
  });
}
