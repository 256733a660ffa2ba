import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { ObstacleNote } from '../../../conditions/obstacle.tsx';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { useCloseDialog } from '../../../ui/dialog.tsx';
import { FittedMoney } from '../../../ui/fitted-money.tsx';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useWishToast } from '../../../wallet/use-wish-toast.ts';
import { type RefundCheck, useReceiveRefund } from './refunds.queries.ts';

type ClaimCardProps = { check: RefundCheck; currency: Currency };

/** The amount that can be claimed now, or why none can. */
export function ClaimCard({ check, currency }: ClaimCardProps) {
  const { t } = useI18n();
  const tellFailure = useWishToast('reward');
  const leave = useCloseDialog();
  const receive = useReceiveRefund();
  const isOff = check.bonus || !check.result;
  const amount = useMoneyWords()(addWireMoney([check.refundAmount]), currency);
  const claim = () =>
    receive.mutate(
      {},
      {
        onSuccess: () => showToast({ tone: 'success', text: t('refund.claimed', { amount }) }),
        onError: tellFailure,
      },
    );

  return (
    <section
      aria-label={t('refund.now')}
      className="relative grid grid-cols-[minmax(0,1fr)] gap-1 overflow-hidden rounded-lg border border-in/22 bg-linear-150 from-in/14 to-in/4 p-5 text-center"
    >
      <RotateCcw aria-hidden="true" className="absolute -top-6 -right-6 size-28 text-in/10" />
      <p className="text-small text-muted">{t('refund.now')}</p>
      <FittedMoney minor={addWireMoney([check.refundAmount])} currency={currency} most="34px" />
      <p className="text-small text-pretty text-muted">{t('refund.rate', { n: check.rate })}</p>
      <Button
        variant="gold"
        block
        className="mt-4"
        disabled={isOff}
        pending={receive.isPending}
        aria-describedby={isOff ? 'refund-why' : undefined}
        onClick={claim}
      >
        {t('refund.claim')}
      </Button>
      {isOff && (
        <div className="mt-2">
          {check.bonus ? (
            <ObstacleNote obstacle="REFUND_CONDITION" id="refund-why" onLeave={leave} />
          ) : (
            <p id="refund-why" className="text-small text-pretty text-text">
              {t('error.NO_REFUND')}
            </p>
          )}
        </div>
      )}
    </section>
  );
}
