import type { Currency } from '@krapao/contract/money.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Card } from '../../../ui/card.tsx';
import { Rail } from '../../../ui/rail.tsx';
import type { GameAccount } from '../../../wallet/wallet.queries.ts';
import { GameCard } from './game-card.tsx';

const CATEGORIES: readonly GameAccount['category'][] = ['slot', 'sport', 'lotto'];

type GameRailsProps = { games: readonly GameAccount[]; currency: Currency; onSelect: (game: GameAccount) => void };

export function GameRails({ games, currency, onSelect }: GameRailsProps) {
  const { t } = useI18n();
  if (games.length === 0) return <Card className="text-center text-muted">{t('home.noGames')}</Card>;
  return CATEGORIES.map((category) => {
    const own = games.filter((game) => game.category === category);
    if (own.length === 0) return null;
    return (
      <Rail key={category} title={t(`home.${category}`)}>
        {own.map((game) => (
          <li key={game.code} className="min-w-0 snap-start">
            <GameCard game={game} currency={currency} onSelect={() => onSelect(game)} />
          </li>
        ))}
      </Rail>
    );
  });
}
