import Lock from 'lucide-react/icons/lock';
import type { RunningCondition } from '../../../conditions/condition.queries.ts';
import { ConditionBar } from '../../../conditions/condition-bar.tsx';
import { standingOf } from '../../../conditions/standing.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { FittedMoney } from '../../../ui/fitted-money.tsx';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { balancesOf } from '../../../wallet/balances.ts';
import type { Wallet } from '../../../wallet/wallet.queries.ts';

type WithdrawLockedProps = { wallet: Wallet; condition: RunningCondition };

/** What a running condition locks, and how far it is. */
export function WithdrawLocked({ wallet, condition }: WithdrawLockedProps) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const { currency } = wallet.profile;
  const standing = standingOf(condition);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="rounded-md bg-ink-2 px-4 py-3.5">
        <p className="flex items-center gap-2 text-small text-muted">
          <Lock aria-hidden="true" className="size-4 text-reward" />
          {t('withdraw.locked')}
        </p>
        <FittedMoney minor={balancesOf(wallet).total} currency={currency} most="30px" />
        <p className="mt-1 text-small text-pretty text-muted">
          {t('withdraw.lockedWhy', { type: t(`statement.link.${condition.type}`) })}
        </p>
      </div>
      <div>
        {standing.toGo > 0n && (
          <p className="figures text-small font-semibold text-reward">
            {t('bonus.toGo', { amount: moneyWords(standing.toGo, currency) })}
          </p>
        )}
        <ConditionBar standing={standing} currency={currency} />
      </div>
    </div>
  );
}
