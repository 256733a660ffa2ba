import { formatAccountNo } from '@krapao/contract/rules.ts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useI18n } from '../../i18n/i18n.tsx';
import { Link } from '../../platform/link.tsx';
import { bankName } from '../../ui/bank-name.ts';
import { BankMark } from '../../wallet/bank-mark.tsx';
import type { Wallet } from '../../wallet/wallet.queries.ts';

/** The bank account that money comes from and goes to. */
export function AccountCard({ wallet }: { wallet: Wallet }) {
  const { t, locale } = useI18n();
  const { bank, bankAccountName, bankAccountNo } = wallet.bankAccount;
  return (
    <section aria-labelledby="account-title">
      <h2 id="account-title" className="sr-only">
        {t('profile.bankSection')}
      </h2>
      <Link
        to="/user/profile"
        className="flex min-h-15 items-center gap-3 rounded-md bg-ink-1 px-3 py-2 transition-colors hover:bg-ink-2"
      >
        <BankMark code={bank.code} />
        <span className="min-w-0 flex-1">
          <span className="figures block text-[14px] leading-5.5 font-bold">{formatAccountNo(bankAccountNo)}</span>{' '}
          <span className="block text-tiny text-muted">
            {bankName(bank, locale)} · {bankAccountName}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </Link>
    </section>
  );
}
