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

type Texts = Partial<Dictionary>;

/** Of each section and language, see web/dictionaries.ts. A build asks for files instead, whose names the page tells. */
const modules: Record<Section, Record<string, () => Promise<Texts>>> = {
  public: import.meta.glob<Texts>('./*.json', { import: 'default', query: '?public' }),
  member: import.meta.glob<Texts>('./*.json', { import: 'default', query: '?member' }),
  desk: import.meta.glob<Texts>('./*.json', { import: 'default', query: '?desk' }),
};
const isBuilt = import.meta.env.PROD && !import.meta.env.SSR;
const fetched = new Map<string, Promise<Texts>>();

function loadSection(section: Section, locale: Locale): Promise<Texts> | undefined {
  if (!isBuilt) return modules[section][`./${locale}.json`]?.();
  const name = `${locale}-${section}-`;
  const loading = fetched.get(name) ?? fetchTexts(name);
  fetched.set(name, loading);
  // What could not be fetched now is asked for again the next time.
  loading.catch(() => fetched.delete(name));
  return loading;
}

async function fetchTexts(name: string): Promise<Texts> {
  const names = document.querySelector<HTMLMetaElement>('meta[name=texts]')?.content.split(' ');
  const answer = await fetch(`/assets/${names?.find((file) => file.startsWith(name))}`);
  if (!answer.ok) throw new Error(`${answer.url} was answered with ${answer.status}`);
  return answer.json();
}

const inUse = new Set<Section>(['public']);
/** The languages of this visit. One of them is on the screen, which for a moment is not the one chosen last. */
const languages = new Set<Locale>();

/** Always the same object for a language, to which sections are added as they come into use. */
export async function loadDictionary(locale: Locale): Promise<Dictionary> {
  languages.add(locale);
  const loads = [...inUse].map((section) => loadSection(section, locale));
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
