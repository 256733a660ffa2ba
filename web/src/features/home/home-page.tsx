import { Suspense } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { isHandled } from '../../platform/failures.ts';
import { withQueries } from '../../platform/with-queries.tsx';
import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/loader.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Notice } from '../lookups/notice.tsx';
import { useRefreshBalance, useWallet } from '../wallet/wallet.queries.ts';
import { AccountCard } from './account-card.tsx';
import { BalanceCard } from './balance-card.tsx';
import { GameBalances } from './game-balances.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';

const AgreementDialog = withQueries(() => import('../lookups/agreement-dialog.tsx'));

export default function HomePage() {
  const { t, errorText } = useI18n();
  const { data: wallet, error, refetch, isFetching } = useWallet();
  const refresh = useRefreshBalance();

  const refreshBalance = () =>
    refresh.mutate(undefined, {
      onSuccess: () => showToast({ tone: 'success', text: t('home.refreshed') }),
      onError: (failure) => {
        if (!isHandled(failure)) showToast({ tone: 'error', text: errorText(failure) });
      },
    });

  return (
    <div className="xl:-mr-8 xl:-mb-12 xl:grid xl:grid-cols-[minmax(0,1fr)_23.75rem] xl:gap-8">
      <div className="mx-auto grid w-full max-w-5xl content-start gap-5 pt-4 lg:gap-6 lg:pt-8">
        <PageHeading title={t('menu.home')} className="sr-only" />
        <Notice />
        {wallet && (
          <>
            <BalanceCard wallet={wallet} onRefresh={refreshBalance} refreshing={refresh.isPending} />
            {wallet.slots.length > 0 && <GameBalances slots={wallet.slots} currency={wallet.profile.currency} />}
          </>
        )}
        {!wallet && error && (
          <Card>
            <RetryPanel text={errorText(error)} onRetry={() => void refetch()} pending={isFetching} />
          </Card>
        )}
        {!wallet && !error && <HomeSkeleton label={t('state.loading')} />}
      </div>
      <aside className="mx-auto w-full max-w-5xl pt-5 lg:pt-6 xl:min-h-dvh xl:border-l xl:border-ink-3 xl:px-6">
        {wallet && <AccountCard wallet={wallet} />}
        {!wallet && !error && (
          <Loading label={t('state.loading')}>
            <Skeleton className="mt-11 h-44 w-full" />
          </Loading>
        )}
      </aside>
      <Suspense>
        <AgreementDialog />
      </Suspense>
    </div>
  );
}
