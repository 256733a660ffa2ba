import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '@krapao/contract/editions.ts';
import { describe, expect, test } from 'vitest';
import durations from './durations.json' with { type: 'json' };
import { captionsOf, FILMS, filmOf, posterOf } from './films.ts';

const read = (address: string) => readFileSync(join(import.meta.dirname, '../../../public', address));

type Cue = { from: number; to: number; text: string };

function cuesOf(captions: string): Cue[] {
  const seconds = (time = '') => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return [...captions.matchAll(/^(\S+) --> (\S+) .*\n(.+)\n/gm)].map(([, from, to, text = '']) => ({
    from: seconds(from),
    to: seconds(to),
    text,
  }));
}

describe.each(FILMS)('the film %s', (film) => {
  const cues = Object.fromEntries(LOCALES.map((locale) => [locale, cuesOf(read(captionsOf(film, locale)).toString())]));

  test('is there in every language, is small, and begins to play before all of it is there', () => {
    for (const locale of LOCALES) {
      const content = read(filmOf(film, locale));
      expect(content.length).toBeLessThan(400_000);
      expect(content.indexOf('moov')).toBeGreaterThan(0);
      expect(content.indexOf('moov')).toBeLessThan(content.indexOf('mdat'));
      expect(read(posterOf(film, locale)).length).toBeLessThan(25_000);
    }
  });

  test('has captions from its beginning to its end, each long enough to be read', () => {
    const own = cues.th ?? [];
    expect(own.length).toBeGreaterThan(4);
    for (const [index, { from, to }] of own.entries()) {
      expect(from).toBe(own[index - 1]?.to ?? 0);
      expect(to - from).toBeGreaterThanOrEqual(2.5);
    }
    expect(Math.round(own.at(-1)?.to ?? 0)).toBe(durations[film]);
  });

  test('says the same at the same time in every language', () => {
    const times = (locale: string) => cues[locale]?.map(({ from, to }) => ({ from, to }));
    expect(times('la')).toEqual(times('th'));
    expect(times('en')).toEqual(times('th'));
    for (const { text } of cues.th ?? []) expect(text).toMatch(/^[^{ກ-ໝ]*[ก-๙][^{ກ-ໝ]*$/);
    for (const { text } of cues.la ?? []) expect(text).toMatch(/^[^{ก-๙]*[ກ-ໝ][^{ก-๙]*$/);
    for (const { text } of cues.en ?? []) expect(text).toMatch(/^[\w“”’,.:\s]+$/);
  });
});
