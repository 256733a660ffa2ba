import { type ComponentType, Suspense, useState } from 'react';
import { type Preloadable, usePreload } from '../../platform/preload.ts';
import { withQueries } from '../../platform/with-queries.tsx';
import { useLast } from '../../ui/use-last.ts';
import { useOnceOpened } from '../../ui/use-once-opened.ts';
import type { Wallet } from '../../wallet/wallet.queries.ts';

type SheetProps = { wallet: Wallet; open: boolean; onClose: () => void };

const SHEETS = {
  deposit: withQueries(() => import('../deposits/deposit-sheet.tsx')),
  withdraw: withQueries(() => import('../money/withdrawals/withdraw-sheet.tsx')),
  transfer: withQueries(() => import('../money/transfers/transfer-dialog.tsx')),
  collect: withQueries(() => import('../money/transfers/collect-dialog.tsx')),
  invite: withQueries(() => import('../rewards/invites/invite-sheet.tsx')),
  refund: withQueries(() => import('../rewards/refunds/refund-sheet.tsx')),
  inviteBonus: withQueries(() => import('../rewards/invites/invite-bonus-dialog.tsx')),
} satisfies Record<string, ComponentType<SheetProps> & Preloadable>;
const GameSheet = withQueries(() => import('../money/games/game-sheet.tsx'));
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
    <Suspense>
      {NAMES.map((name) => (
        <Sheet key={name} name={name} wallet={wallet} open={dialog === name} onClose={() => setDialog(null)} />
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
    </Suspense>
  );
}

function Sheet({ name, ...props }: SheetProps & { name: HomeDialog }) {
  const isWanted = useOnceOpened(props.open);
  const Part: ComponentType<SheetProps> = SHEETS[name];
  return isWanted && <Part {...props} />;
}
