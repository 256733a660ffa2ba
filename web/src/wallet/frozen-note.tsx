import { addWireMoney } from '@krapao/contract/money.ts';
import Search from 'lucide-react/icons/search';
import { useI18n } from '../i18n/i18n.tsx';
import { minuteText } from '../platform/date-text.ts';
import { useShownFigure } from '../platform/hidden-money.ts';
import { classNames } from '../ui/class-names.ts';
import { moneyText } from '../ui/money-text.tsx';
import { useMoneyWords } from '../ui/money-words.ts';
import { balancesOf } from './balances.ts';
import type { Wallet } from './wallet.queries.ts';

/** How much of the member's money is frozen, and why; nothing where none is. */
export function FrozenNote({ wallet, className }: { wallet: Wallet; className?: string }) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const shown = useShownFigure();
  const { frozen } = balancesOf(wallet);
  if (frozen === 0n) return null;
  const { currency } = wallet.profile;
  const amount = moneyWords(frozen, currency);
  return (
    <div className={classNames('flex gap-2.5 text-small', className)}>
      <Search aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-info" />
      <div className="min-w-0">
        <p className="font-semibold text-info">{t('home.frozenAmount', { amount })}</p>
        <p className="text-pretty text-muted">{t('home.frozenWhy')}</p>
        <ul className="figures text-tiny text-muted">
          {wallet.wallet.frozenDeposits?.map(({ from, amount: paid, creditedAt }) => (
            <li key={`${creditedAt} ${paid}`}>
              {t('statement.deposit', { from: from === 'TRUEMONEY' ? t('statement.trueWallet') : from })} ·{' '}
              {shown(moneyText(addWireMoney([paid]), currency))} · {minuteText(new Date(creditedAt))}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
