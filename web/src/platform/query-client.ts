import { type Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { onSessionEnd } from './session.ts';

const PASSING_FAILURES: ReadonlySet<string> = new Set(['NETWORK_ERROR', 'SERVICE_UNAVAILABLE']);

/** Reads only: a call that moves money is a mutation and is never repeated by itself. */
function mayPass(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && PASSING_FAILURES.has(error.code);
}

/** Of this page: pages that were open while the service was away do not all come back at the same moment. */
const ASK_AGAIN_MS = 5_000 + Math.random() * 5_000;

/** What was asked for while the service was away is asked for again by itself. */
export function askAgainMs({ state: { error } }: Pick<Query, 'state'>): number | false {
  return error instanceof ApiError && PASSING_FAILURES.has(error.code) ? ASK_AGAIN_MS : false;
}

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: mayPass,
        refetchInterval: askAgainMs,
        // Offline, a call fails at once and says so, instead of leaving a skeleton that never ends.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Holds a member's data. */
export const queryClient = newQueryClient();

onSessionEnd(() => queryClient.clear());
