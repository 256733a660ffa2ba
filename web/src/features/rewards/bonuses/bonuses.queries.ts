import type { Locale } from '@krapao/contract/editions.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useGrant } from '../../../conditions/use-grant.ts';
import { call, type Reply } from '../../../platform/api.ts';
import { WALLET_KEY } from '../../../wallet/wallet.queries.ts';

export type Bonus = Reply<'GET /api/bonus'>[number];

/** Nested under WALLET_KEY, so invalidating the wallet refetches this: a condition decides what can be received. */
const BONUSES_KEY = [...WALLET_KEY, 'bonuses'];

export function useBonuses(locale: Locale) {
  return useQuery({
    queryKey: [...BONUSES_KEY, locale],
    queryFn: ({ signal }) => call('GET /api/bonus', { query: { locale }, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });
}

export function useReceiveBonus(onFound: () => void) {
  return useGrant(
    (params: { code: string }, idempotencyKey) => call('GET /api/bonus/activate/{code}', { params, idempotencyKey }),
    onFound,
  );
}
