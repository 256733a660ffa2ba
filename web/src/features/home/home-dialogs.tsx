import { Suspense, useState } from 'react';
import { usePreload } from '../../platform/preload.ts';
import { withQueries } from '../../platform/with-queries.tsx';
import { useLast } from '../../ui/use-last.ts';
import { useOnceOpened } from '../../ui/use-once-opened.ts';
import type { Wallet } from '../../wallet/wallet.queries.ts';

const DepositSheet = withQueries(() => import('../deposits/deposit-sheet.tsx'));
const WithdrawSheet = withQueries(() => import('../money/withdrawals/withdraw-sheet.tsx'));
const TransferDialog = withQueries(() => import('../money/transfers/transfer-dialog.tsx'));
const CollectDialog = withQueries(() => import('../money/transfers/collect-dialog.tsx'));
const InviteSheet = withQueries(() => import('../rewards/invites/invite-sheet.tsx'));
const InviteBonusDialog = withQueries(() => import('../rewards/invites/invite-bonus-dialog.tsx'));
const RefundSheet = withQueries(() => import('../rewards/refunds/refund-sheet.tsx'));
const GameSheet = withQueries(() => import('../money/games/game-sheet.tsx'));
const PARTS = [
  DepositSheet,
  GameSheet,
  WithdrawSheet,
  TransferDialog,
  CollectDialog,
  InviteSheet,
  RefundSheet,
  InviteBonusDialog,
];

export type HomeDialog = 'deposit' | 'withdraw' | 'transfer' | 'collect' | 'invite' | 'inviteBonus' | 'refund';

/** What is open over home: nothing, a dialog, or the sheet of one game. */
export function useHomeDialogs() {
  const [dialog, setDialog] = useState<HomeDialog | null>(null);
  const [gameCode, setGameCode] = useState<string | null>(null);
  return { dialog, setDialog, gameCode, setGameCode };
}

type HomeDialogsProps = { wallet: Wallet; state: ReturnType<typeof useHomeDialogs> };

export function HomeDialogs({ wallet, state: { dialog, setDialog, gameCode, setGameCode } }: HomeDialogsProps) {
  const shownCode = useLast(gameCode);
  const game = wallet.slots.find(({ code }) => code === shownCode);
  const depositWanted = useOnceOpened(dialog === 'deposit');
  const withdrawWanted = useOnceOpened(dialog === 'withdraw');
  const transferWanted = useOnceOpened(dialog === 'transfer');
  const collectWanted = useOnceOpened(dialog === 'collect');
  const inviteWanted = useOnceOpened(dialog === 'invite');
  const inviteBonusWanted = useOnceOpened(dialog === 'inviteBonus');
  const refundWanted = useOnceOpened(dialog === 'refund');
  const close = () => setDialog(null);
  usePreload(PARTS);

  return (
    <Suspense>
      {depositWanted && <DepositSheet wallet={wallet} open={dialog === 'deposit'} onClose={close} />}
      {withdrawWanted && <WithdrawSheet wallet={wallet} open={dialog === 'withdraw'} onClose={close} />}
      {transferWanted && (
        <TransferDialog
          wallet={wallet}
          open={dialog === 'transfer'}
          onOpenChange={(open: boolean) => !open && close()}
        />
      )}
      {collectWanted && <CollectDialog wallet={wallet} open={dialog === 'collect'} onClose={close} />}
      {inviteWanted && <InviteSheet wallet={wallet} open={dialog === 'invite'} onClose={close} />}
      {inviteBonusWanted && <InviteBonusDialog wallet={wallet} open={dialog === 'inviteBonus'} onClose={close} />}
      {refundWanted && <RefundSheet wallet={wallet} open={dialog === 'refund'} onClose={close} />}
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
