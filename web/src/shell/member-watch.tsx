import { useEffect } from 'react';
import { OutcomeWatch } from '../features/money/outcomes/outcome-watch.tsx';
import { PendingWatch } from '../features/money/transfers/pending-watch.tsx';
import { LostWithdrawalWatch } from '../features/money/withdrawals/lost-withdrawal-watch.tsx';
import { currentToken } from '../platform/session.ts';
import { readOnReturn, useKnownWallet, walletChanged } from '../wallet/wallet.queries.ts';

/** Several events of one movement make one reading. */
const GATHER_MS = 300;

/** The watches behind every screen of a member: wallet events and pending movements. */
export default function MemberWatch() {
  useWalletEvents();
  useEffect(readOnReturn, []);
  return (
    <>
      <PendingWatch />
      <LostWithdrawalWatch />
      <OutcomeWatch />
    </>
  );
}

/** The server says that the wallet changed; the screen reads it again. */
function useWalletEvents(): void {
  const userId = useKnownWallet()?.profile._id;
  useEffect(() => {
    if (!userId) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop: (() => void) | null = () => undefined;
    const gather = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        walletChanged();
      }, GATHER_MS);
    };
    const listen = async () => {
      const socket = await import('../platform/socket.ts');
      if (!stop) return;
      stop = socket.listen(() => ({ userId, token: currentToken() ?? '' }), {
        'wallet-changed': gather,
        missed: gather,
        // Events before the socket was let in, or while the connection was away, are lost.
        inside: gather,
      });
    };
    // Without a socket the wallet is still read by polling and by hand.
    listen().catch(() => undefined);
    return () => {
      clearTimeout(timer);
      stop?.();
      stop = null;
    };
  }, [userId]);
}
