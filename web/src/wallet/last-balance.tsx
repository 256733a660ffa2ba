import { useI18n } from '../i18n/i18n.tsx';
import { shortTimeText } from '../platform/date-text.ts';
import { Card } from '../ui/card.tsx';
import { FittedMoney } from '../ui/fitted-money.tsx';
import { Skeleton } from '../ui/loader.tsx';
import { balancesOf } from './balances.ts';
import type { LastWallet } from './last-wallet.ts';

/** The total as it was last known, dimmed and with its time, over the place where home's skeleton waits for the new one. */
export function LastBalance({ last }: { last: LastWallet }) {
  const { t } = useI18n();
  const time = shortTimeText(last.at, new Date());
  return (
    <Card aria-labelledby="last-balance-title" className="absolute inset-x-0 top-0 grid gap-3 lg:p-8">
      <h2 id="last-balance-title" className="flex h-5 items-center text-muted">
        {t('home.total')}
      </h2>
      <p className="flex h-11 items-center opacity-60 [--most:40px] lg:h-16 lg:[--most:54px]">
        <span className="min-w-0 flex-1">
          <FittedMoney minor={balancesOf(last).total} currency={last.currency} most="var(--most)" look="headline" />
        </span>
      </p>
      <p className="figures flex h-4 items-center text-tiny text-muted">{t('home.staleAt', { time })}</p>
      <Skeleton className="mt-2 h-1.5 w-full" />
      <Skeleton className="h-5 w-60 max-w-full" />
      <Skeleton className="mt-2 h-9 w-full sm:w-72" />
    </Card>
  );
}
