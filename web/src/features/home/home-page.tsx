import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import LoaderPinwheel from 'lucide-react/icons/loader-pinwheel';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Sparkles from 'lucide-react/icons/sparkles';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import { Suspense } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { dateTimeText } from '../../platform/date-text.ts';
import { withQueries } from '../../platform/with-queries.tsx';
import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/loader.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { LastBalance } from '../../wallet/last-balance.tsx';
import { useLastWallet } from '../../wallet/last-wallet.ts';
import { useOutcomes } from '../../wallet/outcomes.queries.ts';
import { readTimeOf, useRefreshBalance, useWallet, type Wallet } from '../../wallet/wallet.queries.ts';
import { SecurityNotice } from '../members/account/security-notice.tsx';
import { Notice } from '../members/lookups/notice.tsx';
import { GameRails } from '../money/games/game-rails.tsx';
import { AccountCard } from './account-card.tsx';
import { BalanceCard } from './balance-card.tsx';
import { ConditionLine } from './condition-line.tsx';
import { FirstDeposit } from './first-deposit.tsx';
import { useIsWheelActive } from './home.queries.ts';
import { HomeDialogs, useHomeDialogs } from './home-dialogs.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { type Widget, WidgetGrid } from './widget-grid.tsx';

const AgreementDialog = withQueries(() => import('../members/lookups/agreement-dialog.tsx'));

export default function HomePage() {
  const { t, errorText } = useI18n();
  const { data: wallet, error, refetch, isFetching } = useWallet();
  const last = useLastWallet();
  // Asked for together with the wallet: their rows are there when its card is, and do not push home down.
  useOutcomes();

  return (
    <div className="xl:-mr-8 xl:-mb-12 xl:grid xl:grid-cols-[minmax(0,1fr)_23.75rem] xl:gap-8">
      <div className="grid w-full max-w-300 min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5 pt-4 lg:gap-6 lg:pt-8 xl:pb-12">
        <PageHeading title={t('menu.home')} className="sr-only" />
        <SecurityNotice />
        <Notice />
        {wallet && <HomeContent wallet={wallet} />}
        {!wallet && error && (
          <Card>
            <RetryPanel text={errorText(error)} onRetry={() => void refetch()} pending={isFetching} />
          </Card>
        )}
        {!wallet && !error && (
          <div className="relative">
            <HomeSkeleton />
            {last && <LastBalance last={last} />}
          </div>
        )}
      </div>
      <aside className="w-full max-w-300 pt-5 lg:pt-6 xl:min-h-dvh xl:border-l xl:border-ink-3 xl:px-6">
        {wallet && <AccountCard wallet={wallet} />}
        {!wallet && !error && (
          <Loading>
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

function HomeContent({ wallet }: { wallet: Wallet }) {
  const { t } = useI18n();
  const tellFailure = useFailureToast();
  const refresh = useRefreshBalance();
  const dialogs = useHomeDialogs();
  const isWheelActive = useIsWheelActive();
  const { coin } = wallet.profile;

  const refreshBalance = () =>
    refresh.mutate(undefined, {
      onSuccess: ({ wallet, isRead }) =>
        showToast(
          isRead
            ? { tone: 'success', text: t('home.refreshed') }
            : { tone: 'info', text: t('home.notRead', { time: dateTimeText(readTimeOf(wallet)) }) },
        ),
      onError: tellFailure,
    });
  const refreshAll: Widget = {
    label: 'home.refreshAll',
    icon: RefreshCw,
    tint: 'text-gold',
    onSelect: refreshBalance,
    isBusy: refresh.isPending,
  };
  const wheel: Widget = {
    label: 'home.spin',
    icon: LoaderPinwheel,
    tint: 'text-gold',
    to: '/user/spin',
    badge: { count: coin, label: coin === 1 ? t('home.coin', { n: coin }) : t('home.coins', { n: coin }) },
  };
  const widgets: (Widget | 'unknown')[] = [
    {
      label: 'home.deposit',
      icon: ArrowDown,
      tint: 'text-in',
      isMain: true,
      onSelect: () => dialogs.setDialog('deposit'),
    },
    { label: 'home.withdraw', icon: ArrowUp, tint: 'text-info', onSelect: () => dialogs.setDialog('withdraw') },
    isWheelActive === undefined ? 'unknown' : isWheelActive ? wheel : refreshAll,
    { label: 'home.invite', icon: UserRoundPlus, tint: 'text-info', onSelect: () => dialogs.setDialog('invite') },
    { label: 'home.bonus', icon: Sparkles, tint: 'text-reward', to: '/user/bonus' },
    { label: 'home.refund', icon: RotateCcw, tint: 'text-in', onSelect: () => dialogs.setDialog('refund') },
  ];

  return (
    <>
      <BalanceCard
        wallet={wallet}
        onRefresh={refreshBalance}
        refreshing={refresh.isPending}
        onOpen={dialogs.setDialog}
      />
      <FirstDeposit wallet={wallet} onOpen={() => dialogs.setDialog('deposit')} />
      <WidgetGrid widgets={widgets} />
      <ConditionLine currency={wallet.profile.currency} />
      <GameRails
        games={wallet.slots}
        currency={wallet.profile.currency}
        onSelect={(game) => dialogs.setGameCode(game.code)}
      />
      <HomeDialogs wallet={wallet} state={dialogs} />
    </>
  );
}
