import type { Currency } from '@krapao/contract/money.ts';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import WalletMinimal from 'lucide-react/icons/wallet-minimal';
import { useCondition } from '../../conditions/condition.queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FittedMoney } from '../../ui/fitted-money.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { useMoneyWords } from '../../ui/money-words.ts';
import { useRegainedFocus } from '../../ui/use-regained-focus.ts';
import { balancesOf } from '../../wallet/balances.ts';
import { BringHome } from '../../wallet/bring-home.tsx';
import { FrozenNote } from '../../wallet/frozen-note.tsx';
import { GameArt } from '../../wallet/game-art.tsx';
import { colourOf, type Place, placesOf } from '../../wallet/places.ts';
import { MINIMUM } from '../../wallet/transfer-rules.ts';
import { useBackByText } from '../../wallet/use-back-by-text.ts';
import type { Wallet } from '../../wallet/wallet.queries.ts';
import { CreditText } from '../money/games/credit-text.tsx';
import { MoneyBar } from './money-bar.tsx';

type PlacesSheetProps = {
  wallet: Wallet;
  open: boolean;
  onClose: () => void;
  onOpen: (dialog: 'transfer' | 'collect') => void;
};

/** Where the member's money is: every place with its amount, and the way home from each. */
export default function PlacesSheet({ wallet, open, onClose, onOpen }: PlacesSheetProps) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const backByText = useBackByText();
  const { currency } = wallet.profile;
  const { total, games } = balancesOf(wallet);
  const isLocked = useCondition().data?.status === true && total > 0n;
  const { own, moving } = placesOf(wallet);
  const list = useRegainedFocus<HTMLUListElement>(own.map(({ key }) => key).join());

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('places.title')}
      readFirst
      footer={
        <div className="flex gap-2.5">
          <Button
            onClick={() => onOpen('transfer')}
            className={games > 0n ? 'px-3! max-[23.5rem]:text-small!' : 'flex-1'}
          >
            <ArrowLeftRight aria-hidden="true" className="size-5 shrink-0" />
            {t('home.transfer')}
          </Button>
          {games > 0n && (
            <Button variant="gold" onClick={() => onOpen('collect')} className="min-w-0 flex-1 px-3!">
              <WalletMinimal aria-hidden="true" className="size-5 shrink-0 max-[23.5rem]:hidden" />
              <span className="figures max-[23.5rem]:text-small">
                {t('places.bringAll', { amount: moneyWords(games, currency) })}
              </span>
            </Button>
          )}
        </div>
      }
    >
      <FittedMoney minor={total} currency={currency} most="42px" look="total" />
      <div className="my-3">
        <MoneyBar wallet={wallet} isLocked={isLocked} size="l" />
      </div>
      <ul ref={list} tabIndex={-1} className="divide-y divide-text/6">
        {own.map((place) => (
          <PlaceRow
            key={place.key}
            place={place}
            colour={isLocked ? 'text-reward' : colourOf(place.key, wallet.slots)}
            isLocked={isLocked}
            currency={currency}
          />
        ))}
        {moving.map(({ key, minor }) => (
          <li key={key} className="flex min-h-17 items-center gap-3 py-2">
            <span aria-hidden="true" className="hatched mx-1 size-11 rounded-control text-info" />
            <div className="min-w-0 flex-1">
              <p className="text-[14px] font-bold">{t(`home.${key}`)}</p>
              {key === 'inTransit' && <p className="text-tiny text-muted">{backByText(wallet.wallet.backBy)}</p>}
            </div>
            <MoneyText minor={minor} currency={currency} className="font-bold" />
          </li>
        ))}
      </ul>
      <FrozenNote wallet={wallet} className="mt-3 rounded-md bg-info/10 px-3.5 py-3" />
    </Dialog>
  );
}

type PlaceRowProps = { place: Place; colour: string; isLocked: boolean; currency: Currency };

function PlaceRow({ place: { minor, game }, colour, isLocked, currency }: PlaceRowProps) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  return (
    <li className="flex min-h-17 items-center justify-end gap-3 py-2 max-[23.5rem]:flex-wrap max-[23.5rem]:gap-y-1">
      <span className={`mx-1 shrink-0 rounded-control ring-2 ring-current ring-offset-2 ring-offset-ink-1 ${colour}`}>
        {game ? (
          <GameArt game={game} className="size-11 rounded-control" />
        ) : (
          <IconTile icon={WalletMinimal} className="size-11 bg-ink-2 text-text" />
        )}
      </span>
      <div className="min-w-0 flex-1 max-[23.5rem]:basis-26">
        <p className="truncate text-[14px] leading-5.5 font-bold">{game ? game.name : t('home.mainWallet')}</p>
        {game ? (
          <CreditText game={game} className="text-tiny" />
        ) : (
          <p className="truncate text-tiny text-muted">
            {isLocked ? t('home.locked', { amount: moneyWords(minor, currency) }) : t('places.free')}
          </p>
        )}
      </div>
      <MoneyText minor={minor} currency={currency} className="font-bold" />
      {game && minor >= MINIMUM && (
        <BringHome game={game}>
          {t('places.bring')} <span className="sr-only">{game.name}</span>
        </BringHome>
      )}
    </li>
  );
}
