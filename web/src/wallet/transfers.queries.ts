import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../i18n/i18n.tsx';
import { call, type Reply } from '../platform/api.ts';
import { showToast } from '../ui/toast.tsx';
import { pendingTransfers } from './pending-transfers.ts';
import { useMovement } from './use-movement.ts';

const PENDING_ASK_MS = 2_000;

type Movement = Reply<'POST /api/wallet/transfer'>;
type TransferInput = { from: string; to: string; amount: number };

export function useTransfer() {
  return useTransferMovement((body: TransferInput, idempotencyKey) =>
    call('POST /api/wallet/transfer', { body, idempotencyKey }),
  );
}

export function useCollect() {
  return useTransferMovement((body: { to: string }, idempotencyKey) =>
    call('POST /api/wallet/transferAll', { body, idempotencyKey }),
  );
}

function useTransferMovement<Input extends object>(send: (input: Input, key: string) => Promise<Movement>) {
  const { t } = useI18n();
  return useMovement({
    send,
    onDone: ({ id, status }) => {
      if (status === 'PENDING') pendingTransfers.add(id);
      const isDone = status === 'SUCCESS';
      showToast({ tone: isDone ? 'success' : 'info', text: isDone ? t('transfer.done') : t('transfer.pending') });
    },
    onLost: pendingTransfers.add,
  });
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
