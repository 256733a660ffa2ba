import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { CouponPrize, type CouponRowsProps, ExpiryText } from './coupon-parts.tsx';
import { usePrizeAmount } from './use-prize-amount.ts';

/** For a phone: one row each. */
export function CouponList({ coupons, firstNumber, onClaim }: CouponRowsProps) {
  const { t } = useI18n();
  const amountOf = usePrizeAmount();
  return (
    <ol className="divide-y divide-ink-3/60">
      {coupons.map((coupon, at) => (
        <li key={coupon._id} className="flex items-center gap-3 px-4 py-3.5">
          <span className="figures w-5 shrink-0 text-center text-small text-muted">{firstNumber + at}</span>
          <div className="min-w-0 flex-1">
            <CouponPrize coupon={coupon} />
            <p className="figures font-bold">{amountOf(coupon)}</p>
            <p className="text-tiny text-muted">
              <ExpiryText coupon={coupon} />
            </p>
          </div>
          <Button size="s" className="shrink-0" onClick={() => onClaim(coupon)}>
            {t('wheel.claim')} <span className="sr-only">{coupon.prize.slice.label}</span>
          </Button>
        </li>
      ))}
    </ol>
  );
}
