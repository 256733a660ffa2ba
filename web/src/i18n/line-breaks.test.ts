import { expect, test } from 'vitest';
import { HELD_WORDS, heldTogether, JOINER } from './held-words.ts';
import la from './la.json' with { type: 'json' };
import { isBetweenSyllables } from './lao-syllables.ts';
import th from './th.json' with { type: 'json' };

/** Where a browser may end a line: its dictionary is the segmenter's. */
function lineEnds(text: string, language: string): number[] {
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)]
    .map(({ index }) => index)
    .filter((at) => at > 0 && text[at] !== JOINER && text[at - 1] !== JOINER);
}

test('no Lao text can be broken inside a syllable', () => {
  const broken = Object.entries(la).flatMap(([key, stored]) => {
    const text = heldTogether(stored);
    return lineEnds(text, 'lo')
      .map((at) => [text.slice(0, at), text.slice(at)] as const)
      .filter(([before, after]) => !isBetweenSyllables(before.replaceAll(JOINER, ''), after.replaceAll(JOINER, '')))
      .map(([before, after]) => `${key}: ${before} / ${after}`);
  });
  expect(broken).toEqual([]);
});

test.each([
  ['ໂຫຼ', 'ດໃໝ່'],
  ['ຄ', 'ລິບ'],
  ['ຄ່າ', 'ຍເກມ'],
  ['ກະເ', 'ປົາ'],
  ['ເງ', 'ິນ'],
])('“%s / %s” is inside a syllable', (before, after) => {
  expect(isBetweenSyllables(before, after)).toBe(false);
});

test('the words that are held together are those that a browser would cut', () => {
  const known = HELD_WORDS.filter((word) => lineEnds(word, /[ก-๛]/.test(word) ? 'th' : 'lo').length === 0);
  expect(known).toEqual([]);
  const texts = [...Object.values(th), ...Object.values(la)].join('\n');
  expect(HELD_WORDS.filter((word) => !texts.includes(word))).toEqual([]);
});

test('a text that is held together reads as before', () => {
  for (const text of [...Object.values(th), ...Object.values(la)])
    expect(heldTogether(text).replaceAll(JOINER, '')).toBe(text);
  expect(heldTogether('อัปโหลดสลิป')).toBe(`อัป${JOINER}โหลดสลิป`);
});
