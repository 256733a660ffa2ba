import { PendingWatch } from '../features/money/transfers/pending-watch.tsx';
import { LostWithdrawalWatch } from '../features/money/withdrawals/lost-withdrawal-watch.tsx';
import { useWalletEvents } from '../wallet/use-wallet-events.ts';

/** The watches behind every screen of a member: wallet events and pending movements. */
export default function MemberWatch() {
  useWalletEvents();
  return (
    <>
      <PendingWatch />
      <LostWithdrawalWatch />
    </>
  );
}
