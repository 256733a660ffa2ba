import { addWireMoney } from '@krapao/contract/money.ts';
import { useId, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { classNames } from '../../../ui/class-names.ts';
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

/** Radio buttons that look like tiles; five stand side by side on a phone. */
function ProviderChoice({ banks, value, onChange }: ProviderChoiceProps) {
  const { t, locale } = useI18n();
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('deposit.qr.provider')}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(3.6rem,1fr))] gap-2">
        {banks.map(({ bankCode, bank }) => (
          <label
            key={bankCode}
            title={bankName(bank, locale)}
            className={classNames(
              'grid cursor-pointer justify-items-center gap-1 rounded-control border px-0.5 pt-2 pb-1.5 text-[11px] font-semibold transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold',
              bankCode === value ? 'border-gold bg-gold/8 text-text' : 'border-ink-3 text-muted hover:border-ink-4',
            )}
          >
            <input
              type="radio"
              name={name}
              value={bankCode}
              checked={bankCode === value}
              onChange={() => onChange(bankCode)}
              className="sr-only"
            />
            <BankMark code={bankCode} className="size-8" />
            {bankCode}
            <span className="sr-only">{bankName(bank, locale)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
