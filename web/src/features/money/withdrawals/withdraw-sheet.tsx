import { type Minor, moneyToWire } from '@krapao/contract/money.ts';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useRegainedFocus } from '../../../ui/use-regained-focus.ts';
import { MovementFailure } from '../../../wallet/movement-failure.tsx';
import { isMoving } from '../../../wallet/use-movement.ts';
import type { Wallet } from '../../../wallet/wallet.queries.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawReview } from './withdraw-review.tsx';
import { useWithdraw } from './withdrawals.queries.ts';

type WithdrawSheetProps = { wallet: Wallet; open: boolean; onClose: () => void };

/** Money to the member's bank: first how much, then a look at it before it goes. */
export default function WithdrawSheet({ wallet, open, onClose }: WithdrawSheetProps) {
  const { t } = useI18n();
  const formId = useId();
  const withdraw = useWithdraw();
  const [amountText, setAmountText] = useState('');
  const [reviewed, setReviewed] = useState<Minor | null>(null);
  const [sentAmount, setSentAmount] = useState<number | null>(null);
  const [wasOpen, setWasOpen] = useState(open);
  // Begins anew when it opens and not when it closes, where the change would be seen.
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      setAmountText('');
      setReviewed(null);
    }
  }

  const title = reviewed === null ? t('withdraw.title') : t('withdraw.review');
  const step = useRegainedFocus<HTMLElement>(title);

  const send = (amount: number) => {
    if (isMoving()) return;
    // Another amount is another wish: what became of the first is then to be found out.
    if (sentAmount !== amount) withdraw.abandon();
    setSentAmount(amount);
    // Closed before anything else can be pressed: the button would otherwise be alive again for a moment.
    withdraw.mutate({ amount }, { onSuccess: () => flushSync(onClose) });
  };
  const close = () => {
    withdraw.abandon();
    onClose();
  };
  const closeFailure = () => {
    withdraw.reset();
    if (!open) withdraw.abandon();
  };

  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => !next && close()}
        title={title}
        readFirst
        footer={
          reviewed === null ? (
            <Button type="submit" form={formId} variant="gold" block>
              {t('action.continue')}
            </Button>
          ) : (
            <div className="flex gap-3">
              <Button variant="line" className="flex-1" disabled={withdraw.isPending} onClick={() => setReviewed(null)}>
                {t('action.back')}
              </Button>
              <Button
                variant="gold"
                className="flex-2"
                pending={withdraw.isPending}
                onClick={() => open && send(moneyToWire(reviewed))}
              >
                {t('withdraw.confirm')}
              </Button>
            </div>
          )
        }
      >
        <section ref={step} tabIndex={-1} aria-label={title}>
          {reviewed === null ? (
            <WithdrawForm
              id={formId}
              wallet={wallet}
              amountText={amountText}
              onAmountChange={setAmountText}
              onSubmit={setReviewed}
            />
          ) : (
            <WithdrawReview wallet={wallet} amount={reviewed} />
          )}
        </section>
      </Dialog>
      <MovementFailure
        error={withdraw.error}
        onClose={closeFailure}
        onRetry={() => withdraw.variables && send(withdraw.variables.amount)}
      />
    </>
  );
}
