import { useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../platform/api.ts';
import { queryClient } from '../platform/query-client.ts';
import { WALLET_KEY } from '../wallet/wallet.queries.ts';

export type Condition = Reply<'GET /api/bonus/check/active'>;
export type RunningCondition = Extract<Condition, { status: true }>;

/** Nested under WALLET_KEY, so invalidating the wallet refetches this: moved money may move or end a condition. */
const CONDITION_KEY = [...WALLET_KEY, 'condition'];
/** The server's socket tells of every change; a network may lose that event, so the condition is also polled. */
const RUNNING_ASK_MS = 15_000;
const SOON_OVER_ASK_MS = 3_000;

export function useCondition() {
  return useQuery({
    queryKey: CONDITION_KEY,
    queryFn: ({ signal }) => call('GET /api/bonus/check/active', { signal }),
    refetchInterval: ({ state }) => askAgainMs(state.data),
    // The member may be back from a game.
    refetchOnWindowFocus: 'always',
  });
}

function askAgainMs(condition: Condition | undefined): number | false {
  if (!condition?.status) return false;
  return condition.isClearing || condition.isEnding ? SOON_OVER_ASK_MS : RUNNING_ASK_MS;
}

/** Shows the answer of a clear at once, before the condition has been read again. */
export function noteCleared({ status }: Reply<'GET /api/bonus/clear'>): void {
  queryClient.setQueryData<Condition>(CONDITION_KEY, (old) => {
    if (status === 'SUCCESS') return { status: false };
    return old?.status ? { ...old, isClearing: true } : old;
  });
}
