import { useEffect } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { showToast } from '../../../ui/toast.tsx';
import { walletChanged } from '../../../wallet/wallet.queries.ts';
import { lostWithdrawals, useWithdrawalEntry } from './withdrawals.queries.ts';

/** A withdrawal whose answer was lost may be booked a little after the first poll for it. */
const ABSENT_TRIES = 10;

/** Looks up withdrawals that had no answer, so that no member asks for the same money twice. */
export function LostWithdrawalWatch() {
  const ids = lostWithdrawals.use();
  return ids.map((id) => <LostWithdrawal key={id} id={id} />);
}

function LostWithdrawal({ id }: { id: string }) {
  const { t } = useI18n();
  const { isSuccess: isThere, error, errorUpdateCount } = useWithdrawalEntry(id);
  const isAbsent = error instanceof ApiError && error.status === 404 && errorUpdateCount >= ABSENT_TRIES;

  useEffect(() => {
    if ((!isThere && !isAbsent) || !lostWithdrawals.remove(id)) return;
    showToast(isThere ? { tone: 'success', text: t('withdraw.wait') } : { tone: 'error', text: t('withdraw.absent') });
    walletChanged();
  }, [isThere, isAbsent, id, t]);

  return null;
}
