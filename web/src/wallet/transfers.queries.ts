import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { call, type Reply } from '../platform/api.ts';
import { isUnheard } from '../platform/idempotency.ts';
import { createPendingIds } from '../platform/pending-ids.ts';
import { useOnce } from '../platform/use-once.ts';
import { showToast } from '../ui/toast.tsx';
import { MOVEMENT, walletChanged } from './wallet.queries.ts';

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

/**
 * A transfer without an answer may have been made: it is looked for at once, while the member may still try again. Once it
 * is found and told, the failure is closed and the wish is over; `onFound` closes the form that it came from.
 */
function useTransferMovement<Input extends object>(
  send: (input: Input, key: string) => Promise<Movement>,
  onFound?: () => void,
) {
  const { t } = useI18n();
  const [lookedFor, setLookedFor] = useState<string | null>(null);
  const pending = pendingTransfers.use();
  const once = useOnce({
    kind: MOVEMENT,
    send: (input: Input, key) => {
      setLookedFor(null);
      pendingTransfers.remove(key);
      return send(input, key);
    },
    onUnanswered: (key, error) => {
      if (!isUnheard(error)) return;
      pendingTransfers.add(key);
      setLookedFor(key);
    },
    onSuccess: ({ id, status }) => {
      if (status === 'PENDING') pendingTransfers.add(id);
      const isDone = status === 'SUCCESS';
      showToast({ tone: isDone ? 'success' : 'info', text: isDone ? t('transfer.done') : t('transfer.pending') });
    },
    onSettled: walletChanged,
    onLost: pendingTransfers.add,
  });
  const end = useEffectEvent(() => {
    setLookedFor(null);
    once.forget();
    once.reset();
    onFound?.();
  });
  const isFound = lookedFor !== null && !pending.includes(lookedFor);
  useEffect(() => {
    if (isFound) end();
  }, [isFound]);
  return once;
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
