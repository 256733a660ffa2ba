import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { onSessionEnd } from './session.ts';

const PASSING_FAILURES: ReadonlySet<string> = new Set(['NETWORK_ERROR', 'SERVICE_UNAVAILABLE']);

/** Reads only: a call that moves money is a mutation and is never repeated by itself. */
function mayPass(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && PASSING_FAILURES.has(error.code);
}

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: mayPass,
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
