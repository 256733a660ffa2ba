import { formatAccountNo } from '@krapao/contract/rules.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { CreditedNote } from '../credited-note.tsx';
import type { DepositWallet } from '../deposits.queries.ts';
import { TrueHeading } from './true-heading.tsx';
import { TrueLinkForm } from './true-link-form.tsx';

export function TrueTab({ wallets }: { wallets: readonly DepositWallet[] }) {
  return (
    <div className="grid gap-4">
      {wallets.map(({ walletAccountName, walletAccountNo, mode }) => (
        <section key={`${mode} ${walletAccountName}`} className="rounded-md bg-ink-2 p-3.5">
          {walletAccountNo === null ? (
            <TrueLinkForm walletAccountName={walletAccountName} />
          ) : (
            <TrueAccount name={walletAccountName} number={walletAccountNo} />
          )}
        </section>
      ))}
      <CreditedNote />
    </div>
  );
}

function TrueAccount({ name, number }: { name: string; number: string }) {
  const { t } = useI18n();
  return (
    <>
      <TrueHeading title={t('deposit.true.account')} hint={t('deposit.true.accountHint')} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-ink-3/70 pt-3">
        <div className="min-w-0">
          <p className="text-small text-muted wrap-anywhere">{name}</p>
          <p className="figures text-lead font-bold tracking-[0.5px]">{formatAccountNo(number)}</p>
        </div>
        <CopyButton text={number} what={t('deposit.true.number')} />
      </div>
    </>
  );
}
