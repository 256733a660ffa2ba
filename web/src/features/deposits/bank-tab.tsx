import { useState } from 'react';
import { useRegainedFocus } from '../../ui/use-regained-focus.ts';
import { useKnownWallet } from '../../wallet/wallet.queries.ts';
import { ManualDeposit } from './announced/manual-deposit.tsx';
import type { DepositBank } from './deposits.queries.ts';
import { noteDeposit } from './last-deposit.ts';
import { useRenameAccount } from './payments/account-name.queries.ts';
import { BankAccount, FoldedBankAccount } from './payments/bank-account.tsx';
import { BankSteps } from './payments/bank-steps.tsx';
import { ownBankFirst } from './payments/own-bank-first.ts';
import { SlipSection } from './slips/slip-section.tsx';
import type { SlipUpload } from './slips/use-slip-upload.ts';

type BankTabProps = {
  banks: readonly DepositBank[];
  isManual: boolean;
  slip: SlipUpload;
};

/** Copy the number, transfer, send the slip. Gold is the step that is next. */
export function BankTab({ banks, isManual, slip }: BankTabProps) {
  const wallet = useKnownWallet();
  const rename = useRenameAccount();
  const [openNo, setOpenNo] = useState('');
  const [copiedNo, setCopiedNo] = useState('');
  const opened = useRegainedFocus<HTMLLIElement>(openNo);
  if (!wallet) return null;
  // The new name counts as soon as the server has stored it, before the wallet has been read again.
  const own = { ...wallet.bankAccount, ...(rename.data && { bankAccountName: rename.data.bankAccountName }) };
  const accounts = ownBankFirst(banks, own.bank.code);
  const open = accounts.find((account) => account.bankAccountNo === openNo) ?? accounts[0];
  const isCopied = open?.bankAccountNo === copiedNo;
  const hasSlip = slip.state.name !== 'none';
  const copied = (no: string) => {
    setCopiedNo(no);
    noteDeposit({ way: 'bank' });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {open && (
        <>
          <BankSteps next={slip.state.name === 'sent' ? 'done' : hasSlip ? 'slip' : isCopied ? 'transfer' : 'copy'} />
          <ul>
            {accounts.map((account) => (
              <li key={account.bankAccountNo} {...(account === open && { ref: opened, tabIndex: -1 })}>
                {account === open ? (
                  <BankAccount
                    {...{ account, own, rename }}
                    isNext={!isCopied && !hasSlip}
                    onCopied={() => copied(account.bankAccountNo)}
                  />
                ) : (
                  <FoldedBankAccount account={account} onOpen={() => setOpenNo(account.bankAccountNo)} />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {isManual && <ManualDeposit currency={wallet.profile.currency} isAlone={!open} />}
      {open && <SlipSection slip={slip} isNext={isCopied} />}
    </div>
  );
}
