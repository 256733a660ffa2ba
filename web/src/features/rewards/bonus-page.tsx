import { useEffect, useEffectEvent } from 'react';
import { useCondition } from '../../conditions/condition.queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { HeadingBackHome } from '../../ui/heading-back-home.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { useWallet } from '../../wallet/wallet.queries.ts';
import { BonusList } from './bonuses/bonus-list.tsx';
import { BonusSkeleton } from './bonuses/bonus-skeleton.tsx';
import { useBonuses } from './bonuses/bonuses.queries.ts';
import { CurrentCondition } from './current-condition.tsx';

export default function BonusPage() {
  const { t, errorText, locale } = useI18n();
  const wallet = useWallet();
  const condition = useConditionAfter(wallet.dataUpdatedAt);
  const bonuses = useBonuses(locale);
  const all = [wallet, condition, bonuses];
  const failure = all.find(({ data, error }) => !data && error)?.error;
  const retry = () => {
    for (const { data, refetch } of all) if (!data) void refetch();
  };

  const content = () => {
    if (failure) {
      const isFetching = all.some((query) => query.isFetching);
      return (
        <Card>
          <RetryPanel text={errorText(failure)} onRetry={retry} pending={isFetching} />
        </Card>
      );
    }
    if (!wallet.data || !condition.data || !bonuses.data) return <BonusSkeleton />;
    const { currency } = wallet.data.profile;
    return (
      <>
        <CurrentCondition condition={condition.data} currency={currency} />
        <BonusList bonuses={bonuses.data} isBusy={condition.data.status} currency={currency} />
      </>
    );
  };

  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-5 pt-4 lg:gap-7 lg:pt-8">
      <HeadingBackHome title={t('bonus.title')} />
      {content()}
    </div>
  );
}

/** Reading the wallet books the results of games, which move a condition: the condition is read once more after that. */
function useConditionAfter(walletReadAt: number) {
  const condition = useCondition();
  const isRunning = condition.data?.status ?? false;
  const readAgain = useEffectEvent(() => void condition.refetch());
  useEffect(() => {
    if (isRunning && walletReadAt > 0) readAgain();
  }, [isRunning, walletReadAt]);
  return condition;
}
