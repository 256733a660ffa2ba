import { useEffect } from 'react';
import { OutcomeWatch } from '../features/money/outcomes/outcome-watch.tsx';
import { PendingWatch } from '../features/money/transfers/pending-watch.tsx';
import { LostWithdrawalWatch } from '../features/money/withdrawals/lost-withdrawal-watch.tsx';
import { CONTACT, isServiceGone } from '../platform/failures.ts';
import { followOtherTabs } from '../platform/hidden-money.ts';
import { usePlace } from '../platform/place.tsx';
import { currentToken, followOtherSignIns } from '../platform/session.ts';
import { readOnReturn, useKnownWallet, walletChanged } from '../wallet/wallet.queries.ts';
import { walletNews } from './wallet-news.ts';

const ACTS = ['pointerdown', 'keydown'] as const;

/** The watches behind every screen of a member: wallet events and pending movements. Nothing while the service is gone. */
export default function MemberWatch() {
  const isGone = isServiceGone.use();
  const { pathname } = usePlace();
  // A member who leaves the contact page for a screen with money finds out whether the service is back.
  useEffect(() => {
    if (isGone && !CONTACT.has(pathname)) walletChanged();
  }, [isGone, pathname]);
  return isGone ? null : <Watches />;
}

function Watches() {
  useWalletEvents();
  useEffect(readOnReturn, []);
  useEffect(followOtherTabs, []);
  useEffect(followOtherSignIns, []);
  // They tell amounts and places, which they can name once the wallet was read.
  const isWalletKnown = useKnownWallet() !== undefined;
  return isWalletKnown ? (
    <>
      <PendingWatch />
      <LostWithdrawalWatch />
      <OutcomeWatch />
    </>
  ) : null;
}

/**
 * The server says that the wallet changed, over the page’s one socket, in the member’s own room; the screen reads it again.
 * Events within 300 ms make one reading.
 */
function useWalletEvents(): void {
  const userId = useKnownWallet()?.profile._id;
  useEffect(() => {
    if (!userId) return;
    const news = walletNews(walletChanged);
    let stop: (() => void) | null = () => undefined;
    const listen = async () => {
      const socket = await import('../platform/socket.ts');
      if (!stop) return;
      stop = socket.listen(() => ({ userId, token: currentToken() ?? '' }), {
        'wallet-changed': news.changed,
        missed: news.missed,
        // Events before the socket was let in, or while the connection was away, are lost.
        inside: news.missed,
      });
    };
    // Without a socket the wallet is still read by polling and by hand.
    listen().catch(() => undefined);
    for (const act of ACTS) window.addEventListener(act, news.memberActs, { passive: true });
    return () => {
      for (const act of ACTS) window.removeEventListener(act, news.memberActs);
      news.stop();
      stop?.();
      stop = null;
    };
  }, [userId]);
}
