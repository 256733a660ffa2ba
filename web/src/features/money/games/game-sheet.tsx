import { addWireMoney, formatMoney, type Minor } from '@krapao/contract/money.ts';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Download from 'lucide-react/icons/download';
import KeyRound from 'lucide-react/icons/key-round';
import Play from 'lucide-react/icons/play';
import { useId, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { inAppBrowser } from '../../../platform/in-app-browser.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useMoneyWords } from '../../../ui/money-words.ts';
import { useCheckedForm } from '../../../ui/use-checked-form.ts';
import { AmountField } from '../../../wallet/amount-field.tsx';
import { MovementFailure } from '../../../wallet/movement-failure.tsx';
import { useProblemText } from '../../../wallet/problem-text.ts';
import { amountProblem, playAmount, QUICK_PICKS } from '../../../wallet/transfer-rules.ts';
import type { GameAccount, Wallet } from '../../../wallet/wallet.queries.ts';
import { BlockedDialog } from './blocked-dialog.tsx';
import { canPlayOnWeb } from './entry.ts';
import { GameAccess } from './game-access.tsx';
import { GameBalance } from './game-balance.tsx';
import { GameFrame } from './game-frame.tsx';
import { usePlay } from './use-play.ts';

type GameSheetProps = {
  wallet: Wallet;
  game: GameAccount;
  /** An amount to move into the game: the deposit that has just arrived. */
  offered?: Minor;
  open: boolean;
  onClose: () => void;
};

export default function GameSheet({ wallet, game, offered, open, onClose }: GameSheetProps) {
  const { t } = useI18n();
  const formId = useId();
  const { play, start, again, stop, abandon, isTransferFailed } = usePlay(game);
  const [amountText, setAmountText] = useState(offered === undefined ? '' : formatMoney(offered));

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
          <GameBalance game={game} currency={currency} />
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
          <FoldedAccess game={game} isPlayable={isPlayable} />
          <AppLinks game={game} />
        </div>
      </Dialog>
      <MovementFailure
        error={play.state === 'failed' ? play.error : null}
        {...(isTransferFailed && { wish: 'transfer' })}
        onClose={stop}
        onRetry={again}
      />
      <BlockedDialog entry={play.state === 'blocked' ? play.entry : null} onClose={stop} />
      {play.state === 'framed' && <GameFrame name={game.name} entry={play.entry} onClose={stop} />}
    </>
  );
}

type FoldedAccessProps = { game: GameAccount; isPlayable: boolean };

/** Who plays on the web needs no password; an account that was opened a moment ago shows its own once. */
function FoldedAccess({ game, isPlayable }: FoldedAccessProps) {
  const { t } = useI18n();
  const [isNew] = useState(!game.isActive);
  // Above the form that comes once the account is open, so that nothing moves away under the eyes.
  if (isNew || !isPlayable)
    return (
      <div className="-order-1">
        <GameAccess game={game} />
      </div>
    );
  return (
    <details className="group rounded-md bg-ink-2">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-md px-3.5 text-small font-semibold [&::-webkit-details-marker]:hidden">
        <KeyRound aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
        <span className="flex-1">{t('game.access')}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-[rotate] group-open:rotate-180"
        />
      </summary>
      <div className="px-3.5 pb-3">
        <GameAccess game={game} />
      </div>
    </details>
  );
}

function AppLinks({ game: { isActive, android, ios } }: { game: GameAccount }) {
  const { t } = useI18n();
  const links = [
    { href: android, label: t('game.android') },
    { href: ios, label: t('game.ios') },
  ].filter((link): link is { href: string; label: string } => link.href !== null);
  // What is downloaded goes nowhere there.
  if (!isActive || links.length === 0 || inAppBrowser()) return null;
  return (
    <div className="flex gap-2.5">
      {links.map(({ href, label }) => (
        <a
          key={label}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonClass({ variant: 'plain' })} flex-1 px-3! text-small`}
        >
          <Download aria-hidden="true" className="size-4.5 shrink-0" />
          {label}
        </a>
      ))}
    </div>
  );
}
