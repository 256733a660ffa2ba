import TicketPercent from 'lucide-react/icons/ticket-percent';
import { useId, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { pageCount } from '../../../ui/pager-window.ts';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { useWide } from '../../../ui/use-wide.ts';
import { CouponList } from './coupon-list.tsx';
import { CouponTable } from './coupon-table.tsx';
import type { Coupon, useCoupons } from './spin-wheel.queries.ts';
import { RowsSkeleton } from './wheel-skeleton.tsx';

const COUPON_PAGE_SIZE = 3;

type CouponsCardProps = { query: ReturnType<typeof useCoupons>; onClaim: (coupon: Coupon) => void };

/** Coupons that were won and not yet claimed, a few at a time. */
export function CouponsCard({ query: { data, isError, isFetching, refetch }, onClaim }: CouponsCardProps) {
  const { t } = useI18n();
  const titleId = useId();
  const isWide = useWide();
  const [chosen, setChosen] = useState(1);
  const coupons = data?.coupons ?? [];
  // The last coupon of a page may just have been claimed.
  const page = Math.min(chosen, pageCount(coupons.length, COUPON_PAGE_SIZE));
  const first = (page - 1) * COUPON_PAGE_SIZE;
  const Rows = isWide ? CouponTable : CouponList;

  return (
    <section aria-labelledby={titleId} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={titleId} className="text-lead font-bold">
        {t('wheel.coupons')}
      </h2>
      <Card flush className="overflow-hidden">
        {coupons.length > 0 && (
          <Rows coupons={coupons.slice(first, first + COUPON_PAGE_SIZE)} firstNumber={first + 1} onClaim={onClaim} />
        )}
        {data?.coupons.length === 0 && <EmptyState icon={TicketPercent} text={t('wheel.noCoupons')} />}
        {!data && isError && (
          <RetryPanel text={t('wheel.couponsUnread')} onRetry={() => void refetch()} pending={isFetching} />
        )}
        {!data && !isError && <RowsSkeleton />}
      </Card>
      <Pager
        label={t('wheel.couponPages')}
        page={page}
        pageSize={COUPON_PAGE_SIZE}
        total={coupons.length}
        onChange={setChosen}
      />
    </section>
  );
}
