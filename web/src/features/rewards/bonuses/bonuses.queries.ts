import type { Locale } from '@krapao/contract/editions.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useGrant } from '../../../conditions/use-grant.ts';
import { call, type Reply } from '../../../platform/api.ts';
import { BONUSES_KEY } from '../../../wallet/wallet.queries.ts';

export type Bonus = Reply<'GET /api/bonus'>[number];
export type Promotion = Extract<Reply<'GET /api/promotion/find/{code}'>, { credit: number }>;

export function useBonuses(locale: Locale) {
  return useQuery({
    queryKey: [...BONUSES_KEY, locale],
    queryFn: ({ signal }) => call('GET /api/bonus', { query: { locale }, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });
}

export function useReceiveBonus() {
  return useGrant((params: { code: string }, idempotencyKey) =>
    call('GET /api/bonus/activate/{code}', { params, idempotencyKey }),
  );
}

type Search = { code: string; locale: Locale; enabled: boolean };

/** Asked anew by every search: a promotion may have ended meanwhile. */
export function usePromotion({ code, locale, enabled }: Search) {
  return useQuery({
    queryKey: ['promotion', code, locale],
    queryFn: ({ signal }) => call('GET /api/promotion/find/{code}', { params: { code }, query: { locale }, signal }),
    enabled,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useReceivePromotion(locale: Locale) {
  return useGrant((params: { code: string }, idempotencyKey) =>
    call('GET /api/promotion/activate/{code}', { params, query: { locale }, idempotencyKey }),
  );
}
