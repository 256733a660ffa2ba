import { type ComponentType, useState } from 'react';
import { type Preloadable, usePreload } from '../../platform/preload.ts';
import { fetchedDialog } from '../../ui/fetched-dialog.ts';
import { useLast } from '../../ui/use-last.ts';
import type { Wallet } from '../../wallet/wallet.queries.ts';

/** `onOpen`: another sheet in its place. */
type SheetProps = { wallet: Wallet; open: boolean; onClose: () => void; onOpen: (dialog: HomeDialog) => void };

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

/** The open dialog of the home page, or the sheet of one game, or none. */
export function useHomeDialogs() {
  const [dialog, setDialog] = useState<HomeDialog | null>(null);
  const [gameCode, setGameCode] = useState<string | null>(null);
  return { dialog, setDialog, gameCode, setGameCode };
}

type HomeDialogsProps = { wallet: Wallet; state: ReturnType<typeof useHomeDialogs> };

export function HomeDialogs({ wallet, state: { dialog, setDialog, gameCode, setGameCode } }: HomeDialogsProps) {
  const shownCode = useLast(gameCode);
  const game = wallet.slots.find(({ code }) => code === shownCode);
  usePreload(PARTS);

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
        />
      ))}
      {game && (
        <GameSheet
          key={game.code}
          wallet={wallet}
          game={game}
          open={gameCode !== null}
          onClose={() => setGameCode(null)}
        />
      )}
    </>
  );
}

function Sheet({ name, ...props }: SheetProps & { name: HomeDialog }) {
  const Part = SHEETS[name] as ComponentType<SheetProps>;
  return <Part {...props} />;
}
