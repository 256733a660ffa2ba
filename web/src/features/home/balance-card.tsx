import { addWireMoney, type Currency, type Minor } from '@krapao/contract/money.ts';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import Gift from 'lucide-react/icons/gift';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import WalletMinimal from 'lucide-react/icons/wallet-minimal';
import { useI18n } from '../../i18n/i18n.tsx';
import { readStored } from '../../platform/storage.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FittedMoney } from '../../ui/fitted-money.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { balancesOf } from '../../wallet/balances.ts';
import { OpenWithdrawals } from '../../wallet/open-withdrawals.tsx';
import { OwedNote } from '../../wallet/owed-note.tsx';
import { useBackByText } from '../../wallet/use-back-by-text.ts';
import type { Wallet } from '../../wallet/wallet.queries.ts';
import { OutcomeRows } from '../money/outcomes/outcome-rows.tsx';
import type { HomeDialog } from './home-dialogs.tsx';

type BalanceCardProps = {
  wallet: Wallet;
  onRefresh: () => void;
  refreshing: boolean;
  onOpen: (dialog: HomeDialog) => void;
};

export function BalanceCard({ wallet, onRefresh, refreshing, onOpen }: BalanceCardProps) {
  const { t } = useI18n();
  const { currency, name, coin } = wallet.profile;
  const balances = balancesOf(wallet);
  const invite = addWireMoney([wallet.invite.amount]);
  const lastSync = readStored('last_sync');
  return (
    <Card aria-labelledby="balance-title" className="grid gap-5 lg:flex lg:items-center lg:gap-8 lg:p-8">
      <div className="min-w-0 lg:flex-1">
        <div className="flex items-start justify-between gap-3">
          <p className="min-w-0 text-muted">{t('home.greeting', { name })}</p>
          <CoinCount count={coin} />
        </div>
        <h2 id="balance-title" className="sr-only">
          {t('home.total')}
        </h2>
        <div className="mt-1 flex items-center justify-between gap-3">
          <p aria-live="polite" className="min-w-0 flex-1 [--most:40px] lg:[--most:54px]">
            <FittedMoney minor={balances.total} currency={currency} most="var(--most)" look="headline" />
          </p>
          <IconButton
            icon={RefreshCw}
            label={t('home.refresh')}
            turning={refreshing}
            disabled={refreshing}
            onClick={onRefresh}
          />
        </div>
        {lastSync && <p className="figures text-tiny text-muted">{t('home.updated', { time: lastSync })}</p>}
        <Split balances={balances} currency={currency} backBy={wallet.wallet.backBy} />
        <OpenWithdrawals wallet={wallet} />
        <OutcomeRows wallet={wallet} />
        <OwedNote wallet={wallet} className="mt-3 rounded-md bg-out/8 px-3.5 py-3" />
        <div className="mt-4 grid grid-cols-2 gap-2.5 sm:flex">
          <Button size="s" onClick={() => onOpen('transfer')}>
            <ArrowLeftRight aria-hidden="true" className="size-4 shrink-0 text-info" />
            {t('home.transfer')}
          </Button>
          <Button size="s" disabled={balances.games === 0n} onClick={() => onOpen('collect')}>
            <WalletMinimal aria-hidden="true" className="size-4 shrink-0 text-in" />
            {t('home.collect')}
          </Button>
        </div>
      </div>
      <InviteBonus amount={invite} currency={currency} onReceive={() => onOpen('inviteBonus')} />
    </Card>
  );
}

function CoinCount({ count }: { count: number }) {
  const { t } = useI18n();
  return (
    <span className="figures flex shrink-0 items-center gap-1.5 rounded-full bg-gold/12 px-2.5 py-0.5 text-small font-bold text-gold">
      <CircleDollarSign aria-hidden="true" className="size-4" />
      {count === 1 ? t('home.coin', { n: count }) : t('home.coins', { n: count })}
    </span>
  );
}

type SplitProps = {
  balances: ReturnType<typeof balancesOf>;
  currency: Currency;
  backBy: Wallet['wallet']['backBy'];
};

