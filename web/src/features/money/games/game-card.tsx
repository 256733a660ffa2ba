import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { CardButton } from '../../../ui/card-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import { GameArt } from '../../../wallet/game-art.tsx';
import type { GameAccount } from '../../../wallet/wallet.queries.ts';
import { BalanceNote } from './balance-note.tsx';
import { creditText } from './credit.ts';

type GameCardProps = { game: GameAccount; currency: Currency; onSelect: () => void };

export function GameCard({ game, currency, onSelect }: GameCardProps) {
  const { t } = useI18n();
  return (
    <CardButton
      onClick={onSelect}
      className="flex-col items-start rounded-control text-tiny lg:rounded-[18px] lg:text-small"
    >
      <GameArt
        game={game}
        dimmed={!game.isActive}
        className="aspect-300/211 w-full rounded-control ring-1 ring-paper/8 transition-shadow ring-inset group-hover:ring-gold/60 lg:rounded-[18px]"
      />
      <span className="mt-1.5 block max-w-full truncate text-small font-bold lg:mt-2.5 lg:text-base">{game.name}</span>{' '}
      {game.isActive ? <Balance game={game} currency={currency} /> : <Muted text={t('home.noAccount')} />}{' '}
      <span
        className={classNames(
          'mt-1.5 block rounded-full border px-2.5 py-0.5 font-bold transition-colors',
          game.isActive
            ? 'border-transparent bg-ink-2 text-text group-hover:bg-ink-3'
            : 'border-gold/50 text-gold group-hover:border-gold',
        )}
      >
        {game.isActive ? t('home.viewData') : t('home.openAccount')}
      </span>
    </CardButton>
  );
}

function Balance({ game, currency }: { game: GameAccount; currency: Currency }) {
  const { t } = useI18n();
  const amount = addWireMoney([game.amount]);
  const credit = creditText(amount, game.ftWalletSlot);
  return (
    <>
      <MoneyText minor={amount} currency={currency} className="block font-semibold" />{' '}
      {credit && <Muted text={`≈ ${t('home.credit', { amount: credit })}`} />} <BalanceNote game={game} />
    </>
  );
}

function Muted({ text }: { text: string }) {
  return <span className="figures block text-muted">{text}</span>;
}
