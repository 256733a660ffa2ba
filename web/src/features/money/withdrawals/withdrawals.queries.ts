import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../../i18n/i18n.tsx';
import { call } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { createPendingIds } from '../../../platform/pending-ids.ts';
import { useOnce } from '../../../platform/use-once.ts';
import { showToast } from '../../../ui/toast.tsx';
import { MOVEMENT, walletChanged } from '../../../wallet/wallet.queries.ts';

const LIMITS_FRESH_MS = 10 * 60_000;
const LOST_ASK_MS = 2_000;
/** A withdrawal that was given up a moment ago is among the newest. */
const NEWEST = { page: 1, limit: 20, statementType: 'withdraw' } as const;

/** Withdrawals the member gave up without having had an answer. */
export const lostWithdrawals = createPendingIds('unanswered-withdrawals');

export function useWithdrawLimits() {
  return useQuery({
    queryKey: ['withdraw-limits'],
    queryFn: ({ signal }) => call('GET /api/lookup/withdraw', { signal }),
    staleTime: LIMITS_FRESH_MS,
  });
}

/** Brings the missing money from the game accounts to the main wallet, then pays out. */
export function useWithdraw() {
  const { t } = useI18n();
  return useOnce({
    kind: MOVEMENT,
    send: (body: { amount: number }, idempotencyKey) => call('POST /api/wallet/withdrawAll', { body, idempotencyKey }),
    onSuccess: () => showToast({ tone: 'success', text: t('withdraw.wait') }),
    onSettled: walletChanged,
    onLost: lostWithdrawals.add,
  });
}

/** The statement's entry of a withdrawal, which bears its id; fails with NO_DATA as long as there is none. */
export function useWithdrawalEntry(id: string) {
  return useQuery({
    queryKey: ['lost-withdrawal', id],
    queryFn: async ({ signal }) => {
      const { statements } = await call('POST /api/statement', { body: NEWEST, signal });
      const entry = statements.find((candidate) => candidate.id === id);
      if (!entry) throw new ApiError({ code: 'NO_DATA', status: 404 });
      return entry;
    },
    refetchInterval: LOST_ASK_MS,
    retry: false,
    gcTime: 0,
  });
}
