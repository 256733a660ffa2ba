import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../../../platform/api.ts';
import { PAGE_SIZE } from '../../../ui/pager-window.ts';
import { WALLET_KEY } from '../../../wallet/wallet.queries.ts';
import { type StatementFilter, wireFilter } from './statement-filter.ts';

export type DaySums = Reply<'POST /api/statement'>['days'][number];

/** Nested under WALLET_KEY, so invalidating the wallet refetches this. */
const KEY = [...WALLET_KEY, 'statement'];

export function useStatement(filter: StatementFilter, page: number, results: boolean) {
  return useQuery({
    queryKey: [...KEY, filter, page, results],
    queryFn: ({ signal }) =>
      call('POST /api/statement', { body: { page, limit: PAGE_SIZE, results, ...wireFilter(filter) }, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });
}
