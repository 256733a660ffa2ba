import { addWireMoney } from '@krapao/contract/money.ts';
import { Download, Play } from 'lucide-react';
import { useId, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { useCheckedForm } from '../../../ui/use-checked-form.ts';
import { AmountField } from '../../../wallet/amount-field.tsx';
import { GameArt } from '../../../wallet/game-art.tsx';
import { MovementFailure } from '../../../wallet/movement-failure.tsx';
import { useProblemText } from '../../../wallet/problem-text.ts';
import { amountProblem, playAmount, QUICK_PICKS } from '../../../wallet/transfer-rules.ts';
import type { GameAccount, Wallet } from '../../../wallet/wallet.queries.ts';
import { BalanceNote } from './balance-note.tsx';
import { BlockedDialog } from './blocked-dialog.tsx';
import { creditText } from './credit.ts';
import { canPlayOnWeb } from './entry.ts';
import { GameAccess } from './game-access.tsx';
import { GameFrame } from './game-frame.tsx';
import { usePlay } from './use-play.ts';

type GameSheetProps = { wallet: Wallet; game: GameAccount; open: boolean; onClose: () => void };

export default function GameSheet({ wallet, game, open, onClose }: GameSheetProps) {
  const { t } = useI18n();
  const formId = useId();
  const { play, start, again, stop, abandon } = usePlay(game);
  const [amountText, setAmountText] = useState('');

  const { currency } = wallet.profile;
  const available = addWireMoney([wallet.wallet.amount]);
  const amount = playAmount(amountText);
  const problem = amount === 0n ? null : amountProblem(amount, available);
  const problemText = useProblemText(currency, available);
  const moneyWords = useMoneyWords();
  const isPlayable = game.isActive && canPlayOnWeb(game);

  const { onSubmit, shownProblem } = useCheckedForm(
    amount === null || problem ? null : () => void start(amount, () => setAmountText('')),
  );
  const close = () => {
    abandon();
    onClose();
  };

  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        title={game.name}
        readFirst
        footer={
          isPlayable && (
            <Button type="submit" form={formId} variant="gold" block pending={play.state === 'opening'}>
              <Play aria-hidden="true" className="size-5 fill-current" />
              {amount ? t('game.transferAndPlay') : t('game.play')}
            </Button>
          )
        }
      >
        <div className="grid gap-4">
          <Balance game={game} currency={currency} />
          <GameAccess game={game} />
          {isPlayable && (
            <form id={formId} noValidate onSubmit={onSubmit}>
              <AmountField
                label={t('game.amount')}
                hint={t('game.amountHint', { amount: moneyWords(available, currency) })}
                value={amountText}
                onChange={setAmountText}
                currency={currency}
                picks={QUICK_PICKS[currency]}
                most={available}
                error={shownProblem(problemText(problem))}
              />
            </form>
          )}
          <AppLinks game={game} />
        </div>
      </Dialog>
      <MovementFailure error={play.state === 'failed' ? play.error : null} onClose={stop} onRetry={again} />
      <BlockedDialog entry={play.state === 'blocked' ? play.entry : null} onClose={stop} />
      {play.state === 'framed' && <GameFrame name={game.name} entry={play.entry} onClose={stop} />}
    </>
  );
}

function Balance({ game, currency }: { game: GameAccount; currency: Wallet['profile']['currency'] }) {
  const { t } = useI18n();
  const amount = addWireMoney([game.amount]);
  const credit = creditText(amount, game.ftWalletSlot);
  return (
    <div className="overflow-hidden rounded-md border border-ink-3">
      <GameArt game={game} className="aspect-3/1 w-full" />
      {game.isActive && (
        <div className="flex flex-wrap items-end justify-between gap-x-4 bg-ink-2/50 px-4 py-3">
          <div>
            <p className="text-tiny text-muted">{t('game.balance')}</p>
            <MoneyText minor={amount} currency={currency} className="text-title font-bold" />
          </div>
          <div className="figures text-right text-small text-muted">
            {credit && <p>≈ {t('home.credit', { amount: credit })}</p>}
            <BalanceNote game={game} className="justify-end" />
          </div>
        </div>
      )}
    </div>
  );
}

function AppLinks({ game: { isActive, android, ios } }: { game: GameAccount }) {
  const { t } = useI18n();
  const links = [
    { href: android, label: t('game.android') },
    { href: ios, label: t('game.ios') },
  ].filter((link): link is { href: string; label: string } => link.href !== null);
  if (!isActive || links.length === 0) return null;
  return (
    <div className="flex gap-2.5">
      {links.map(({ href, label }) => (
        <a
          key={label}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonClass({ variant: 'line' })} flex-1 px-3! text-small`}
        >
          <Download aria-hidden="true" className="size-4.5 shrink-0" />
          {label}
        </a>
      ))}
    </div>
  );
}
