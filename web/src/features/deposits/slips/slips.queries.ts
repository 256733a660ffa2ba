import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { WALLET_KEY } from '../../../wallet/wallet.queries.ts';

/** The window opens and closes by the clock; the server does not tell when. */
const SLIP_WINDOW_ASK_MS = 60_000;

export function useSlipWindow() {
  return useQuery({
    queryKey: ['slip-window'],
    queryFn: ({ signal }) => call('GET /api/lookup/slip', { signal }),
    refetchInterval: SLIP_WINDOW_ASK_MS,
  });
}

const READING_SLIP_MS = 3_000;

/** The slip that was sent last, until the service has read it. Nested under WALLET_KEY: its money changes the wallet. */
export function useNewestSlip() {
  return useQuery({
    queryKey: [...WALLET_KEY, 'newest-slip'],
    queryFn: async ({ signal }) => {
      const { slips } = await call('POST /api/statement/slip', { body: { page: 1, limit: 1 }, signal });
      return slips[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'PROCESSING' ? false : READING_SLIP_MS),
    gcTime: 0,
  });
}
