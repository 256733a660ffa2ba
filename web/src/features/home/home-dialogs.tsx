import { Suspense, useState } from 'react';
import { usePreload } from '../../platform/preload.ts';
import { withQueries } from '../../platform/with-queries.tsx';
import { useLast } from '../../ui/use-last.ts';
import { useOnceOpened } from '../../ui/use-once-opened.ts';
import type { Wallet } from '../wallet/wallet.queries.ts';

const TransferDialog = withQueries(() => import('../transfers/transfer-dialog.tsx'));
const CollectDialog = withQueries(() => import('../transfers/collect-dialog.tsx'));
const GameSheet = withQueries(() => import('../games/game-sheet.tsx'));
const PARTS = [GameSheet, TransferDialog, CollectDialog];

/** What is open over home: nothing, a dialog, or the sheet of one game. */
export function useHomeDialogs() {
  const [dialog, setDialog] = useState<'transfer' | 'collect' | null>(null);
  const [gameCode, setGameCode] = useState<string | null>(null);
  return { dialog, setDialog, gameCode, setGameCode };
}

type HomeDialogsProps = { wallet: Wallet; state: ReturnType<typeof useHomeDialogs> };

export function HomeDialogs({ wallet, state: { dialog, setDialog, gameCode, setGameCode } }: HomeDialogsProps) {
  const shownCode = useLast(gameCode);
  const game = wallet.slots.find(({ code }) => code === shownCode);
  const transferWanted = useOnceOpened(dialog === 'transfer');
  const collectWanted = useOnceOpened(dialog === 'collect');
  const close = (open: boolean) => !open && setDialog(null);
  usePreload(PARTS);

  return (
    <Suspense>
      {transferWanted && <TransferDialog wallet={wallet} open={dialog === 'transfer'} onOpenChange={close} />}
      {collectWanted && <CollectDialog wallet={wallet} open={dialog === 'collect'} onClose={() => setDialog(null)} />}
      {game && (
        <GameSheet
          key={game.code}
          wallet={wallet}
          game={game}
          open={gameCode !== null}
          onOpenChange={(open: boolean) => !open && setGameCode(null)}
        />
      )}
    </Suspense>
  );
}
