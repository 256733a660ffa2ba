import { useEffect, useEffectEvent, useRef } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { isAbsent } from '../../../platform/pending-ids.ts';
import { showToast } from '../../../ui/toast.tsx';
import { backByClock } from '../../../wallet/back-by-clock.ts';
import { openMovement } from '../../../wallet/movement-place.ts';
import { mayMovePart } from '../../../wallet/transfer-rules.ts';
import { pendingTransfers, useDoneText, useTransferState } from '../../../wallet/transfers.queries.ts';
import { walletChanged } from '../../../wallet/wallet.queries.ts';

/** A transfer whose answer was lost may be booked a little after the first poll for it. */
const UNKNOWN_TRIES = 10;

/** Polls every pending transfer until it has ended, on every screen. */
export function PendingWatch() {
  const ids = pendingTransfers.use();
  return ids.map((id) => <PendingTransfer key={id} id={id} />);
}

function PendingTransfer({ id }: { id: string }) {
  const { t } = useI18n();
  const doneText = useDoneText();
  const asked = useTransferState(id);
  const { data } = asked;
  const status = isAbsent(asked, UNKNOWN_TRIES) ? 'ABSENT' : data?.status;
  const isPart = data ? mayMovePart(data) : false;
  const backBy = data?.status === 'PENDING' && data.backBy ? backByClock(data.backBy) : null;

  const toldBackBy = useRef<string | null>(null);
  useEffect(() => {
    if (backBy === null || backBy === toldBackBy.current) return;
    toldBackBy.current = backBy;
    showToast({ tone: 'info', text: t('transfer.pendingBackBy', { time: backBy }) });
  }, [backBy, t]);

  const tellEnd = useEffectEvent(() => {
    if (status === undefined || status === 'PENDING' || !pendingTransfers.remove(id)) return;
    const isDone = status === 'SUCCESS';
    // A request may still arrive: that the transfer was not made is not known.
    const failed = isPart ? t('transfer.part') : t(status === 'ABSENT' ? 'transfer.absent' : 'transfer.failed');
    const action = { label: t('movement.view'), onPress: () => openMovement(id) };
    const done = isDone && data ? doneText(data) : failed;
    // What was never made has no entry to look at.
    showToast({ tone: isDone ? 'success' : 'error', text: done, ...(data && { action }) });
    walletChanged();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each outcome is told once
  useEffect(() => tellEnd(), [status]);

  return null;
}
