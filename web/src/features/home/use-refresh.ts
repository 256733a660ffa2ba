import { useI18n } from '../../i18n/i18n.tsx';
import { dateTimeText } from '../../platform/date-text.ts';
import { showToast } from '../../ui/toast.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { readTimeOf, useRefreshBalance } from '../../wallet/wallet.queries.ts';

/** Has every game asked anew, and tells what came of it. */
export function useRefresh() {
  const { t } = useI18n();
  const tellFailure = useFailureToast();
  const refresh = useRefreshBalance();
  const start = () =>
    refresh.mutate(undefined, {
      onSuccess: ({ wallet, isRead }) =>
        showToast(
          isRead
            ? { tone: 'success', text: t('home.refreshed') }
            : { tone: 'info', text: t('home.notRead', { time: dateTimeText(readTimeOf(wallet)) }) },
        ),
      onError: tellFailure,
    });
  return { start, isPending: refresh.isPending };
}
