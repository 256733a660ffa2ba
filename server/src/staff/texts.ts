import { LOCALES, type Locale } from '@krapao/contract/editions.ts';
import { FORMATTING_TAGS, LINK_SHOWN, PICTURE_SHOWN } from '@krapao/contract/formatting.ts';
import { Type } from 'typebox';
import { CannotDo } from './act.ts';
import { LINES } from './control-characters.ts';

/** A text that an operator wrote, in every language of the product. */
export type Texts = Record<Locale, string>;

/** One language or more of a text; the others stay as they are. */
export const textParts = (description: string, maxLength = 5_000) => {
  const part = Type.Optional(Type.String({ maxLength, ...LINES }));
  return Type.Object({ th: part, la: part, en: part }, { additionalProperties: false, minProperties: 1, description });
};

type Kind = 'plain' | 'html';

/** The sentences that an operator is told of a text: what it lacks, and what members would not see of it. */
export function faultsOf(what: string, texts: Partial<Texts>, kind: Kind): string[] {
  const lacking = LOCALES.filter((locale) => !texts[locale]?.trim());
  const lack = lacking.length > 0 ? [`${what} lacks its ${lacking.join(' and ')} text.`] : [];
  const unshown = LOCALES.flatMap((locale) => {
    const markup = unshownIn(texts[locale] ?? '', kind);
    return markup === null ? [] : [`${what} (${locale}): ${markup}`];
  });
  return [...lack, ...unshown];
}

export function requireTexts(what: string, texts: Partial<Texts>, kind: Kind): Texts {
  const faults = faultsOf(what, texts, kind);
  if (faults.length > 0) throw new CannotDo(faults.join('\n'));
  return texts as Texts;
}

const PICTURE = /<img\s+src="([^"<>\s]+)"(?:\s+alt="[^"<>]*")?\s*\/?>/iy;
const TAG = /<(\/?)([a-z][a-z0-9]*)(?:\s+href="([^"<>\s]+)")?\s*\/?>/iy;

/** Null if the web shows all of it, each tag is closed where it should be, and nothing in it could run. */
function unshownIn(text: string, kind: Kind): string | null {
  const open: string[] = [];
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const snippet = text.slice(at, at + 30);
    if (kind === 'plain') return `it is shown as plain text, so write no "${snippet}".`;
    PICTURE.lastIndex = at;
    if (PICTURE_SHOWN.test(PICTURE.exec(text)?.[1] ?? '')) continue;
    TAG.lastIndex = at;
    const [, slash, name = '', href] = TAG.exec(text) ?? [];
    const tag = name.toLowerCase();
    const isLink = tag === 'a' && slash === '' && href !== undefined && LINK_SHOWN.test(href);
    if (!FORMATTING_TAGS.includes(tag) || (href !== undefined && !isLink))
      return `the web does not show "${snippet}"; it shows ${FORMATTING_TAGS.join(', ')}, links as <a href="https://…"> or <a href="/…">, and pictures of this site as <img src="/…" alt="…">.`;
    if (slash === '/' && open.pop() !== tag) return `"${snippet}" closes what is not open.`;
    if (slash === '' && tag !== 'br') open.push(tag);
  }
  return open.length > 0 ? `<${open.at(-1)}> is never closed.` : null;
}
