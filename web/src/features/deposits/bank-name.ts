import type { Locale } from '@krapao/contract/editions.ts';

/** `nameTH` is the name at home, Lao for Lao banks. */
export function bankName({ nameTH, nameEN }: { nameTH: string; nameEN: string }, locale: Locale): string {
  return locale === 'en' ? nameEN : nameTH;
}
