import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { BringHome } from '../../../wallet/bring-home.tsx';
import { GameArt } from '../../../wallet/game-art.tsx';
import { MINIMUM } from '../../../wallet/transfer-rules.ts';
import type { GameAccount } from '../../../wallet/wallet.queries.ts';
import { BalanceNote } from './balance-note.tsx';
import { CreditText } from './credit-text.tsx';

type GameBalanceProps = { game: GameAccount; currency: Currency };

/** The money in a game, and the way back for all of it. */
export function GameBalance({ game, currency }: GameBalanceProps) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const amount = addWireMoney([game.amount]);
  if (!game.isActive) return <GameArt game={game} className="order-first aspect-3/1 w-full rounded-md" />;
  return (
    <div className="order-first flex flex-wrap items-center gap-x-3.5 gap-y-3 rounded-md bg-ink-2 p-3">
      <GameArt game={game} className="h-15 w-20 shrink-0 rounded-sm" />
      <div className="min-w-36 flex-1">
        <p className="text-tiny text-muted">{t('game.balance')}</p>
        <MoneyText minor={amount} currency={currency} className="text-title font-bold" />
        <div className="figures text-small text-muted">
          <CreditText game={game} />
          <BalanceNote game={game} />
        </div>
      </div>
      {amount >= MINIMUM && (
        <BringHome game={game} className="max-sm:w-full">
          {t('game.bringBack', { amount: moneyWords(amount, currency) })}
        </BringHome>
      )}
    </div>
  );
}
