import { Suspense, useRef } from 'react';
import { useCondition } from '../../conditions/condition.queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { withQueries } from '../../platform/with-queries.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { balancesOf } from '../../wallet/balances.ts';
import { FrozenNote } from '../../wallet/frozen-note.tsx';
import { useLastWallet } from '../../wallet/last-wallet.ts';
import { useOutcomes } from '../../wallet/outcomes.queries.ts';
import { OwedNote } from '../../wallet/owed-note.tsx';
import { type GameAccount, useWallet, type Wallet } from '../../wallet/wallet.queries.ts';
import { WithheldNote } from '../../wallet/withheld-note.tsx';
import { SecurityNotice } from '../members/account/security-notice.tsx';
import { Notice } from '../members/lookups/notice.tsx';
import { GameRails } from '../money/games/game-rails.tsx';
import { Latest, useLatest } from '../money/statement/latest.tsx';
import { AccountCard } from './account-card.tsx';
import { ConditionCard } from './condition-card.tsx';
import { ContinuePlaying } from './continue-playing.tsx';
import { useIsWheelActive } from './home.queries.ts';
import { HomeDialogs, useHomeDialogs } from './home-dialogs.tsx';
import { HomeHead } from './home-head.tsx';
import { HOME_COLUMN, HOME_COLUMNS, HomeSkeleton } from './home-skeleton.tsx';
import { InMotion } from './in-motion.tsx';
import { InviteLine } from './invite-line.tsx';
import { ScrolledHeader } from './scrolled-header.tsx';
import { Tiles } from './tiles.tsx';
import { TransitNote } from './transit-note.tsx';
import { useRefresh } from './use-refresh.ts';

const AgreementDialog = withQueries(() => import('../members/lookups/agreement-dialog.tsx'));

export default function HomePage() {
  const { t, errorText } = useI18n();
  const { data: wallet, error, refetch, isFetching } = useWallet();
  const last = useLastWallet();
  // Asked for together with the wallet: what they show is there when its figures are, and does not push home down.
  useOutcomes();
  useCondition();
  useLatest({ enabled: useWide() });

  return (
    <>
      <PageHeading title={t('menu.home')} className="sr-only" />
      {wallet && <HomeContent wallet={wallet} />}
      {!wallet && error && (
        <Card className="mt-4">
          <RetryPanel text={errorText(error)} onRetry={() => void refetch()} pending={isFetching} />
        </Card>
      )}
      {!wallet && !error && <HomeSkeleton last={last} />}
      <Suspense>
        <AgreementDialog />
      </Suspense>
    </>
  );
}

function HomeContent({ wallet }: { wallet: Wallet }) {
  const refresh = useRefresh();
  const dialogs = useHomeDialogs();
  const isWheelActive = useIsWheelActive();
  const isWide = useWide();
  const { data: condition } = useCondition();
  const actions = useRef<HTMLDivElement>(null);
  const games = useRef<HTMLDivElement>(null);
  const { currency, coin } = wallet.profile;
  const running = condition?.status ? condition : null;
  const locking = balancesOf(wallet).total > 0n ? running : null;
  const open = dialogs.setDialog;
  const openGame = ({ code }: GameAccount) => dialogs.setGame({ code });
  const motion = <InMotion wallet={wallet} onOpen={() => open('motion')} />;
  const invite = <InviteLine wallet={wallet} onReceive={() => open('inviteBonus')} />;
  const goToGames = () => games.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });

  return (
    <div className={HOME_COLUMNS}>
      <div className={`${HOME_COLUMN} grid grid-cols-[minmax(0,1fr)] content-start lg:pt-6`}>
        <HomeHead {...{ wallet, locking, refresh, actions }} onOpen={open} onGames={goToGames} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-4 empty:hidden">
          {!isWide && motion}
          <TransitNote wallet={wallet} />
          {running && <ConditionCard condition={running} currency={currency} />}
          <OwedNote wallet={wallet} className="rounded-md bg-out/10 px-3.5 py-3" />
          <FrozenNote wallet={wallet} className="rounded-md bg-info/10 px-3.5 py-3" />
          <WithheldNote wallet={wallet} className="rounded-md bg-info/10 px-3.5 py-3" />
        </div>
        <div className="pt-5 max-[22.4rem]:pt-4">
          <Tiles coins={coin} isWheelActive={isWheelActive} refresh={refresh} onOpen={open} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-4 empty:hidden">
          {wallet.invite.amount > 0 && invite}
          <SecurityNotice />
          <Notice />
        </div>
        <div ref={games} className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-5 pt-4 lg:gap-6">
          <ContinuePlaying slots={wallet.slots} currency={currency} onSelect={openGame} />
          <GameRails games={wallet.slots} currency={currency} onSelect={openGame} />
          {wallet.invite.amount === 0 && invite}
        </div>
      </div>
      <aside className={`${HOME_COLUMN} grid grid-cols-[minmax(0,1fr)] content-start gap-3 pt-5 lg:pt-6`}>
        {isWide && motion}
        {isWide && <Latest />}
        <AccountCard wallet={wallet} />
      </aside>
      <ScrolledHeader wallet={wallet} below={actions} isLocked={locking !== null} onDeposit={() => open('deposit')} />
      <HomeDialogs wallet={wallet} state={dialogs} onGames={goToGames} />
    </div>
  );
}
