import ArrowDown from 'lucide-react/icons/arrow-down';
import Sparkles from 'lucide-react/icons/sparkles';
import { useI18n } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { balancesOf } from '../../wallet/balances.ts';
import type { Wallet } from '../../wallet/wallet.queries.ts';

/** The first step of a member who has no money and no game account: with the wallet it is known, so nothing jumps. */
export function FirstDeposit({ wallet, onOpen }: { wallet: Wallet; onOpen: () => void }) {
  const { t } = useI18n();
  const { total, withdrawing, frozen } = balancesOf(wallet);
  const hasPlayed = wallet.slots.some(({ isActive }) => isActive);
  const isNew = !hasPlayed && total + withdrawing + frozen === 0n;
  if (!isNew) return null;
  return (
    <section className="flex flex-wrap items-center gap-x-3.5 gap-y-3 rounded-lg border border-gold/25 bg-gold/8 px-4 py-3.5">
      <IconTile icon={Sparkles} className="size-10 bg-gold/16 text-gold" />
      <div className="min-w-40 flex-1">
        <h2 className="font-bold">{t('home.first.title')}</h2>
        <p className="text-small text-pretty text-muted">{t('deposit.credited')}</p>
      </div>
      <Button variant="gold" size="s" onClick={onOpen} className="max-sm:w-full">
        <ArrowDown aria-hidden="true" className="size-4 shrink-0" />
        {t('home.first.button')}
      </Button>
    </section>
  );
}
