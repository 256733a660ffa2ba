import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import Play from 'lucide-react/icons/play';
import { useI18n } from '../../i18n/i18n.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Rail } from '../../ui/rail.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { GameArt } from '../../wallet/game-art.tsx';
import { colourOf } from '../../wallet/places.ts';
import type { GameAccount } from '../../wallet/wallet.queries.ts';
import { BalanceNote } from '../money/games/balance-note.tsx';
import { CreditText } from '../money/games/credit-text.tsx';
import { gamesToContinue } from './games-to-continue.ts';

type ContinuePlayingProps = {
  slots: readonly GameAccount[];
  currency: Currency;
  onSelect: (game: GameAccount) => void;
};

export function ContinuePlaying({ slots, currency, onSelect }: ContinuePlayingProps) {
  const { t } = useI18n();
  const games = gamesToContinue(slots);
  if (games.length === 0) return null;
  return (
    <Rail title={t('home.continue')} size="l">
      {games.map((game) => (
        <li key={game.code} className="min-w-0 snap-start">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onSelect(game)}
            className="group block w-full rounded-md text-left"
          >
            <GameArt game={game} className="aspect-300/211 w-full rounded-[16px]">
              <span className="absolute right-2 bottom-2 flex h-8.5 items-center gap-1 rounded-full bg-text pr-3 pl-2.5 text-small font-bold text-ink-0 max-[22.4rem]:w-8.5 max-[22.4rem]:justify-center max-[22.4rem]:px-0 lg:h-11 lg:px-4 lg:text-base">
                <Play aria-hidden="true" className="size-3.5 fill-current lg:size-4" />
                <span className="max-[22.4rem]:sr-only">{t('home.play')}</span>
              </span>
            </GameArt>{' '}
            <span className="mt-2 block text-[14px] leading-5.5 font-bold">{game.name}</span>{' '}
            <Money game={game} currency={currency} colour={colourOf(game.code, slots)} />
          </button>
        </li>
      ))}
    </Rail>
  );
}

function Money({ game, currency, colour }: { game: GameAccount; currency: Currency; colour: string }) {
  const { t } = useI18n();
  const minor = addWireMoney([game.amount]);
  if (minor === 0n)
    return (
      <span className="block text-tiny text-muted">
        {game.playedAt && (
          <>
            {t('home.played')} <RelativeTime time={game.playedAt} />
          </>
        )}
      </span>
    );
  return (
    <>
      <span className="flex items-center gap-1.5 text-[14px] leading-5.5">
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-[3px] bg-current ${colour}`} />
        <MoneyText minor={minor} currency={currency} />
      </span>{' '}
      <CreditText game={game} className="text-tiny" /> <BalanceNote game={game} className="text-tiny" />
    </>
  );
}
