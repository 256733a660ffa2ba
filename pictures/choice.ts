import { join } from 'node:path';
import { LOCALES } from '../contract/src/editions.ts';
import { ROOT } from '../launch/tool.ts';

export const PLACE = join(ROOT, 'screens');

/** The sizes of small and usual phones, a tablet, a laptop and a large screen. */
export const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 320, height: 568 },
  { width: 390, height: 844 },
];

/**
 * `login th 390 png`: languages, widths and the kind of picture are known; any other word is a part of the names of tours or
 * screens. A JPEG has a fifth of a PNG's size.
 */
export function choiceOf(words: string[]) {
  const locales = LOCALES.filter((locale) => words.includes(locale));
  const sizes = SIZES.filter(({ width }) => words.includes(String(width)));
  const names = words.filter((word) => !(LOCALES as readonly string[]).includes(word) && !/^(\d+|png)$/.test(word));
  return {
    locales: locales.length > 0 ? locales : LOCALES,
    sizes: sizes.length > 0 ? sizes : SIZES,
    kind: words.includes('png') ? ('png' as const) : ('jpeg' as const),
    isAll: words.every((word) => word === 'png'),
    takes: (tour: string, screen: string) =>
      names.length === 0 || names.some((name) => `${tour} ${screen}`.toLowerCase().includes(name.toLowerCase())),
  };
}
