import type { Locale } from '@krapao/contract/editions.ts';
import type { PLACEHOLDERS } from './placeholders.ts';

export type MessageKey = keyof typeof import('./en.json', { with: { type: 'json' }});
export type Dictionary = Readonly<Record<MessageKey, string>>;

type Placeholders = typeof PLACEHOLDERS;
type HolesOf<K> = K extends keyof Placeholders
  ? Placeholders[K] extends readonly (infer Hole extends string)[]
    ? [values: Record<Hole, string | number>]
    : []
  : [];

/** `t('otp.resendIn', { seconds })`: an unknown key or a missing value does not compile. */
export type Translate = <K extends MessageKey>(key: K, ...values: HolesOf<K>) => string;

/** One chunk per language, fetched when it is chosen. A test sees to it that all have the same keys. */
const files = import.meta.glob<Dictionary>('./*.json', { import: 'default' });

/** The desk's own texts, which no member reads: vite.config.ts takes them out of the dictionaries. */
const deskFiles = import.meta.glob<Partial<Dictionary>>('./*.json', { import: 'default', query: '?desk' });
let isDesk = false;

export async function loadDictionary(locale: Locale): Promise<Dictionary> {
  const load = files[`./${locale}.json`];
  if (!load) throw new Error(`There is no dictionary of ${locale}`);
  const [dictionary, texts] = await Promise.all([load(), isDesk && deskFiles[`./${locale}.json`]?.()]);
  return Object.assign(dictionary, texts);
}

/** Call before the desk is shown: the dictionary in use then has its texts too, and every later one. */
export async function loadDeskTexts(locale: Locale): Promise<void> {
  isDesk = true;
  await loadDictionary(locale);
}

/** The language tags of the page; ours say `la` where the standard says `lo`. */
export const LANGUAGE_TAGS: Record<Locale, string> = { th: 'th', la: 'lo', en: 'en' };

export function translate(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}
