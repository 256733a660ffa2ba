import { useMutation, useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../../platform/api.ts';
import { dateTimeText } from '../../platform/date-text.ts';
import { queryClient } from '../../platform/query-client.ts';
import { writeStored } from '../../platform/storage.ts';

export type Wallet = Reply<'GET /api/wallet'>;
export type GameAccount = Wallet['slots'][number];

const walletKey = ['wallet'];

/** The time of the last answer outlives the page: a member who is offline still sees how old the figures are. */
function noteSync(wallet: Wallet): Wallet {
  writeStored('last_sync', dateTimeText(new Date()));
  return wallet;
}

export function useWallet() {
  return useQuery({
    queryKey: walletKey,
    queryFn: ({ signal }) => call('GET /api/wallet', { signal }).then(noteSync),
  });
}

/** Asks every game provider anew, which takes longer than reading the wallet. */
export function useRefreshBalance() {
  return useMutation({
    mutationFn: () => call('GET /api/wallet/refresh/slot').then(noteSync),
    onSuccess: (wallet) => queryClient.setQueryData(walletKey, wallet),
  });
}
