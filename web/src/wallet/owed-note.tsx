import Scale from 'lucide-react/icons/scale';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from '../ui/class-names.ts';
import { useMoneyWords } from '../ui/money-words.ts';
import { balancesOf } from './balances.ts';
import type { Wallet } from './wallet.queries.ts';

/** What the member owes, why, and what that means; nothing where nothing is owed. */
export function OwedNote({ wallet, className }: { wallet: Wallet; className?: string }) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const { owed } = balancesOf(wallet);
  if (owed === 0n) return null;
  return (
    <div className={classNames('flex gap-2.5 text-small', className)}>
      <Scale aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-out" />
      <div className="min-w-0">
        <p className="font-semibold text-out">
          {t('home.owed', { amount: moneyWords(owed, wallet.profile.currency) })}
        </p>
        <p className="text-pretty text-muted">{t('home.owedWhy')}</p>
      </div>
    </div>
  );
}
