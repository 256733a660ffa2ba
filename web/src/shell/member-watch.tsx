import { PendingWatch } from '../features/transfers/pending-watch.tsx';
import { useWalletEvents } from '../features/wallet/use-wallet-events.ts';
import { LostWithdrawalWatch } from '../features/withdrawals/lost-withdrawal-watch.tsx';

/** What goes on behind every screen of a member. */
export default function MemberWatch() {
  useWalletEvents();
  return (
    <>
      <PendingWatch />
      <LostWithdrawalWatch />
    </>
  );
}
