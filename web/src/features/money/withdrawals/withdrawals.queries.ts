import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../../i18n/i18n.tsx';
import { call } from '../../../platform/api.ts';
import { createPendingIds } from '../../../platform/pending-ids.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useMovement } from '../../../wallet/use-movement.ts';

const LIMITS_FRESH_MS = 10 * 60_000;

/** Withdrawals without an answer. */
export const lostWithdrawals = createPendingIds('unanswered-withdrawals');

export function useWithdrawLimits() {
  return useQuery({
    queryKey: ['withdraw-limits'],
    queryFn: ({ signal }) => call('GET /api/lookup/withdraw', { signal }),
    staleTime: LIMITS_FRESH_MS,
  });
}

/** Brings the missing money from the game accounts to the main wallet, then pays out. */
export function useWithdraw(onFound: () => void) {
  const { t } = useI18n();
  return useMovement({
    pending: lostWithdrawals,
    send: (body: { amount: number }, idempotencyKey) => call('POST /api/wallet/withdrawAll', { body, idempotencyKey }),
    onSuccess: () => showToast({ tone: 'success', text: t('withdraw.wait') }),
    onFound,
  });
}
