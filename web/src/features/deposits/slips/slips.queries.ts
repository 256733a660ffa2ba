import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';

/** The window opens and closes by the clock; the server does not tell when. */
const SLIP_WINDOW_ASK_MS = 60_000;

export function useSlipWindow() {
  return useQuery({
    queryKey: ['slip-window'],
    queryFn: ({ signal }) => call('GET /api/lookup/slip', { signal }),
    refetchInterval: SLIP_WINDOW_ASK_MS,
  });
}
