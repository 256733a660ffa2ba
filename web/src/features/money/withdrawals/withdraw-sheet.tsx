import { type Minor, moneyToWire } from '@krapao/contract/money.ts';
import { useId } from 'react';
import { useCondition } from '../../../conditions/condition.queries.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Link } from '../../../platform/link.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useFresh } from '../../../ui/use-fresh.ts';
import { useRegainedFocus } from '../../../ui/use-regained-focus.ts';
import { MovementFailure } from '../../../wallet/movement-failure.tsx';
import { isAmountMissing } from '../../../wallet/transfer-rules.ts';
import type { Wallet } from '../../../wallet/wallet.queries.ts';
import { useWithdrawing } from './use-withdrawing.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawLocked } from './withdraw-locked.tsx';
import { WithdrawReview } from './withdraw-review.tsx';

type WithdrawSheetProps = { wallet: Wallet; open: boolean; onClose: () => void };

/** Money to the member's bank: first the amount, then a review before it is sent. While a condition runs, neither. */
export default function WithdrawSheet({ wallet, open, onClose }: WithdrawSheetProps) {
  const { t } = useI18n();
  const formId = useId();
  const withdrawing = useWithdrawing({ open, onClose });
  const [amountText, setAmountText] = useFresh(open, '');
  const [reviewed, setReviewed] = useFresh<Minor | null>(open, null);
  const { data: condition } = useCondition();
  const isLocked = condition?.status === true;
  const title = reviewed === null || isLocked ? t('withdraw.title') : t('withdraw.review');
  const step = useRegainedFocus<HTMLElement>(title);

  return (
    <>
      <Dialog
        open={open}
        onClose={withdrawing.close}
        title={title}
        readFirst
        footer={
          isLocked ? (
            <Link
              to="/user/bonus"
              onClick={withdrawing.close}
              className={buttonClass({ variant: 'gold', block: true })}
            >
              {t('bonus.seeCondition')}
            </Link>
          ) : reviewed === null ? (
            <Button type="submit" form={formId} variant="gold" block disabled={isAmountMissing(amountText)}>
              {t('action.continue')}
            </Button>
          ) : (
            <ReviewButtons
              isPending={withdrawing.isPending}
              onBack={() => setReviewed(null)}
              onConfirm={() => open && withdrawing.send(moneyToWire(reviewed))}
            />
          )
        }
      >
        <section ref={step} tabIndex={-1} aria-label={title}>
          {isLocked ? (
            <WithdrawLocked wallet={wallet} condition={condition} />
          ) : reviewed === null ? (
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
        error={withdrawing.error}
        wish="withdraw"
        mayBePart
        onClose={withdrawing.closeFailure}
        onRetry={withdrawing.retry}
      />
    </>
  );
}

type ReviewButtonsProps = { isPending: boolean; onBack: () => void; onConfirm: () => void };

function ReviewButtons({ isPending, onBack, onConfirm }: ReviewButtonsProps) {
  const { t } = useI18n();
  return (
    <div className="settles flex gap-3">
      <Button variant="plain" className="flex-1" disabled={isPending} onClick={onBack}>
        {t('action.back')}
      </Button>
      <Button variant="gold" className="flex-2" pending={isPending} onClick={onConfirm}>
        {t('withdraw.confirm')}
      </Button>
    </div>
  );
}
