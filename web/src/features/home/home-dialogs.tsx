import type { Minor } from '@krapao/contract/money.ts';
import { type ComponentType, useState } from 'react';
import { type Preloadable, usePreload } from '../../platform/preload.ts';
import { fetchedDialog } from '../../ui/fetched-dialog.ts';
import { useLast } from '../../ui/use-last.ts';
import type { Wallet } from '../../wallet/wallet.queries.ts';
import { canPlayOnWeb } from '../money/games/entry.ts';
import { gamesToContinue } from './games-to-continue.ts';

/** `onOpen`: another sheet in its place. `onPlay`: the game at the head of *Continue playing*, or the list of games without one. */
type SheetProps = {
  wallet: Wallet;
  open: boolean;
  onClose: () => void;
  onOpen: (dialog: HomeDialog) => void;
  onPlay: (amount: Minor) => void;
};

const SHEETS = {
  deposit: fetchedDialog(() => import('../deposits/deposit-sheet.tsx')),
  withdraw: fetchedDialog(() => import('../money/withdrawals/withdraw-sheet.tsx')),
  transfer: fetchedDialog(() => import('../money/transfers/transfer-dialog.tsx')),
  collect: fetchedDialog(() => import('../money/transfers/collect-dialog.tsx')),
  places: fetchedDialog(() => import('./places-sheet.tsx')),
  motion: fetchedDialog(() => import('./motion-sheet.tsx')),
  invite: fetchedDialog(() => import('../rewards/invites/invite-sheet.tsx')),
  refund: fetchedDialog(() => import('../rewards/refunds/refund-sheet.tsx')),
  inviteBonus: fetchedDialog(() => import('../rewards/invites/invite-bonus-dialog.tsx')),
} satisfies Record<string, ComponentType<never> & Preloadable>;
const GameSheet = fetchedDialog(() => import('../money/games/game-sheet.tsx'));
const PARTS = [GameSheet, ...Object.values(SHEETS)];

export type HomeDialog = keyof typeof SHEETS;
const NAMES = Object.keys(SHEETS) as HomeDialog[];

/** A game whose sheet is open; `amount` is offered to be moved into it. */
type OpenGame = { code: string; amount?: Minor };

/** The open dialog of the home page, or the sheet of one game, or none. */
export function useHomeDialogs() {
  const [dialog, setDialog] = useState<HomeDialog | null>(null);
  const [game, setGame] = useState<OpenGame | null>(null);
  return { dialog, setDialog, game, setGame };
}

type HomeDialogsProps = { wallet: Wallet; state: ReturnType<typeof useHomeDialogs>; onGames: () => void };

export function HomeDialogs({ wallet, state: { dialog, setDialog, game, setGame }, onGames }: HomeDialogsProps) {
  const shown = useLast(game);
  const shownGame = wallet.slots.find(({ code }) => code === shown?.code);
  usePreload(PARTS);
  const play = (amount: Minor) => {
    const [first] = gamesToContinue(wallet.slots).filter(canPlayOnWeb);
    if (first) setGame({ code: first.code, amount });
    else onGames();
  };

  return (
    <>
      {NAMES.map((name) => (
        <Sheet
          key={name}
          name={name}
          wallet={wallet}
          open={dialog === name}
          onClose={() => setDialog(null)}
          onOpen={setDialog}
          onPlay={play}
        />
      ))}
      {shownGame && (
        <GameSheet
          key={`${shownGame.code} ${shown?.amount ?? ''}`}
          wallet={wallet}
          game={shownGame}
          {...(shown?.amount !== undefined && { offered: shown.amount })}
          open={game !== null}
          onClose={() => setGame(null)}
        />
      )}
    </>
  );
}

function Sheet({ name, ...props }: SheetProps & { name: HomeDialog }) {
  const Part = SHEETS[name] as ComponentType<SheetProps>;
  return <Part {...props} />;
}
