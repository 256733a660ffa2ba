import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import Undo2 from 'lucide-react/icons/undo-2';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { GameArt } from '../../../wallet/game-art.tsx';
import { MovementFailure } from '../../../wallet/movement-failure.tsx';
import { MINIMUM } from '../../../wallet/transfer-rules.ts';
import { useTransfer } from '../../../wallet/transfers.queries.ts';
import type { GameAccount } from '../../../wallet/wallet.queries.ts';
import { BalanceNote } from './balance-note.tsx';
import { creditText } from './credit.ts';

type GameBalanceProps = { game: GameAccount; currency: Currency };

/** The money in a game, and the way back for all of it. */
export function GameBalance({ game, currency }: GameBalanceProps) {
  const { t } = useI18n();
  const amount = addWireMoney([game.amount]);
  const credit = creditText(amount, game.ftWalletSlot);
  if (!game.isActive) return <GameArt game={game} className="order-first aspect-3/1 w-full rounded-md" />;
  return (
    <div className="order-first flex flex-wrap items-center gap-x-3.5 gap-y-3 rounded-md border border-ink-3 bg-ink-2/50 p-3">
      <GameArt game={game} className="h-15 w-20 shrink-0 rounded-sm" />
      <div className="min-w-36 flex-1">
        <p className="text-tiny text-muted">{t('game.balance')}</p>
        <MoneyText minor={amount} currency={currency} className="text-title font-bold" />
        <div className="figures text-small text-muted">
          {credit && <p>≈ {t('home.credit', { amount: credit })}</p>}
          <BalanceNote game={game} />
        </div>
      </div>
      {amount >= MINIMUM && <BringBack game={game} currency={currency} />}
    </div>
  );
}

function BringBack({ game, currency }: GameBalanceProps) {
  const { t } = useI18n();
  const transfer = useTransfer();
  const send = () => transfer.mutate({ from: game.code, to: MAIN_WALLET, amount: game.amount });
  const leave = () => {
    transfer.reset();
    transfer.abandon();
  };
  return (
    <>
      <Button size="s" pending={transfer.isPending} onClick={send} className="max-sm:w-full">
        {!transfer.isPending && <Undo2 aria-hidden="true" className="size-4 shrink-0 text-in" />}
        {t('game.bringBack', { amount: useMoneyWords()(addWireMoney([game.amount]), currency) })}
      </Button>
      <MovementFailure error={transfer.error} wish="transfer" onClose={leave} onRetry={send} />
    </>
  );
}
