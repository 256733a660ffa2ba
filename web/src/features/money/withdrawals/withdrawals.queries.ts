import { addWireMoney } from '@krapao/contract/money.ts';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../../i18n/i18n.tsx';
import { call } from '../../../platform/api.ts';
import { createPendingIds } from '../../../platform/pending-ids.ts';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { showToast } from '../../../ui/toast.tsx';
import { openMovement } from '../../../wallet/movement-place.ts';
import { useMovement } from '../../../wallet/use-movement.ts';
import { useKnownWallet } from '../../../wallet/wallet.queries.ts';

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
  const tellReceived = useReceivedToast();
  return useMovement({
    pending: lostWithdrawals,
    send: (body: { amount: number }, idempotencyKey) => call('POST /api/wallet/withdrawAll', { body, idempotencyKey }),
    onSuccess: ({ id }, { amount }) => tellReceived({ id, amount }),
    onFound,
  });
}

/** Tells that a withdrawal was received, and of how much. */
export function useReceivedToast(): (withdrawal: { id: string; amount: number }) => void {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const currency = useKnownWallet()?.profile.currency ?? 'BAHT';
  return ({ id, amount }) =>
    showToast({
      tone: 'success',
      text: t('withdraw.wait', { amount: moneyWords(addWireMoney([amount]), currency) }),
      action: { label: t('movement.view'), onPress: () => openMovement(id) },
    });
}
