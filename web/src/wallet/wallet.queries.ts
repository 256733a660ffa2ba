import { focusManager, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../platform/api.ts';
import { dateTimeText } from '../platform/date-text.ts';
import { isServiceGone } from '../platform/failures.ts';
import { askAgainMs, queryClient } from '../platform/query-client.ts';
import { deviceTimeOf } from '../platform/server-clock.ts';
import { currentToken, onSessionEnd } from '../platform/session.ts';
import { writeStored } from '../platform/storage.ts';
import { keepWallet } from './last-wallet.ts';

export type Wallet = Reply<'GET /api/wallet'>;
export type GameAccount = Wallet['slots'][number];

/**
 * No provider tells when a round is over: while something can be at a game, the wallet is read again this often. The
 * server knows which games are to be asked for it.
 */
const PLAYING_REFRESH_MS = 15_000;

/** When the figures were read: an answer may have asked no game, and each game says as of when its figure is. */
export function readTimeOf({ slots }: Pick<Wallet, 'slots'>, readAt = Date.now()): Date {
  return new Date(Math.min(readAt, ...slots.flatMap(({ asOf }) => (asOf ? [deviceTimeOf(asOf)] : []))));
}

/** Whether every game whose figure may have changed was read after `before`. */
export function isReadAnew(wallet: Pick<Wallet, 'slots'>, before: Pick<Wallet, 'slots'> | undefined): boolean {
  const earlier = new Map(before?.slots.map(({ code, asOf }) => [code, asOf]));
  return wallet.slots.every(({ code, asOf }) => !asOf || asOf > (earlier.get(code) ?? ''));
}

/** Outlives the page: a member who is offline still sees how old the figures are, and the next visit begins with them. */
function noteSync(wallet: Wallet, askedBy: string | null): Wallet {
  const at = readTimeOf(wallet);
  writeStored('last_sync', dateTimeText(at));
  keepWallet(wallet, at, askedBy);
  return wallet;
}

let lastTurn = 0;
let newest: { turn: number; wallet: Wallet } | null = null;
onSessionEnd(() => {
  newest = null;
});

/** Answers may come in another order than they were asked for: an older one never takes the place of a newer one. */
async function inTurn(ask: () => Promise<Wallet>): Promise<Wallet> {
  const turn = ++lastTurn;
  const askedBy = currentToken();
  const wallet = await ask();
  isServiceGone.set(false);
  if (newest && newest.turn > turn) return newest.wallet;
  newest = { turn, wallet };
  return noteSync(wallet, askedBy);
}

/** Queries whose key is nested under this one are refetched whenever the wallet changes. */
export const WALLET_KEY = ['wallet'];

export const walletQuery = queryOptions({
  queryKey: WALLET_KEY,
  queryFn: ({ signal }) => inTurn(() => call('GET /api/wallet', { signal })),
  // `readOnReturn` does that: a reading that is on its way may have been asked for before the member played.
  refetchOnWindowFocus: false,
});

/** While a game can be played, the wallet is read again and again. */
export function useWallet() {
  return useQuery({
    ...walletQuery,
    refetchInterval: (query) =>
      query.state.data?.slots.some(({ asOf }) => asOf) ? PLAYING_REFRESH_MS : askAgainMs(query),
  });
}

/** The wallet for its names and currency: without the watch over games being played. */
export function useWalletBasics(): Wallet | undefined {
  return useQuery(walletQuery).data;
}

/** The wallet if some screen has read it; asks for nothing. */
export function useKnownWallet(): Wallet | undefined {
  return useQuery({ ...walletQuery, enabled: false }).data;
}

/** The kind of every wish that moves the member's own money: of these one is sent at a time. */
export const MOVEMENT = 'movement';

/** To be called after every movement of the member's money, made here or told by the socket. */
export function walletChanged(): void {
  void readWallet();
}

/** Resolves when the wallet has been read, or reading has failed. */
export function readWallet(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: WALLET_KEY });
}

/** Reads the shown wallet anew whenever the member comes back to this tab, as from a game. Returns how to stop that. */
export function readOnReturn(): () => void {
  return focusManager.subscribe((isHere) => {
    if (isHere) void queryClient.refetchQueries({ queryKey: WALLET_KEY, exact: true, type: 'active' });
  });
}

/**
 * Has every game provider asked anew, which takes longer than reading the wallet. The server asks none where a member
 * refreshes too often, and a provider may be silent: `isRead` says whether all told their figures.
 */
export async function refreshWallet(): Promise<{ wallet: Wallet; isRead: boolean }> {
  const before = queryClient.getQueryData(walletQuery.queryKey);
  const wallet = await inTurn(() => call('GET /api/wallet/refresh/slot'));
  queryClient.setQueryData(walletQuery.queryKey, wallet);
  return { wallet, isRead: isReadAnew(wallet, before) };
}

export function useRefreshBalance() {
  return useMutation({ mutationFn: refreshWallet });
}
