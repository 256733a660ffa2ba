import { useI18n } from '../../../i18n/i18n.tsx';
import { dateTimeText } from '../../../platform/date-text.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { CouponPrize, type CouponRowsProps } from './coupon-parts.tsx';
import type { Coupon } from './spin-wheel.queries.ts';
import { usePrizeAmount } from './use-prize-amount.ts';

export function CouponTable({ coupons, firstNumber, onClaim }: CouponRowsProps) {
  const { t } = useI18n();
  const amountOf = usePrizeAmount();
  const columns: Column<Coupon>[] = [
    { label: t('wheel.column.number'), className: 'figures text-muted', cell: (_, at) => firstNumber + at },
    { label: t('wheel.column.prize'), isRowHead: true, cell: (coupon) => <CouponPrize coupon={coupon} /> },
    {
      label: t('wheel.column.amount'),
      isRight: true,
      className: 'figures font-bold whitespace-nowrap',
      cell: amountOf,
    },
    {
      label: t('wheel.column.expiry'),
      className: 'figures text-small text-muted',
      cell: ({ expireIn }) => (expireIn ? dateTimeText(new Date(expireIn)) : t('wheel.noExpiry')),
    },
    {
      label: t('wheel.claim'),
      isLabelHidden: true,
      isRight: true,
      cell: (coupon) => (
        <Button size="s" onClick={() => onClaim(coupon)} className="whitespace-nowrap">
          {t('wheel.claim')} <span className="sr-only">{coupon.prize.slice.label}</span>
        </Button>
      ),
    },
  ];
  return <Table look="card" title={t('wheel.coupons')} columns={columns} rows={coupons} keyOf={({ _id }) => _id} />;
}
