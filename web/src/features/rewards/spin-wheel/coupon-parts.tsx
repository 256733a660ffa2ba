import { useI18n } from '../../../i18n/i18n.tsx';
import { dateTimeText } from '../../../platform/date-text.ts';
import type { Coupon } from './spin-wheel.queries.ts';

export type CouponRowsProps = {
  coupons: readonly Coupon[];
  /** Of the first coupon on this page. */
  firstNumber: number;
  onClaim: (coupon: Coupon) => void;
};

export function CouponPrize({ coupon: { prize } }: { coupon: Coupon }) {
  return (
    <>
      <p className="font-semibold">{prize.slice.label}</p>
      <p className="text-small text-muted">{prize.name}</p>
    </>
  );
}

export function ExpiryText({ coupon: { expireIn } }: { coupon: Coupon }) {
  const { t } = useI18n();
  if (!expireIn) return t('wheel.noExpiry');
  return (
    <>
      {t('wheel.until')}{' '}
      <time dateTime={expireIn} className="figures">
        {dateTimeText(new Date(expireIn))}
      </time>
    </>
  );
}
