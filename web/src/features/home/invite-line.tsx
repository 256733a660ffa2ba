import { addWireMoney } from '@krapao/contract/money.ts';
import Gift from 'lucide-react/icons/gift';
import { useI18n } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import type { Wallet } from '../../wallet/wallet.queries.ts';

/** The bonus for invited friends. With nothing to receive it says what brings one. */
export function InviteLine({ wallet, onReceive }: { wallet: Wallet; onReceive: () => void }) {
  const { t } = useI18n();
  const amount = addWireMoney([wallet.invite.amount]);
  const isNothing = amount === 0n;
  return (
    <section className="flex min-h-15 items-center gap-3 rounded-md bg-ink-1 px-3 py-2">
      <IconTile icon={Gift} className="size-9 bg-reward/15 text-reward" />
      <div className="min-w-0 flex-1">
        <h2 className="text-tiny text-muted">{t('home.inviteBonus')}</h2>
        <MoneyText
          minor={amount}
          currency={wallet.profile.currency}
          plus={!isNothing}
          className={isNothing ? 'text-[14px] text-muted' : 'text-[14px] font-bold'}
        />
        {isNothing && (
          <p id="invite-how-to" className="text-tiny text-pretty text-muted">
            {t('home.inviteHow')}
          </p>
        )}
      </div>
      <Button
        size="s"
        disabled={isNothing}
        aria-describedby={isNothing ? 'invite-how-to' : undefined}
        onClick={onReceive}
      >
        {t('home.receive')} <span className="sr-only">{t('home.inviteBonus')}</span>
      </Button>
    </section>
  );
}
