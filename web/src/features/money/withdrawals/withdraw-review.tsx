import type { Minor } from '@krapao/contract/money.ts';
import ArrowUp from 'lucide-react/icons/arrow-up';
import WalletMinimal from 'lucide-react/icons/wallet-minimal';
import { useI18n } from '../../../i18n/i18n.tsx';
import { FittedMoney } from '../../../ui/fitted-money.tsx';
import { usePublicMoneyWords } from '../../../ui/money-words.ts';
import { balancesOf } from '../../../wallet/balances.ts';
import type { Wallet } from '../../../wallet/wallet.queries.ts';
import { PayoutAccount } from './payout-account.tsx';

/** A last look: how much, where to, and what happens on the way. */
export function WithdrawReview({ wallet, amount }: { wallet: Wallet; amount: Minor }) {
  const { t } = useI18n();
  const moneyWords = usePublicMoneyWords();
  const { currency } = wallet.profile;
  const missing = amount - balancesOf(wallet).main;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid justify-items-center py-3 text-center">
        <span className="mb-3 grid size-14 place-items-center rounded-full bg-info/12 text-info">
          <ArrowUp aria-hidden="true" className="size-7" />
        </span>
        <p className="text-small text-muted">{t('withdraw.amount')}</p>
        <div className="w-full">
          <FittedMoney minor={amount} currency={currency} most="34px" isPublic />
        </div>
      </div>
      <PayoutAccount />
      {missing > 0n && (
        <p className="flex gap-2.5 rounded-md bg-info/8 px-3.5 py-3 text-small">
          <WalletMinimal aria-hidden="true" className="mt-px size-4.5 shrink-0 text-info" />
          {t('withdraw.gather', { amount: moneyWords(missing, currency) })}
        </p>
      )}
      <p className="text-center text-small text-muted">{t('withdraw.final')}</p>
    </div>
  );
}
