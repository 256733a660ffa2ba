import { useEffect, useEffectEvent } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { isAbsent } from '../../../platform/pending-ids.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useStatementEntry } from '../../../wallet/statement-entry.queries.ts';
import { walletChanged } from '../../../wallet/wallet.queries.ts';
import { lostWithdrawals, useReceivedToast } from './withdrawals.queries.ts';

/** A withdrawal whose answer was lost may be booked a little after the first poll for it. */
const ABSENT_TRIES = 10;

/** Looks up withdrawals that had no answer, so that no member asks for the same money twice. */
export function LostWithdrawalWatch() {
  const ids = lostWithdrawals.use();
  return ids.map((id) => <LostWithdrawal key={id} id={id} />);
}

function LostWithdrawal({ id }: { id: string }) {
  const { t } = useI18n();
  const tellReceived = useReceivedToast();
  const asked = useStatementEntry('withdraw', id);
  const isThere = asked.isSuccess;
  const hasNotArrived = isAbsent(asked, ABSENT_TRIES);

  const tellEnd = useEffectEvent(() => {
    if ((!isThere && !hasNotArrived) || !lostWithdrawals.remove(id)) return;
    if (asked.data) tellReceived(asked.data);
    else showToast({ tone: 'error', text: t('withdraw.absent') });
    walletChanged();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each outcome is told once
  useEffect(() => tellEnd(), [isThere, hasNotArrived]);

  return null;
}
