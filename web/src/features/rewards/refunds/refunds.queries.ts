import type { Locale } from '@krapao/contract/editions.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useGrant } from '../../../conditions/use-grant.ts';
import { call, type Reply } from '../../../platform/api.ts';
import { PAGE_SIZE } from '../../../ui/pager-window.ts';
import { WALLET_KEY } from '../../../wallet/wallet.queries.ts';

export type RefundCheck = Reply<'GET /api/refund/check'>;
export type Refund = Reply<'POST /api/refund'>['refunds'][number];

/** Nested under WALLET_KEY, so invalidating the wallet refetches this. */
const CHECK_KEY = [...WALLET_KEY, 'refund-check'];
const LOG_KEY = [...WALLET_KEY, 'refunds'];
const SELDOM_MS = 10 * 60_000;

export function useRefundCheck(locale: Locale, enabled: boolean) {
  return useQuery({
    queryKey: [...CHECK_KEY, locale],
    queryFn: ({ signal }) => call('GET /api/refund/check', { query: { locale }, signal }),
    enabled,
    staleTime: 0,
  });
}

export function useRefundBanners(locale: Locale, enabled: boolean) {
  return useQuery({
    queryKey: ['refund-banners', locale],
    queryFn: ({ signal }) => call('GET /api/refund/banners', { query: { locale }, signal }),
    enabled,
    staleTime: SELDOM_MS,
  });
}

export function useRefunds(page: number, enabled: boolean) {
  return useQuery({
    queryKey: [...LOG_KEY, page],
    queryFn: ({ signal }) => call('POST /api/refund', { body: { page, limit: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    enabled,
    staleTime: 0,
  });
}

/** To the pot. */
export function useReceiveRefund() {
  return useGrant((_nothing: object, idempotencyKey) => call('GET /api/refund/receive', { idempotencyKey }));
}

/** From the pot to the main wallet. */
export function useAddRefund(onFound: () => void) {
  return useGrant((_nothing: object, idempotencyKey) => call('GET /api/refund/addWallet', { idempotencyKey }), onFound);
}
