import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { call } from '../platform/api.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { useFailureToast } from '../ui/use-failure-toast.ts';
import { walletChanged } from './wallet.queries.ts';

type CancelWithdrawalProps = {
  id: string;
  /** The amount in words. */
  amount: string;
};

/** For a withdrawal that can still be cancelled: a button, and a question before it is done. */
export function CancelWithdrawal({ id, amount }: CancelWithdrawalProps) {
  const { t } = useI18n();
  const [isAsking, setAsking] = useState(false);
  const tellFailure = useFailureToast();
  const cancel = useMutation({
    mutationFn: () => call('DELETE /api/wallet/withdraw/{id}', { params: { id } }),
    onSuccess: () => showToast({ tone: 'success', text: t('withdraw.cancelled', { amount }) }),
    onError: tellFailure,
    onSettled: () => {
      setAsking(false);
      walletChanged();
    },
  });
  return (
    <>
      <Button variant="line" size="s" onClick={() => setAsking(true)}>
        {t('withdraw.cancel')} <span className="sr-only">{amount}</span>
      </Button>
      <AlertDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        tone="question"
        title={t('withdraw.cancel.question', { amount })}
        closeLabel={t('withdraw.cancel.stay')}
        confirm={{ label: t('withdraw.cancel'), onConfirm: () => cancel.mutate(), pending: cancel.isPending }}
      >
        {t('withdraw.cancel.effect')}
      </AlertDialog>
    </>
  );
}
