import type { Locale } from '@krapao/contract/editions.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useGrant } from '../../../conditions/use-grant.ts';
import { call, type Reply } from '../../../platform/api.ts';
import { PAGE_SIZE } from '../../../ui/pager-window.ts';
import { WALLET_KEY } from '../../../wallet/wallet.queries.ts';

export type InvitedFriend = Reply<'POST /api/invite'>['invites'][number];

/** Nested under WALLET_KEY, so invalidating the wallet refetches this. */
const KEY = [...WALLET_KEY, 'invites'];
const SELDOM_MS = 10 * 60_000;

export function useInvitedFriends(page: number, enabled: boolean) {
  return useQuery({
    queryKey: [...KEY, page],
    queryFn: ({ signal }) => call('POST /api/invite', { body: { page, limit: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    enabled,
    staleTime: 0,
  });
}

export function useInviteBanners(locale: Locale, enabled: boolean) {
  return useQuery({
    queryKey: ['invite-banners', locale],
    queryFn: ({ signal }) => call('GET /api/invite/banners', { query: { locale }, signal }),
    enabled,
    staleTime: SELDOM_MS,
  });
}

export function useReceiveInviteBonus(onFound: () => void) {
  return useGrant((_nothing: object, idempotencyKey) => call('GET /api/invite/bonus', { idempotencyKey }), onFound);
}

/** The QR picture of the link, drawn in the browser: the link goes to no other service. */
export function useQrPicture(text: string, enabled: boolean) {
  return useQuery({
    queryKey: ['qr-picture', text],
    queryFn: async () => {
      const { toDataURL } = await import('qrcode');
      return toDataURL(text, { width: 480, margin: 0, errorCorrectionLevel: 'M' });
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
