import type { Locale } from '@krapao/contract/editions.ts';
import { useQuery } from '@tanstack/react-query';
import { heldTogether } from '../../../i18n/held-words.ts';
import { call } from '../../../platform/api.ts';

/** Texts of the service change seldom. */
const SELDOM_MS = 10 * 60_000;
const held = (lines: string[]) => lines.map(heldTogether);

export function useConditions(locale: Locale, enabled: boolean) {
  return useQuery({
    queryKey: ['conditions', locale],
    queryFn: ({ signal }) => call('GET /api/lookup/conditions', { query: { locale }, signal }),
    select: held,
    staleTime: SELDOM_MS,
    enabled,
  });
}

export function useAgreements(locale: Locale, enabled: boolean) {
  return useQuery({
    queryKey: ['agreements', locale],
    queryFn: ({ signal }) => call('GET /api/lookup/agreements', { query: { locale }, signal }),
    select: held,
    staleTime: SELDOM_MS,
    enabled,
  });
}

export function useNotice(locale: Locale) {
  return useQuery({
    queryKey: ['notice', locale],
    queryFn: ({ signal }) => call('GET /api/lookup/notice', { query: { locale }, signal }),
  });
}

export function useContact(locale: Locale) {
  return useQuery({
    queryKey: ['contact', locale],
    queryFn: ({ signal }) => call('GET /api/lookup/contact', { query: { locale }, signal }),
    select: (contact) => ({ ...contact, contactText: heldTogether(contact.contactText) }),
    staleTime: SELDOM_MS,
  });
}
