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

/** The parts of a dictionary: a visitor's browser fetches the first, a member's two, an operator's at the desk all. */
export type Section = 'public' | 'member' | 'desk';

/** A chunk per section and language: vite.config.ts leaves each the texts of its section. */
const files: Record<Section, Record<string, () => Promise<Partial<Dictionary>>>> = {
  public: import.meta.glob<Partial<Dictionary>>('./*.json', { import: 'default', query: '?public' }),
  member: import.meta.glob<Partial<Dictionary>>('./*.json', { import: 'default', query: '?member' }),
  desk: import.meta.glob<Partial<Dictionary>>('./*.json', { import: 'default', query: '?desk' }),
};
const inUse = new Set<Section>(['public']);
/** The languages of this visit. One of them is on the screen, which for a moment is not the one chosen last. */
const languages = new Set<Locale>();

/** Always the same object for a language, to which sections are added as they come into use. */
export async function loadDictionary(locale: Locale): Promise<Dictionary> {
  languages.add(locale);
  const loads = [...inUse].map((section) => files[section][`./${locale}.json`]?.());
  const [first, ...others] = await Promise.all(loads);
  if (!first) throw new Error(`There is no dictionary of ${locale}`);
  return Object.assign(first as Dictionary, ...others);
}

/** To be awaited before a text of the section is shown: each language of this visit then has it, and every later one. */
export async function loadTexts(section: Section, locale: Locale): Promise<void> {
  inUse.add(section);
  await Promise.all([...languages.add(locale)].map(loadDictionary));
}

/** The language tags of the page; ours say `la` where the standard says `lo`. */
export const LANGUAGE_TAGS: Record<Locale, string> = { th: 'th', la: 'lo', en: 'en' };

export function translate(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}
