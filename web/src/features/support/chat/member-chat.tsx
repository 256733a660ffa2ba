import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../platform/api.ts';
import { useKnownWallet } from '../../../wallet/wallet.queries.ts';
import { ChatLauncher } from './chat-launcher.tsx';

/** A member is helped also where the wallet cannot be read: then the profile tells who it is. */
export default function MemberChat() {
  const known = useKnownWallet()?.profile._id;
  const { data: profile } = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => call('GET /api/account/profile', { signal }),
    enabled: known === undefined,
  });
  const userId = known ?? profile?._id;
  const customer = useMemo(() => (userId === undefined ? null : { userId }), [userId]);
  return customer && <ChatLauncher key={customer.userId} customer={customer} />;
}
