import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../../../platform/api.ts';
import { PAGE_SIZE } from '../../../ui/pager-window.ts';
import { statusOf } from '../../../wallet/entry-status.ts';
import { WALLET_KEY } from '../../../wallet/wallet.queries.ts';

export type Slip = Reply<'POST /api/statement/slip'>['slips'][number];

const READING_SLIP_MS = 3_000;

/** Nested under WALLET_KEY, so invalidating the wallet refetches this. */
const SLIPS_KEY = [...WALLET_KEY, 'slips'];

/** Asked for again and again while the service reads one of the slips. */
export function useSlips(page: number, enabled: boolean) {
  return useQuery({
    queryKey: [...SLIPS_KEY, page],
    queryFn: ({ signal }) => call('POST /api/statement/slip', { body: { page, limit: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.slips.some(isBeingRead) ? READING_SLIP_MS : false),
    enabled,
    staleTime: 0,
  });
}

/** Addresses of pictures live for a while only: each look asks for a fresh one. */
export function useSlipImage(reference: string | null) {
  return useQuery({
    queryKey: ['slip-image', reference],
    queryFn: ({ signal }) =>
      call('GET /api/statement/slip/reference/{reference}', { params: { reference: reference ?? '' }, signal }),
    enabled: reference !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

function isBeingRead({ status }: Slip): boolean {
  return statusOf(status).key === 'state.inProgress';
}
