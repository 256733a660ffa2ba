import { useI18n } from '../../../i18n/i18n.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { CreditedNote } from '../credited-note.tsx';
import type { DepositWallet } from '../deposits.queries.ts';
import { TrueHeading } from './true-heading.tsx';
import { TrueLinkForm } from './true-link-form.tsx';

export function TrueTab({ wallets }: { wallets: readonly DepositWallet[] }) {
  return (
    <div className="grid gap-4">
      {wallets.map(({ walletAccountName, mode }) => (
        <section key={`${mode} ${walletAccountName}`} className="rounded-md border border-ink-3 bg-ink-2/50 p-3.5">
          {mode === 'AUTO' ? (
            <TrueAccount name={walletAccountName} />
          ) : (
            <TrueLinkForm walletAccountName={walletAccountName} />
          )}
        </section>
      ))}
      <CreditedNote />
    </div>
  );
}

function TrueAccount({ name }: { name: string }) {
  const { t } = useI18n();
  return (
    <>
      <TrueHeading title={t('deposit.true.account')} hint={t('deposit.true.accountHint')} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-ink-3/70 pt-3">
        <p className="figures min-w-0 text-lead font-bold wrap-anywhere">{name}</p>
        <CopyButton text={name} what={t('deposit.true.name')} />
      </div>
    </>
  );
}
