import { useState } from 'react';
import { closeNow } from '../../../ui/close-now.ts';
import { useWithdraw } from './withdrawals.queries.ts';

/** One withdrawal on its way, tried until it is answered or given up. */
export function useWithdrawing({ open, onClose }: { open: boolean; onClose: () => void }) {
  const withdraw = useWithdraw(() => closeNow(onClose));
  const [sentAmount, setSentAmount] = useState<number | null>(null);

  const send = (amount: number) => {
    if (withdraw.isBusy()) return;
    // Another amount is another wish: the first withdrawal's end is then looked up.
    if (sentAmount !== amount) withdraw.abandon();
    setSentAmount(amount);
    withdraw.mutate({ amount }, { onSuccess: () => closeNow(onClose) });
  };
  return {
    isPending: withdraw.isPending,
    error: withdraw.error,
    send,
    retry: () => withdraw.variables && send(withdraw.variables.amount),
    close: () => {
      withdraw.abandon();
      onClose();
    },
    closeFailure: () => {
      withdraw.reset();
      if (!open) withdraw.abandon();
    },
  };
}
