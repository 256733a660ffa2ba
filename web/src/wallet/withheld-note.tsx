import Search from 'lucide-react/icons/search';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from '../ui/class-names.ts';
import { useMoneyWords } from '../ui/money-words.ts';
import { balancesOf } from './balances.ts';
import type { Wallet } from './wallet.queries.ts';

/** How much cannot be withdrawn while money that rose again at a game is checked; nothing where nothing is. */
export function WithheldNote({ wallet, className }: { wallet: Wallet; className?: string }) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const { withheld } = balancesOf(wallet);
  if (withheld === 0n) return null;
  return (
    <div className={classNames('flex gap-2.5 text-small', className)}>
      <Search aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-info" />
      <div className="min-w-0">
        <p className="font-semibold text-info">
          {t('withdraw.withheld', { amount: moneyWords(withheld, wallet.profile.currency) })}
        </p>
        <p className="text-pretty text-muted">{t('withdraw.withheldWhy')}</p>
      </div>
    </div>
  );
}
