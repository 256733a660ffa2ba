import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../i18n/i18n.tsx';
import { call, type Reply } from '../platform/api.ts';
import { createPendingIds } from '../platform/pending-ids.ts';
import { showToast } from '../ui/toast.tsx';
import { useMovement } from './use-movement.ts';

const PENDING_ASK_MS = 2_000;

type Movement = Reply<'POST /api/wallet/transfer'>;
type TransferInput = { from: string; to: string; amount: number };

/** Transfers that the server called pending, or that the member gave up without an answer. */
export const pendingTransfers = createPendingIds('pending-transfers');

export function useTransfer(onFound?: () => void) {
  return useTransferMovement(
    (body: TransferInput, idempotencyKey) => call('POST /api/wallet/transfer', { body, idempotencyKey }),
    onFound,
  );
}

export function useCollect() {
  return useTransferMovement((body: { to: string }, idempotencyKey) =>
    call('POST /api/wallet/transferAll', { body, idempotencyKey }),
  );
}

function useTransferMovement<Input extends object>(
  send: (input: Input, key: string) => Promise<Movement>,
  onFound?: () => void,
) {
  const { t } = useI18n();
  return useMovement({
    pending: pendingTransfers,
    send,
    onSuccess: ({ id, status }) => {
      if (status === 'PENDING') pendingTransfers.add(id);
      const isDone = status === 'SUCCESS';
      showToast({ tone: isDone ? 'success' : 'info', text: isDone ? t('transfer.done') : t('transfer.pending') });
    },
    onFound,
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
