import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import { type Minor, moneyToWire } from '@krapao/contract/money.ts';
import { useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { iframeMode } from '../../../platform/edition.ts';
import { inAppBrowser } from '../../../platform/in-app-browser.ts';
import { useTransfer } from '../../../wallet/transfers.queries.ts';
import type { GameAccount } from '../../../wallet/wallet.queries.ts';
import { type Entry, findEntry } from './entry.ts';
import { enterGame, enterGameHere, openGameTab } from './game-window.ts';

type Play =
  | { state: 'idle' | 'opening' }
  | { state: 'failed'; error: Error }
  /** The browser refused the tab: the way in waits for a click of its own. */
  | { state: 'blocked'; entry: Entry }
  | { state: 'framed'; entry: Entry };

/** Moves the typed amount into the game, if there is one, and opens the game. */
export function usePlay(game: GameAccount) {
  const { t } = useI18n();
  const [play, setPlay] = useState<Play>({ state: 'idle' });
  const whenMoved = useRef<() => void>(() => undefined);
  const transfer = useTransfer(() => {
    whenMoved.current();
    setPlay({ state: 'idle' });
  });
  const [again, setAgain] = useState<() => void>(() => () => undefined);

  /** `onMoved`: the amount is in the game now, and trying again must not move it once more. */
  const start = async (amount: Minor, onMoved: () => void) => {
    if (transfer.isBusy()) return;
    setAgain(() => () => void start(amount, onMoved));
    whenMoved.current = onMoved;
    const way = iframeMode ? 'frame' : inAppBrowser() ? 'here' : 'tab';
    const tab = way === 'tab' ? openGameTab(t('game.opening')) : null;
    setPlay({ state: 'opening' });
    try {
      if (amount > 0n) {
        await transfer.mutateAsync({ from: MAIN_WALLET, to: game.code, amount: moneyToWire(amount) });
        onMoved();
      }
      const entry = await findEntry(game);
      if (tab && !tab.closed) enterGame(tab, entry);
      // First: a member who comes back from the game finds this page as it was left.
      if (tab || way === 'here') setPlay({ state: 'idle' });
      else setPlay({ state: way === 'frame' ? 'framed' : 'blocked', entry });
      if (way === 'here') enterGameHere(entry);
    } catch (error) {
      tab?.close();
      setPlay({ state: 'failed', error: error as Error });
    }
  };

  return {
    play,
    start,
    again,
    stop: () => setPlay({ state: 'idle' }),
    abandon: transfer.abandon,
    /** The transfer failed, and not what comes after it. */
    isTransferFailed: transfer.isError,
  };
}
