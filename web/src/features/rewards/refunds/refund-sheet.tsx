import { ConditionTerms } from '../../../conditions/condition-terms.tsx';
import { useI18n } from '../../../i18n/i18n.tsx';
import { BannerCarousel } from '../../../ui/banner-carousel.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loading, Skeleton, SkeletonStack } from '../../../ui/loader.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { SafeHtml } from '../../../ui/safe-html.tsx';
import type { Wallet } from '../../../wallet/wallet.queries.ts';
import { ClaimCard } from './claim-card.tsx';
import { PotCard } from './pot-card.tsx';
import { RefundLog } from './refund-log.tsx';
import { useRefundBanners, useRefundCheck } from './refunds.queries.ts';

type RefundSheetProps = { wallet: Wallet; open: boolean; onClose: () => void };

/** A part of lost money comes back: first into a pot, from there into the wallet. */
export default function RefundSheet({ wallet, open, onClose }: RefundSheetProps) {
  const { t, locale, errorText } = useI18n();
  const { currency } = wallet.profile;
  const { data: check, error, refetch, isFetching } = useRefundCheck(locale, open);
  const { data: banners = [] } = useRefundBanners(locale, open);

  return (
    <Dialog open={open} onClose={onClose} title={t('refund.title')} readFirst>
      <div className="grid min-h-[min(30rem,calc(100dvh-9rem))] grid-cols-[minmax(0,1fr)] content-start gap-5">
        {check && (
          <>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <ClaimCard check={check} currency={currency} />
              <PotCard check={check} currency={currency} />
            </div>
            <section aria-labelledby="refund-terms" className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <h3 id="refund-terms" className="text-base font-bold">
                {t('refund.terms')}
              </h3>
              <ConditionTerms success={check.refundSuccess} fail={check.refundFail} />
              <SafeHtml html={check.info} className="text-small text-muted" />
            </section>
            <BannerCarousel banners={banners} label={t('refund.banners')} />
            <RefundLog currency={currency} open={open} />
          </>
        )}
        {!check && error && <RetryPanel text={errorText(error)} onRetry={() => void refetch()} pending={isFetching} />}
        {!check && !error && <SheetSkeleton />}
      </div>
    </Dialog>
  );
}

function SheetSkeleton() {
  return (
    <Loading className="grid gap-5">
      <SkeletonStack className="gap-3" sizes={['h-52 rounded-lg', 'h-20 rounded-md']} />
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-20 rounded-md" />
    </Loading>
  );
}
