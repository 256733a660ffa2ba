import { useMemo } from 'react';
import { useProfile } from '../../../wallet/profile.queries.ts';
import { useKnownWallet } from '../../../wallet/wallet.queries.ts';
import { ChatLauncher } from './chat-launcher.tsx';

export default function MemberChat() {
  const known = useKnownWallet()?.profile._id;
  const asked = useProfile({ enabled: known === undefined }).data?._id;
  const userId = known ?? asked;
  const customer = useMemo(() => (userId === undefined ? null : { userId }), [userId]);
  return customer && <ChatLauncher key={customer.userId} customer={customer} />;
}
