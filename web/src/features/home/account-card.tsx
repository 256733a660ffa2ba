import { formatAccountNo } from '@krapao/contract/rules.ts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useI18n } from '../../i18n/i18n.tsx';
import { Link } from '../../platform/link.tsx';
import { bankName } from '../../ui/bank-name.ts';
import { BankMark } from '../../wallet/bank-mark.tsx';
import type { Wallet } from '../../wallet/wallet.queries.ts';

/** The bank account that money comes from and goes to, drawn like the card it belongs to. */
export function AccountCard({ wallet }: { wallet: Wallet }) {
  const { t, locale } = useI18n();
  const { bank, bankAccountName, bankAccountNo } = wallet.bankAccount;
  return (
    <section aria-labelledby="account-title">
      <div className="mb-1 flex items-center justify-between">
        <h2 id="account-title" className="text-lead font-bold">
          {t('profile.bankSection')}
        </h2>
        <Link
          to="/user/profile"
          className="flex min-h-11 items-center gap-0.5 rounded-sm text-small font-semibold text-muted hover:text-text"
        >
          {t('menu.profile')}
          <ChevronRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
      <div className="relative overflow-hidden rounded-lg border border-ink-3 bg-linear-150 from-ink-3 to-ink-1 p-5 shadow-card">
        <span aria-hidden="true" className="absolute -top-14 -right-12 size-44 rounded-full bg-gold/8" />
        <span aria-hidden="true" className="absolute -top-4 right-16 size-20 rounded-full bg-info/8" />
        <div className="relative flex items-center gap-3">
          <BankMark code={bank.code} />
          <p className="min-w-0 font-semibold">{bankName(bank, locale)}</p>
        </div>
        <p className="figures relative mt-7 text-title font-bold tracking-[1px]">{formatAccountNo(bankAccountNo)}</p>
        <div className="relative mt-1 flex flex-wrap justify-between gap-x-4 text-small text-muted">
          <p>{bankAccountName}</p>
          <p className="figures">
            {t('profile.id')} {wallet.profile._id}
          </p>
        </div>
      </div>
    </section>
  );
}
