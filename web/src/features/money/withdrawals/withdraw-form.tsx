import { type Currency, type Minor, parseMoney } from '@krapao/contract/money.ts';
import type { LucideIcon } from 'lucide-react';
import Hourglass from 'lucide-react/icons/hourglass';
import Info from 'lucide-react/icons/info';
import { useI18n } from '../../../i18n/i18n.tsx';
import { FittedMoney } from '../../../ui/fitted-money.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { useMoneyWords, usePublicMoneyWords } from '../../../ui/money-words.ts';
import { useCheckedForm } from '../../../ui/use-checked-form.ts';
import { AmountField } from '../../../wallet/amount-field.tsx';
import { balancesOf } from '../../../wallet/balances.ts';
import { FrozenNote } from '../../../wallet/frozen-note.tsx';
import { OwedNote } from '../../../wallet/owed-note.tsx';
import type { Wallet } from '../../../wallet/wallet.queries.ts';
import { WithheldNote } from '../../../wallet/withheld-note.tsx';
import { PayoutAccount } from './payout-account.tsx';
import { boundsOf, mostAtOnce, picksWithin, withdrawableOf, withdrawProblem } from './withdraw-rules.ts';
import { useWithdrawLimits } from './withdrawals.queries.ts';

/** Keeps the line free, so that nothing jumps when the bounds arrive. */
const NO_TEXT_YET = '\u00a0';

type WithdrawFormProps = {
  id: string;
  wallet: Wallet;
  amountText: string;
  onAmountChange: (text: string) => void;
  onSubmit: (amount: Minor) => void;
};

export function WithdrawForm({ id, wallet, amountText, onAmountChange, onSubmit }: WithdrawFormProps) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const { data: limits } = useWithdrawLimits();
  const { currency } = wallet.profile;
  const total = withdrawableOf(balancesOf(wallet));
  const bounds = limits && boundsOf(limits);
  const amount = parseMoney(amountText);
  const problem = withdrawProblem(amount, { available: total, bounds, currency });

  const words = (minor: Minor) => moneyWords(minor, currency);
  // What the service allows is shown also where the member's own money is hidden.
  const publicWords = usePublicMoneyWords();
  const limit = (minor: Minor) => publicWords(minor, currency);
  const problemText = () => {
    if (problem === 'MINIMUM' && bounds) return t('withdraw.problem.MINIMUM', { amount: limit(bounds.min) });
    if (problem === 'MAXIMUM' && bounds) return t('withdraw.problem.MAXIMUM', { amount: limit(bounds.max) });
    if (problem === 'NOT_ENOUGH') return t('transfer.problem.NOT_ENOUGH', { amount: words(total) });
    if (problem === 'WHOLE') return t('withdraw.problem.WHOLE');
    return problem ? t('transfer.problem.AMOUNT') : undefined;
  };
  const { onSubmit: trySend, shownProblem } = useCheckedForm(
    amount === null || problem ? null : () => onSubmit(amount),
  );

  return (
    <form id={id} noValidate onSubmit={trySend} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Available wallet={wallet} />
      <AmountField
        label={t('withdraw.amount')}
        hint={bounds ? t('withdraw.bounds', { min: limit(bounds.min), max: limit(bounds.max) }) : NO_TEXT_YET}
        error={shownProblem(problemText())}
        value={amountText}
        onChange={onAmountChange}
        currency={currency}
        most={mostAtOnce(total, bounds, currency)}
        picks={picksWithin(currency, bounds)}
      />
      <PayoutAccount />
      <Note icon={Info} text={t('withdraw.conditions')} />
    </form>
  );
}

/** Game accounts count too: money missing in the main wallet is brought there first. */
function Available({ wallet }: { wallet: Wallet }) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const { currency } = wallet.profile;
  const balances = balancesOf(wallet);
  const { main, games, withdrawing } = balances;
  const total = withdrawableOf(balances);
  return (
    <div className="rounded-md bg-ink-2 px-4 py-3.5">
      <p className="text-small text-muted">{t('withdraw.available')}</p>
      <FittedMoney minor={total} currency={currency} most="30px" />
      <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-0.5 text-small">
        <Part label={t('home.mainWallet')} minor={main} currency={currency} />
        <Part label={t('places.games')} minor={games} currency={currency} />
      </dl>
      {withdrawing > 0n && (
        <p className="mt-2.5 flex items-center gap-2 border-t border-ink-3/70 pt-2.5 text-small text-info">
          <Hourglass aria-hidden="true" className="size-4 shrink-0" />
          {t('withdraw.withdrawing', { amount: moneyWords(withdrawing, currency) })}
        </p>
      )}
      <FrozenNote wallet={wallet} className="mt-2.5 border-t border-ink-3/70 pt-2.5" />
      <OwedNote wallet={wallet} className="mt-2.5 border-t border-ink-3/70 pt-2.5" />
      <WithheldNote wallet={wallet} className="mt-2.5 border-t border-ink-3/70 pt-2.5" />
    </div>
  );
}

function Part({ label, minor, currency }: { label: string; minor: Minor; currency: Currency }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{label}</dt>
      <dd>
        <MoneyText minor={minor} currency={currency} className="font-semibold" />
      </dd>
    </div>
  );
}

function Note({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <p className="flex gap-2.5 rounded-md bg-info/12 px-3.5 py-3 text-small text-pretty">
      <Icon aria-hidden="true" className="mt-px size-4.5 shrink-0 text-info" />
      {text}
    </p>
  );
}
