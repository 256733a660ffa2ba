import { formatAccountNo } from '@krapao/contract/rules.ts';
import Info from 'lucide-react/icons/info';
import { useI18n } from '../../i18n/i18n.tsx';
import { bankName } from '../../ui/bank-name.ts';
import { useKnownWallet } from '../../wallet/wallet.queries.ts';
import { ManualDeposit } from './announced/manual-deposit.tsx';
import { CreditedNote } from './credited-note.tsx';
import type { DepositBank } from './deposits.queries.ts';
import { useRenameAccount } from './payments/account-name.queries.ts';
import { BankCard } from './payments/bank-card.tsx';
import { SlipSection } from './slips/slip-section.tsx';
import type { SlipUpload } from './slips/use-slip-upload.ts';

type BankTabProps = {
  banks: readonly DepositBank[];
  isManual: boolean;
  slip: SlipUpload;
};

export function BankTab({ banks, isManual, slip }: BankTabProps) {
  const { t, locale } = useI18n();
  const wallet = useKnownWallet();
  const rename = useRenameAccount();
  if (!wallet) return null;
  const { bank, bankAccountNo } = wallet.bankAccount;
  // The new name counts as soon as the server has stored it, before the wallet has been read again.
  const own = { ...wallet.bankAccount, ...(rename.data && { bankAccountName: rename.data.bankAccountName }) };
  return (
    <div className="grid gap-5">
      {banks.length > 0 && (
        <>
          <p className="flex gap-2.5 rounded-md bg-info/10 px-3.5 py-3 text-small">
            <Info aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-info" />
            <span>
              {t('deposit.bank.own')}{' '}
              <span className="figures block font-semibold">
                {bankName(bank, locale)} <span className="whitespace-nowrap">{formatAccountNo(bankAccountNo)}</span>
              </span>
            </span>
          </p>
          <ul className="grid gap-3">
            {banks.map((account) => (
              <li key={`${account.bankCode} ${account.bankAccountNo}`}>
                <BankCard account={account} own={own} rename={rename} />
              </li>
            ))}
          </ul>
          <CreditedNote />
          <SlipSection slip={slip} />
        </>
      )}
      {isManual && <ManualDeposit currency={wallet.profile.currency} isAlone={banks.length === 0} />}
    </div>
  );
}