/** Where the total lies, as a bar and in figures. */
function Split({ balances: { total, main, games, inTransit, withdrawing, frozen }, currency, backBy }: SplitProps) {
  const { t } = useI18n();
  const backByText = useBackByText();
  const share = (part: Minor) => ({ width: `${total > 0n ? Number((part * 1000n) / total) / 10 : 100}%` });
  return (
    <div className="mt-4">
      <div aria-hidden="true" className="flex h-1.5 gap-0.5 overflow-hidden rounded-full bg-ink-3">
        {main > 0n && <span className="rounded-full bg-gold transition-[width]" style={share(main)} />}
        {inTransit > 0n && <span className="rounded-full bg-muted transition-[width]" style={share(inTransit)} />}
        {games > 0n && <span className="flex-1 rounded-full bg-info" />}
      </div>
      <dl className="mt-3 grid gap-1 text-small sm:flex sm:flex-wrap sm:items-start sm:gap-x-8">
        <Share dot="bg-gold" label={t('home.mainWallet')} minor={main} currency={currency} />
        <Share dot="bg-info" label={t('home.gameAccounts')} minor={games} currency={currency} />
        {inTransit > 0n && (
          <Share
            dot="bg-muted"
            label={t('home.inTransit')}
            minor={inTransit}
            currency={currency}
            note={backByText(backBy)}
          />
        )}
        {withdrawing > 0n && (
          <Share dot="bg-muted" label={t('home.withdrawing')} minor={withdrawing} currency={currency} />
        )}
        {frozen > 0n && (
          <Share
            dot="bg-muted"
            label={t('home.frozen')}
            minor={frozen}
            currency={currency}
            note={t('home.frozenWhy')}
          />
        )}
      </dl>
    </div>
  );
}

type ShareProps = { dot: string; label: string; minor: Minor; currency: Currency; note?: string | null };

function Share({ dot, label, minor, currency, note }: ShareProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 sm:justify-start">
      <dt className="flex items-center gap-2 text-muted">
        <span aria-hidden="true" className={`size-2 rounded-full ${dot}`} />
        {label}
      </dt>
      <dd>
        <MoneyText minor={minor} currency={currency} className="font-semibold" />
      </dd>
      {note && <dd className="basis-full pl-4 text-tiny text-pretty text-gold">{note}</dd>}
    </div>
  );
}

type InviteBonusProps = { amount: Minor; currency: Currency; onReceive: () => void };

/** With nothing to receive it says what brings a bonus. */
function InviteBonus({ amount, currency, onReceive }: InviteBonusProps) {
  const { t } = useI18n();
  const isNothing = amount === 0n;
  return (
    <div className="flex items-center gap-3.5 rounded-md border border-in/22 bg-in/9 px-4 py-3 max-lg:flex-wrap lg:w-56 lg:flex-none lg:flex-col lg:items-start lg:p-5">
      <IconTile icon={Gift} className="size-10 bg-in/16 text-in" />
      {/* On a narrow phone the button has a line of its own; beside the text it takes no room from it. */}
      <div className="min-w-0 grow-99 basis-36 lg:basis-auto">
        <p className="text-small text-muted">{t('home.inviteBonus')}</p>
        <MoneyText
          minor={amount}
          currency={currency}
          plus={!isNothing}
          className={classNames('text-lead font-bold lg:text-title', isNothing ? 'text-muted' : 'text-in')}
        />
        {isNothing && (
          <p id="invite-how-to" className="text-tiny text-pretty text-muted">
            {t('home.inviteHow')}
          </p>
        )}
      </div>
      <Button
        variant={isNothing ? 'line' : 'gold'}
        size="s"
        disabled={isNothing}
        aria-describedby={isNothing ? 'invite-how-to' : undefined}
        onClick={onReceive}
        className="grow lg:w-full"
      >
        {t('home.receive')} <span className="sr-only">{t('home.inviteBonus')}</span>
      </Button>
    </div>
  );
}
