import { HELD_WORDS, JOINER } from '../web/src/i18n/held-words.ts';
import { isBetweenSyllables } from '../web/src/i18n/lao-syllables.ts';

/** Addresses, hashes and names of files are longer, and may be cut anywhere. */
const LONGEST_WORD = 24;

/** The places where a line ends inside a word: of Lao a syllable, of Latin letters a word, or one of the held words. */
export function wordsCut(texts: string[][]): string[] {
  return texts.flatMap((lines) => {
    const read = lines.map((line) => line.replaceAll(JOINER, ''));
    return read.slice(1).flatMap((after, index) => {
      const before = read.slice(0, index + 1).join('');
      return isCut(before, read.slice(index + 1).join('')) ? [`"${before}" is cut before "${after}"`] : [];
    });
  });
}

function isCut(before: string, after: string): boolean {
  const around = `${/\S*$/.exec(before)?.[0]}${/^\S*/.exec(after)?.[0]}`;
  const isLatinCut = /[A-Za-z0-9]$/.test(before) && /^[A-Za-z0-9]/.test(after) && around.length <= LONGEST_WORD;
  return isLatinCut || !isBetweenSyllables(before, after) || HELD_WORDS.some((word) => isInside(word, before, after));
}

function isInside(word: string, before: string, after: string): boolean {
  const start = Math.max(0, before.length - word.length + 1);
  const around = before.slice(start) + after.slice(0, word.length - 1);
  const at = around.indexOf(word);
  return at >= 0 && at < before.length - start && at + word.length > before.length - start;
}
