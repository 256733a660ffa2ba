import { addWireMoney } from '@krapao/contract/money.ts';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { RadioRow } from '../../../ui/radio-row.tsx';
import { useKnownWallet } from '../../../wallet/wallet.queries.ts';
import { BankMark } from '../bank-mark.tsx';
import { bankName } from '../bank-name.ts';
import type { DepositBank } from '../deposits.queries.ts';
import { QrPanel } from './qr-panel.tsx';
import { waitingProvider } from './qrcodes.queries.ts';

/** One panel per provider. It starts where a code is known to wait. */
export function QrTab({ banks }: { banks: readonly DepositBank[] }) {
  const wallet = useKnownWallet();
  const [chosen, setChosen] = useState(() => waitingProvider(banks.map(({ bankCode }) => bankCode)));
  const bank = banks.find(({ bankCode }) => bankCode === chosen) ?? banks[0];
  if (!bank?.qrcode || !wallet) return null;
  const balance = addWireMoney([wallet.wallet.amount]);
  return (
    <div className="grid gap-4">
      {banks.length > 1 && <ProviderChoice banks={banks} value={bank.bankCode} onChange={setChosen} />}
      <QrPanel key={bank.bankCode} bank={bank} terms={bank.qrcode} balance={balance} />
    </div>
  );
}

type ProviderChoiceProps = { banks: readonly DepositBank[]; value: string; onChange: (code: string) => void };

function ProviderChoice({ banks, value, onChange }: ProviderChoiceProps) {
  const { t, locale } = useI18n();
  const options = banks.map(({ bankCode, bank }) => ({
    value: bankCode,
    title: bankName(bank, locale),
    label: (
      <>
        <BankMark code={bankCode} className="size-8" />
        {bankCode}
        <span className="sr-only">{bankName(bank, locale)}</span>
      </>
    ),
  }));
  return <RadioRow look="tiles" label={t('deposit.qr.provider')} options={options} value={value} onChange={onChange} />;
}
