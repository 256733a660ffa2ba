import { type Edition, LOCALES, type Locale } from '@krapao/contract/editions.ts';

/** What the caller asked for, else what their browser prefers, else the edition's own language. */
export function localeOf(asked: Locale | undefined, acceptLanguage: string, edition: Edition): Locale {
  if (asked) return asked;
  for (const preference of acceptLanguage.toLowerCase().split(',')) {
    const language = preference.trim().slice(0, 2);
    const locale = LOCALES.find((candidate) => candidate === (language === 'lo' ? 'la' : language));
    if (locale) return locale;
  }
  return edition;
}
