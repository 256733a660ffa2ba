import type { Locale } from '@krapao/contract/editions.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useI18n } from '../../../i18n/i18n.tsx';
import { call, type Reply } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { isAnswer } from '../../../platform/idempotency.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { useOnce } from '../../../platform/use-once.ts';
import { PAGE_SIZE } from '../../../ui/pager-window.ts';
import { WALLET_KEY, walletChanged } from '../../../wallet/wallet.queries.ts';
import { pendingSpins } from './pending-spins.ts';

type Setup = Reply<'GET /api/spinwheel/setup'>;
export type Wheel = NonNullable<Setup['activeSpinwheel']>;
export type Slice = Wheel['slices'][number];
export type Coupon = Reply<'GET /api/spinwheel/coupon'>['coupons'][number];
export type PastSpin = Reply<'POST /api/spinwheel/history'>['spins'][number];
export type SpinResult = Extract<Reply<'POST /api/spinwheel/spin'>, { success: true }>['result'];

/** Nested under WALLET_KEY, so invalidating the wallet refetches this: a deposit may have earned a coin. */
const KEY = [...WALLET_KEY, 'wheel'];
const SETUP_KEY = [...KEY, 'setup'];
const ABSENT = new ApiError({ code: 'NO_DATA', status: 404 });
const REFUSED = 422;
const LEFT_ASK_MS = 2_000;

/** `isCalm`: no refetch while the wheel turns, which would show the prize before the needle does. */
export function useSetup(isCalm: boolean) {
  const { locale } = useI18n();
  return useQuery({
    queryKey: [...SETUP_KEY, locale],
    queryFn: ({ signal }) => call('GET /api/spinwheel/setup', { query: { locale }, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    enabled: isCalm,
  });
}

export function useCoupons(isCalm: boolean) {
  const { locale } = useI18n();
  return useQuery({
    queryKey: [...KEY, 'coupons', locale],
    queryFn: ({ signal }) => call('GET /api/spinwheel/coupon', { query: { locale }, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    enabled: isCalm,
  });
}

export function useSpinHistory(page: number, enabled: boolean) {
  const { locale } = useI18n();
  return useQuery({
    queryKey: [...KEY, 'history', locale, page],
    queryFn: ({ signal }) => readHistory(locale, page, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** A spin by its id, among the newest; fails with NO_DATA as long as there is none. */
export function useLeftSpin(id: string | null) {
  const { locale } = useI18n();
  return useQuery({
    queryKey: ['left-spin', id],
    queryFn: async ({ signal }) => {
      const { spins } = await readHistory(locale, 1, signal);
      const spin = spins.find(({ _id }) => _id === id);
      if (!spin) throw ABSENT;
      return spin;
    },
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data ? false : LEFT_ASK_MS),
    retry: false,
    gcTime: 0,
  });
}

function readHistory(locale: Locale, page: number, signal: AbortSignal) {
  return call('POST /api/spinwheel/history', { query: { locale }, body: { page, limit: PAGE_SIZE }, signal });
}

/** `serverSeedHash` is the promise that the member saw: a spin that would break it is refused. */
type SpinSeeds = { clientSeed: string; serverSeedHash: string };

/** The spin's id is kept until its prize has been shown, also to a member who leaves in between. */
export async function sendSpin(body: SpinSeeds, locale: Locale, key: string): Promise<SpinResult> {
  pendingSpins.add(key);
  try {
    const reply = await call('POST /api/spinwheel/spin', { query: { locale }, body, idempotencyKey: key });
    if (!reply.success) throw new ApiError({ code: reply.error, status: REFUSED });
    return reply.result;
  } catch (error) {
    if (isAnswer(error)) pendingSpins.remove(key);
    throw error;
  }
}

/** The answer of a spin holds the new coins and promise; the prize is shown when the wheel has stopped. */
export function noteSpin({ remainingCoin, nextServerSeedHash }: SpinResult): void {
  queryClient.setQueriesData<Setup>({ queryKey: SETUP_KEY }, (setup) =>
    setup?.activeSpinwheel
      ? {
          ...setup,
          activeSpinwheel: { ...setup.activeSpinwheel, serverSeedHash: nextServerSeedHash },
          userCoin: remainingCoin,
        }
      : setup,
  );
}

export function useClaim() {
  const { locale } = useI18n();
  return useOnce({
    wishOf: ({ _id: coupon }: Coupon) => ({ coupon }),
    send: ({ _id: coupon }, idempotencyKey) =>
      call('POST /api/spinwheel/coupon/claim', { query: { locale }, body: { coupon }, idempotencyKey }),
    onSettled: walletChanged,
  });
}
