import type { Locale } from '@krapao/contract/editions.ts';
import { useQuery } from '@tanstack/react-query';
import { useGrant } from '../../../conditions/use-grant.ts';
import { call, type Reply } from '../../../platform/api.ts';

export type Promotion = Extract<Reply<'GET /api/promotion/find/{code}'>, { credit: number }>;
type Search = { code: string; locale: Locale; enabled: boolean };

/** Every search asks the server: a promotion may have ended meanwhile. */
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

export function useReceivePromotion(locale: Locale, onFound: () => void) {
  return useGrant(
    (params: { code: string }, idempotencyKey) =>
      call('GET /api/promotion/activate/{code}', { params, query: { locale }, idempotencyKey }),
    onFound,
  );
}
