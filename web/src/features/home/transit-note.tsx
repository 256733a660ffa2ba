import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import { useI18n } from '../../i18n/i18n.tsx';
import { useMoneyWords } from '../../ui/money-words.ts';
import { balancesOf } from '../../wallet/balances.ts';
import { useBackByText } from '../../wallet/use-back-by-text.ts';
import type { Wallet } from '../../wallet/wallet.queries.ts';

/** Money that a game has not answered for yet: how much, and when it is back at the latest. */
export function TransitNote({ wallet }: { wallet: Wallet }) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const backByText = useBackByText();
  const { inTransit } = balancesOf(wallet);
  if (inTransit === 0n) return null;
  return (
    <section
      aria-label={t('home.inTransit')}
      className="flex min-h-15 items-center gap-3 rounded-md bg-ink-1 px-3 py-2 text-[14px]"
    >
      <ArrowLeftRight aria-hidden="true" className="mx-2 size-5 shrink-0 text-info" />
      <p className="min-w-0 flex-1">
        <b>
          {t('home.inTransit')} {moneyWords(inTransit, wallet.profile.currency)}
        </b>
        <span className="block text-tiny text-pretty text-muted">{backByText(wallet.wallet.backBy)}</span>
      </p>
    </section>
  );
}
