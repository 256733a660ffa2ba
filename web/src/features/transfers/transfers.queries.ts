import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { call, type Reply } from '../../platform/api.ts';
import { createKeyKeeper } from '../../platform/idempotency.ts';
import { queryClient } from '../../platform/query-client.ts';
import { showToast } from '../../ui/toast.tsx';
import { walletChanged } from '../wallet/wallet.queries.ts';
import { addPending } from './pending-transfers.ts';

const PENDING_ASK_MS = 2_000;
const MOVEMENT = ['movement'];

type Movement = Reply<'POST /api/wallet/transfer'>;
type TransferInput = { from: string; to: string; amount: number };

export function useTransfer() {
  return useMovement((body: TransferInput, idempotencyKey) =>
    call('POST /api/wallet/transfer', { body, idempotencyKey }),
  );
}

export function useCollect() {
  return useMovement((body: { to: string }, idempotencyKey) =>
    call('POST /api/wallet/transferAll', { body, idempotencyKey }),
  );
}

/** Known at once, where a button learns of it only with the next picture: a hasty second press is not a second wish. */
export function isMoving(): boolean {
  return queryClient.isMutating({ mutationKey: MOVEMENT }) > 0;
}

/** Moves money once, however often the member has to try, and tells how it went. */
function useMovement<Input extends object>(send: (input: Input, key: string) => Promise<Movement>) {
  const { t } = useI18n();
  const [keys] = useState(createKeyKeeper);
  const movement = useMutation({
    mutationKey: MOVEMENT,
    mutationFn: (input: Input) => keys.send(input, (key) => send(input, key)),
    onSuccess: ({ id, status }) => {
      if (status === 'PENDING') addPending(id);
      const isDone = status === 'SUCCESS';
      showToast({ tone: isDone ? 'success' : 'info', text: isDone ? t('transfer.done') : t('transfer.pending') });
    },
    onSettled: walletChanged,
  });
  return {
    ...movement,
    /** The member gives up without having had an answer: the key is the movement's id, so its end can be watched. */
    abandon: () => {
      const unanswered = movement.isPending ? null : keys.release();
      if (unanswered) addPending(unanswered);
    },
  };
}

export function useTransferState(id: string) {
  return useQuery({
    queryKey: ['transfer', id],
    queryFn: ({ signal }) => call('GET /api/wallet/transfer/{id}', { params: { id }, signal }),
    refetchInterval: PENDING_ASK_MS,
    retry: false,
    gcTime: 0,
  });
}
