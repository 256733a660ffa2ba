import { useI18n } from '../../../i18n/i18n.tsx';
import { dateTimeText } from '../../../platform/date-text.ts';
import { Button } from '../../../ui/button.tsx';
import { CouponPrize, type CouponRowsProps } from './coupon-parts.tsx';
import { usePrizeAmount } from './use-prize-amount.ts';

const HEAD = 'px-3 py-3 text-small font-semibold text-muted first:pl-5 last:pr-5';
const CELL = 'px-3 py-3.5 first:pl-5 last:pr-5';

export function CouponTable({ coupons, firstNumber, onClaim }: CouponRowsProps) {
  const { t } = useI18n();
  const amountOf = usePrizeAmount();
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{t('wheel.coupons')}</caption>
      <thead className="border-b border-ink-3">
        <tr>
          <th scope="col" className={HEAD}>
            {t('wheel.column.number')}
          </th>
          <th scope="col" className={HEAD}>
            {t('wheel.column.prize')}
          </th>
          <th scope="col" className={`${HEAD} text-right`}>
            {t('wheel.column.amount')}
          </th>
          <th scope="col" className={HEAD}>
            {t('wheel.column.expiry')}
          </th>
          <th scope="col" className={HEAD}>
            <span className="sr-only">{t('wheel.claim')}</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-ink-3/60">
        {coupons.map((coupon, at) => (
          <tr key={coupon._id} className="transition-colors hover:bg-ink-2/40">
            <td className={`${CELL} figures text-muted`}>{firstNumber + at}</td>
            <th scope="row" className={`${CELL} font-normal`}>
              <CouponPrize coupon={coupon} />
            </th>
            <td className={`${CELL} figures text-right font-bold whitespace-nowrap text-gold`}>{amountOf(coupon)}</td>
            <td className={`${CELL} figures text-small text-muted`}>
              {coupon.expireIn ? dateTimeText(new Date(coupon.expireIn)) : t('wheel.noExpiry')}
            </td>
            <td className={`${CELL} text-right`}>
              <Button variant="gold" size="s" onClick={() => onClaim(coupon)} className="whitespace-nowrap">
                {t('wheel.claim')} <span className="sr-only">{coupon.prize.slice.label}</span>
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
