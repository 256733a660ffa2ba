import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useI18n } from '../../../i18n/i18n.tsx';
import { CardButton } from '../../../ui/card-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import { GameArt } from '../../../wallet/game-art.tsx';
import type { GameAccount } from '../../../wallet/wallet.queries.ts';
import { BalanceNote } from './balance-note.tsx';
import { CreditText } from './credit-text.tsx';

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
        className="aspect-300/211 w-full rounded-control lg:rounded-[18px]"
      />
      <span className="mt-1.5 block max-w-full truncate text-small font-bold lg:mt-2.5 lg:text-base">{game.name}</span>{' '}
      {game.isActive ? <Balance game={game} currency={currency} /> : <Muted text={t('home.noAccount')} />}{' '}
      <span
        className={classNames(
          'mt-1 flex min-h-5 items-center gap-0.5 font-bold underline-offset-4 group-hover:underline',
          game.isActive ? 'text-muted' : 'text-text',
        )}
      >
        {game.isActive ? t('home.viewData') : t('home.openAccount')}
        <ChevronRight aria-hidden="true" className="size-3.5" />
      </span>
    </CardButton>
  );
}

function Balance({ game, currency }: { game: GameAccount; currency: Currency }) {
  const amount = addWireMoney([game.amount]);
  return (
    <>
      <MoneyText minor={amount} currency={currency} className="block font-semibold" /> <CreditText game={game} />{' '}
      <BalanceNote game={game} />
    </>
  );
}

function Muted({ text }: { text: string }) {
  return <span className="figures block text-muted">{text}</span>;
}
