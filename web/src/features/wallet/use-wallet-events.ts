import { useEffect } from 'react';
import { currentToken } from '../../platform/session.ts';
import { useKnownWallet, walletChanged } from './wallet.queries.ts';

/** Several events of one movement make one reading. */
const GATHER_MS = 300;

/** The server says that the wallet changed; the screen reads it again. */
export function useWalletEvents(): void {
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
      const { openSocket } = await import('../../platform/socket.ts');
      if (!stop) return;
      const socket = openSocket(() => ({ userId, token: currentToken() ?? '' }));
      socket.on('wallet-changed', gather);
      // What happened while the connection was away was not heard.
      socket.io.on('reconnect', gather);
      stop = () => {
        socket.off('wallet-changed', gather);
        socket.io.off('reconnect', gather);
      };
    };
    // Without it the screen is still read anew by time and by hand.
    listen().catch(() => undefined);
    return () => {
      clearTimeout(timer);
      stop?.();
      stop = null;
    };
  }, [userId]);
}
