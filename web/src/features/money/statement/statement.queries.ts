import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../../../platform/api.ts';
import { PAGE_SIZE } from '../../../ui/pager-window.ts';
import { WALLET_KEY } from '../../../wallet/wallet.queries.ts';
import { statusOf } from './entry-status.ts';
import { type StatementFilter, wireFilter } from './statement-filter.ts';

export type StatementEntry = Reply<'POST /api/statement'>['statements'][number];
export type Slip = Reply<'POST /api/statement/slip'>['slips'][number];

const READING_SLIP_MS = 3_000;

/** Below the wallet's key: whoever says that the wallet changed has this read again as well. */
const KEY = [...WALLET_KEY, 'statement'];
const SLIPS_KEY = [...WALLET_KEY, 'slips'];

export function useStatement(filter: StatementFilter, page: number) {
  return useQuery({
    queryKey: [...KEY, filter, page],
    queryFn: ({ signal }) =>
      call('POST /api/statement', { body: { page, limit: PAGE_SIZE, ...wireFilter(filter) }, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });
}

/** Read again and again while a slip is being read. */
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
