import type { RefObject } from 'react';
import type { RunningCondition } from '../../conditions/condition.queries.ts';
import { standingOf } from '../../conditions/standing.ts';
import { balancesOf } from '../../wallet/balances.ts';
import { readTimeOf, useWallet, type Wallet } from '../../wallet/wallet.queries.ts';
import { Actions } from './actions.tsx';
import type { HomeDialog } from './home-dialogs.tsx';
import { LockLine } from './lock-line.tsx';
import { FirstSteps, isNewMember } from './new-member.tsx';
import { Total } from './total.tsx';
import type { useRefresh } from './use-refresh.ts';
import { WhereMoneyIs } from './where-money-is.tsx';

type HomeHeadProps = {
  wallet: Wallet;
  /** The condition that keeps the money from leaving. */
  locking: RunningCondition | null;
  refresh: ReturnType<typeof useRefresh>;
  /** Where the actions are. */
  actions: RefObject<HTMLDivElement | null>;
  onOpen: (dialog: HomeDialog) => void;
  onGames: () => void;
};

/** One number, where it lies, and two actions: they keep their place, whatever waits. */
export function HomeHead({ wallet, locking, refresh, actions, onOpen, onGames }: HomeHeadProps) {
  const { currency } = wallet.profile;
  const { dataUpdatedAt } = useWallet();
  const { total } = balancesOf(wallet);
  const isLocked = locking !== null;
  const isNew = isNewMember(wallet);
  return (
    <section aria-labelledby="balance-title" className="lg:grid lg:grid-cols-[1fr_auto] lg:items-end lg:gap-x-8">
      <div className="pt-1.5">
        <Total
          minor={total}
          currency={currency}
          readAt={readTimeOf(wallet, dataUpdatedAt)}
          isLocked={isLocked}
          onRefresh={refresh.start}
          isRefreshing={refresh.isPending}
        />
        {locking && <LockLine total={total} toGo={standingOf(locking).toGo} currency={currency} />}
      </div>
      {!isNew && (
        <div className="lg:col-span-2 lg:row-start-2">
          <WhereMoneyIs wallet={wallet} isLocked={isLocked} onOpen={() => onOpen('places')} />
        </div>
      )}
      <div ref={actions} className="pt-4 max-[22.4rem]:pt-3.5 lg:pb-1.5">
        <Actions isLocked={isLocked} isNew={isNew} onOpen={onOpen} />
      </div>
      {isNew && <FirstSteps onOpen={onOpen} onGames={onGames} />}
    </section>
  );
}
