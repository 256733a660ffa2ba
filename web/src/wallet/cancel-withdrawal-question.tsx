import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { call } from '../platform/api.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { useWishToast } from './use-wish-toast.ts';
import { walletChanged } from './wallet.queries.ts';

type CancelWithdrawalQuestionProps = {
  id: string;
  /** The amount in words. */
  amount: string;
  open: boolean;
  onClose: () => void;
};

export default function CancelWithdrawalQuestion({ id, amount, open, onClose }: CancelWithdrawalQuestionProps) {
  const { t } = useI18n();
  const tellFailure = useWishToast('other');
  // A second press may come before the button has been drawn as pressed.
  const asked = useRef(false);
  const cancel = useMutation({
    mutationFn: () => call('DELETE /api/wallet/withdraw/{id}', { params: { id } }),
    onSuccess: () => showToast({ tone: 'success', text: t('withdraw.cancelled', { amount }) }),
    onError: tellFailure,
    onSettled: () => {
      asked.current = false;
      onClose();
      walletChanged();
    },
  });
  const onConfirm = () => {
    if (asked.current) return;
    asked.current = true;
    cancel.mutate();
  };
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      tone="question"
      title={t('withdraw.cancel.question', { amount })}
      closeLabel={t('withdraw.cancel.stay')}
      confirm={{ label: t('withdraw.cancel'), onConfirm, pending: cancel.isPending }}
    >
      {t('withdraw.cancel.effect')}
    </AlertDialog>
  );
}
