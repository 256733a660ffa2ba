import { LOCALES, type Locale } from '@krapao/contract/editions.ts';
import type { FieldProblem } from '@krapao/contract/errors.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@krapao/contract/members/limits.ts';
import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { ApiError } from '../platform/api-error.ts';
import { edition } from '../platform/edition.ts';
import { readStored, writeStored } from '../platform/storage.ts';
import { type Dictionary, LANGUAGE_TAGS, loadDictionary, type Translate, translate } from './dictionary.ts';

export type Language = { locale: Locale; dictionary: Dictionary };

type I18n = {
  locale: Locale;
  setLocale: (locale: Locale) => void;
  t: Translate;
  /** The text of a code of the catalogue; a code without a text is shown raw. */
  errorText: (error: unknown) => string;
  /** Why the field with this label was refused. */
  fieldText: (problem: FieldProblem | null | undefined, field: string) => string | undefined;
};

const I18nContext = createContext<I18n | null>(null);

export function chosenLocale(): Locale {
  const stored = readStored('locale');
  return LOCALES.find((locale) => locale === stored) ?? edition;
}

export async function loadLanguage(locale: Locale): Promise<Language> {
  return { locale, dictionary: await loadDictionary(locale) };
}

export function I18nProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(initial);

  const speak = useCallback((locale: Locale) => {
    void loadLanguage(locale).then((loaded) => {
      // A slow chunk must not undo a choice made after it.
      if (chosenLocale() === locale) startTransition(() => setLanguage(loaded));
    });
  }, []);
  const setLocale = useCallback(
    (locale: Locale) => {
      writeStored('locale', locale);
      speak(locale);
    },
    [speak],
  );
  // With the texts, not before them: what reads aloud goes by it.
  useLayoutEffect(() => {
    document.documentElement.lang = LANGUAGE_TAGS[language.locale];
    // By it the server chooses the page that paints before any script.
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, and answers later
    document.cookie = `locale=${language.locale}; path=/; max-age=31536000; samesite=lax`;
  }, [language]);
  useEffect(() => {
    // The page may have been painted in another language than the member has chosen.
    if (chosenLocale() !== initial.locale) speak(chosenLocale());
  }, [initial, speak]);
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => key === 'locale' && speak(chosenLocale());
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [speak]);

  const i18n = useMemo(() => i18nOf(language, setLocale), [language, setLocale]);
  return <I18nContext value={i18n}>{children}</I18nContext>;
}

function i18nOf({ locale, dictionary }: Language, setLocale: I18n['setLocale']): I18n {
  const texts: Readonly<Record<string, string>> = dictionary;
  return {
    locale,
    setLocale,
    t: (key, ...values: [Record<string, string | number>?]) => translate(dictionary[key], values[0]),
    errorText: (error) => {
      const code = error instanceof ApiError ? error.code : 'INTERNAL_SERVER_ERROR';
      return texts[`error.${code}`] ?? code;
    },
    fieldText: (problem, field) => {
      if (!problem) return undefined;
      const limits = { min: PASSWORD_MIN_LENGTH, max: PASSWORD_MAX_LENGTH };
      return translate(texts[`field.${problem}`] ?? problem, { field, ...limits });
    },
  };
}

export function useI18n(): I18n {
  const i18n = use(I18nContext);
  if (!i18n) throw new Error('useI18n needs an I18nProvider above it');
  return i18n;
}
