import { useMutation } from '@tanstack/react-query';
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
  const cancel = useMutation({
    mutationFn: () => call('DELETE /api/wallet/withdraw/{id}', { params: { id } }),
    onSuccess: () => showToast({ tone: 'success', text: t('withdraw.cancelled', { amount }) }),
    onError: tellFailure,
    onSettled: () => {
      onClose();
      walletChanged();
    },
  });
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      tone="question"
      title={t('withdraw.cancel.question', { amount })}
      closeLabel={t('withdraw.cancel.stay')}
      confirm={{ label: t('withdraw.cancel'), onConfirm: () => cancel.mutate(), pending: cancel.isPending }}
    >
      {t('withdraw.cancel.effect')}
    </AlertDialog>
  );
}
