import type { Currency } from '@krapao/contract/money.ts';
import { CircleAlert, Gamepad2, Ticket, Trophy } from 'lucide-react';
import { useI18n } from '../../i18n/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { balancesByCategory, type CategoryBalance } from '../wallet/balances.ts';
import type { GameAccount } from '../wallet/wallet.queries.ts';

const LOOKS = {
  slot: { icon: Gamepad2, tint: 'bg-info/15 text-info' },
  sport: { icon: Trophy, tint: 'bg-in/15 text-in' },
  lotto: { icon: Ticket, tint: 'bg-gold/15 text-gold' },
} as const;

/** How much lies in each group of games. */
export function GameBalances({ slots, currency }: { slots: readonly GameAccount[]; currency: Currency }) {
  const { t } = useI18n();
  const isStale = slots.some((slot) => slot.isActive && slot.staleSince);
  return (
    <section aria-labelledby="games-title">
      <h2 id="games-title" className="mb-2.5 text-lead font-bold">
        {t('home.gameAccounts')}
      </h2>
      <Card flush className="md:grid md:grid-cols-3 md:divide-x md:divide-ink-3">
        {balancesByCategory(slots).map((balance) => (
          <CategoryRow key={balance.category} balance={balance} currency={currency} />
        ))}
      </Card>
      {isStale && (
        <p className="mt-2 flex items-center gap-2 text-small text-muted">
          <CircleAlert aria-hidden="true" className="size-4 text-gold" />
          {t('home.stale')}
        </p>
      )}
    </section>
  );
}

function CategoryRow({ balance, currency }: { balance: CategoryBalance; currency: Currency }) {
  const { t } = useI18n();
  const { icon: Icon, tint } = LOOKS[balance.category];
  return (
    <div className="flex items-center gap-3 border-ink-3/70 p-4 not-last:border-b md:flex-col md:items-start md:gap-1 md:border-b-0! md:p-6">
      <span className={`grid size-11 shrink-0 place-items-center rounded-control md:mb-3 ${tint}`}>
        <Icon aria-hidden="true" className="size-5.5" />
      </span>
      <h3 className="min-w-0 flex-1 font-semibold md:flex-none">{t(`home.${balance.category}`)}</h3>
      {balance.accounts > 0 ? (
        <MoneyText minor={balance.total} currency={currency} className="font-bold md:text-lead" />
      ) : (
        <span className="text-small text-muted">{t('home.noAccount')}</span>
      )}
    </div>
  );
}
