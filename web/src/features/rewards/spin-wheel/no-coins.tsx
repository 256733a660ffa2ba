import { addWireMoney } from '@krapao/contract/money.ts';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import { type ComponentType, Suspense, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { goTo } from '../../../platform/navigation.ts';
import { Button } from '../../../ui/button.tsx';
import { usePublicMoneyWords } from '../../../ui/money-words.ts';
import { useOnceOpened } from '../../../ui/use-once-opened.ts';
import { useWalletBasics } from '../../../wallet/wallet.queries.ts';

/** The deposit sheet is handed in: the wheel's feature does not import the deposits'. */
export type DepositSheetPart = ComponentType<{ open: boolean; onClose: () => void; onPlay: () => void }>;

/** Says how coins are earned, and leads there. */
export function NoCoins({ price, DepositSheet }: { price: number; DepositSheet: DepositSheetPart }) {
  const { t } = useI18n();
  const moneyWords = usePublicMoneyWords();
  const wallet = useWalletBasics();
  const [isOpen, setOpen] = useState(false);
  const isWanted = useOnceOpened(isOpen);
  if (!wallet) return null;
  const { currency } = wallet.profile;
  return (
    <div className="flex items-center gap-3.5 rounded-md bg-copper/10 px-4 py-3.5">
      <CircleDollarSign aria-hidden="true" className="size-7 shrink-0 text-copper" />
      <p className="min-w-0 flex-1 text-small">
        {t('wheel.earn', { amount: moneyWords(addWireMoney([price]), currency) })}
      </p>
      <Button variant="gold" size="s" className="shrink-0" onClick={() => setOpen(true)}>
        {t('home.deposit')}
      </Button>
      {isWanted && (
        <Suspense>
          <DepositSheet open={isOpen} onClose={() => setOpen(false)} onPlay={() => goTo('/user/home')} />
        </Suspense>
      )}
    </div>
  );
}
