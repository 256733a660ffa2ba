import { formatAccountNo } from '@krapao/contract/rules.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { bankName } from '../../../ui/bank-name.ts';
import { BankMark } from '../../../wallet/bank-mark.tsx';
import { useKnownWallet } from '../../../wallet/wallet.queries.ts';

/** The registered account: money goes nowhere else, so there is nothing to choose. */
export function PayoutAccount() {
  const { t, locale } = useI18n();
  const account = useKnownWallet()?.bankAccount;
  if (!account) return null;
  const { bank, bankAccountName, bankAccountNo } = account;
  return (
    <div>
      <p className="mb-1.5 text-small text-muted">{t('withdraw.to')}</p>
      <div className="flex items-center gap-3.5 rounded-md bg-ink-2 px-3.5 py-3">
        <BankMark code={bank.code} />
        <div className="min-w-0">
          <p className="text-small text-muted">{bankName(bank, locale)}</p>
          <p className="figures text-lead font-bold tracking-[0.3px]">{formatAccountNo(bankAccountNo)}</p>
          <p className="text-small">{bankAccountName}</p>
        </div>
      </div>
    </div>
  );
}
