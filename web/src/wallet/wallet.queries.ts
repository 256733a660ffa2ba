import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../platform/api.ts';
import { dateTimeText } from '../platform/date-text.ts';
import { queryClient } from '../platform/query-client.ts';
import { writeStored } from '../platform/storage.ts';

export type Wallet = Reply<'GET /api/wallet'>;
export type GameAccount = Wallet['slots'][number];

/** A game tells nobody when a round is over; while one can be played, its balance is read again this often. */
const PLAYING_REFRESH_MS = 15_000;

/** The time of the last answer outlives the page: a member who is offline still sees how old the figures are. */
function noteSync(wallet: Wallet): Wallet {
  writeStored('last_sync', dateTimeText(new Date()));
  return wallet;
}

/** What is read anew whenever the wallet changes has its key below this one. */
export const WALLET_KEY = ['wallet'];
/** A change of the wallet may move or end a condition, and with it what can be received. */
export const CONDITION_KEY = ['condition'];
export const BONUSES_KEY = ['bonuses'];

const walletQuery = queryOptions({
  queryKey: WALLET_KEY,
  queryFn: ({ signal }) => call('GET /api/wallet', { signal }).then(noteSync),
});

/** Also read anew whenever the member comes back to this tab, as from a game. */
export function useWallet() {
  return useQuery({
    ...walletQuery,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.slots.some((slot) => slot.isActive) ? PLAYING_REFRESH_MS : false),
  });
}

/** For its names and currency: without the watch over games being played. */
export function useWalletBasics(): Wallet | undefined {
  return useQuery(walletQuery).data;
}

/** The wallet if some screen has read it; asks for nothing. */
export function useKnownWallet(): Wallet | undefined {
  return useQuery({ ...walletQuery, enabled: false }).data;
}

/** Whoever moved money, or heard that it moved, says so here. */
export function walletChanged(): void {
  void readWallet();
  for (const queryKey of [CONDITION_KEY, BONUSES_KEY]) void queryClient.invalidateQueries({ queryKey });
}

/** Ends when the wallet has been read, or could not be. */
export function readWallet(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: WALLET_KEY });
}

/** Asks every game provider anew, which takes longer than reading the wallet. */
export function useRefreshBalance() {
  return useMutation({
    mutationFn: () => call('GET /api/wallet/refresh/slot').then(noteSync),
    onSuccess: (wallet) => queryClient.setQueryData(walletQuery.queryKey, wallet),
  });
}
