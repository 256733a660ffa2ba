import type { Locale } from '@krapao/contract/editions.ts';

type BankNames = { nameTH: string; nameLA: string; nameEN: string };

/** The bank's name in the reader's language. */
export function bankName({ nameTH, nameLA, nameEN }: BankNames, locale: Locale): string {
  return { th: nameTH, la: nameLA, en: nameEN }[locale];
}
