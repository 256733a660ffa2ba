import type { Currency } from '@krapao/contract/money.ts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useI18n } from '../../i18n/i18n.tsx';
import { useShownFigure } from '../../platform/hidden-money.ts';
import { MoneyText, moneyText } from '../../ui/money-text.tsx';
import { balancesOf } from '../../wallet/balances.ts';
import { colourOf, MAIN, type Place, placesOf } from '../../wallet/places.ts';
import type { Wallet } from '../../wallet/wallet.queries.ts';
import { MoneyBar } from './money-bar.tsx';

type WhereMoneyIsProps = { wallet: Wallet; isLocked: boolean; onOpen: () => void };

/** The bar and what its colours mean: one button, which opens every place with its amount. */
export function WhereMoneyIs({ wallet, isLocked, onOpen }: WhereMoneyIsProps) {
  const { t } = useI18n();
  const { currency } = wallet.profile;
  const { own, moving } = placesOf(wallet);
  const { games } = balancesOf(wallet);
  const shown = useShownFigure();
  const atGames = own.filter(({ game }) => game);
  const main = own.find(({ key }) => key === MAIN);
  // Parts that find no room in the line are left out whole: no amount is ever cut.
  const words = [
    `${t('home.mainWallet')} ${shown(moneyText(main?.minor ?? 0n, currency))}`,
    `${t('home.gamesCount', { n: atGames.length })} ${shown(moneyText(games, currency))}`,
    ...atGames.map(({ game, minor }) => `${game?.name} ${shown(moneyText(minor, currency))}`),
    ...moving.map(({ key, minor }) => `${t(`home.${key}`)} ${shown(moneyText(minor, currency))}`),
  ].join(' · ');
  return (
    <button type="button" onClick={onOpen} className="block w-full rounded-sm pt-2.5 text-left">
      <MoneyBar wallet={wallet} isLocked={isLocked} size="m" />
      <span className="mt-2 flex h-5.5 items-start gap-2 text-small leading-5.5 whitespace-nowrap text-muted max-[22.4rem]:text-tiny max-[22.4rem]:leading-5.5">
        <span
          title={words}
          className="relative flex h-5.5 min-w-0 flex-1 flex-wrap items-center gap-x-3.5 overflow-hidden max-[22.4rem]:gap-x-2.5 lg:gap-x-6"
        >
          {(main || own.length + moving.length === 0) && (
            <Part
              colour={isLocked ? 'text-reward' : 'text-free'}
              label={t('home.mainWallet')}
              minor={main?.minor ?? 0n}
              currency={currency}
            />
          )}
          {moving.map(({ key, minor }) => (
            <Part key={key} colour="text-info" label={t(`home.${key}`)} minor={minor} currency={currency} />
          ))}
          {atGames.length > 1 && (
            <span className="flex items-center gap-1.5 lg:hidden">
              <span aria-hidden="true" className="flex gap-0.5">
                {atGames.slice(0, 3).map(({ key }) => (
                  <Dot key={key} colour={isLocked ? 'text-reward' : colourOf(key, wallet.slots)} />
                ))}
              </span>
              {t('home.gamesCount', { n: atGames.length })} <Figure minor={games} currency={currency} />
            </span>
          )}
          {atGames.map(({ key, game, minor }: Place) => (
            <span key={key} className={atGames.length > 1 ? 'hidden lg:contents' : 'contents'}>
              <Part
                colour={isLocked ? 'text-reward' : colourOf(key, wallet.slots)}
                label={game?.name ?? key}
                minor={minor}
                currency={currency}
              />
            </span>
          ))}
        </span>
        <ChevronRight aria-hidden="true" className="mt-0.75 -mr-1 size-4 shrink-0" />
      </span>
      <span className="sr-only">{t('places.open')}</span>
    </button>
  );
}

type PartProps = { colour: string; label: string; minor: bigint; currency: Currency };

function Part({ colour, label, minor, currency }: PartProps) {
  return (
    <span className="flex items-center gap-1.5">
      <Dot colour={colour} />
      {label} <Figure minor={minor} currency={currency} />
    </span>
  );
}

function Figure({ minor, currency }: Pick<PartProps, 'minor' | 'currency'>) {
  return <MoneyText minor={minor} currency={currency} className="font-bold text-text" />;
}

function Dot({ colour }: { colour: string }) {
  return <span aria-hidden="true" className={`size-2 shrink-0 rounded-[3px] bg-current ${colour}`} />;
}
