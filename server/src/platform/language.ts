import { type Edition, LOCALES, type Locale } from '@krapao/contract/editions.ts';

/** The language that the caller asked for, else that of their browser, else the edition's own. */
export function localeOf(asked: Locale | undefined, acceptLanguage: string, edition: Edition): Locale {
  if (asked) return asked;
  for (const preference of acceptLanguage.toLowerCase().split(',')) {
    const language = preference.trim().slice(0, 2);
    const locale = LOCALES.find((candidate) => candidate === (language === 'lo' ? 'la' : language));
    if (locale) return locale;
  }
  return edition;
}
