import type { Locale } from '../contract/src/editions.ts';
import { heldTogether } from '../web/src/i18n/held-words.ts';
import { en, la, th } from '../world/shown-texts.ts';
import type { Scene } from './cut.ts';

const DICTIONARIES: Record<Locale, Record<string, string>> = { th, la, en };

/** A WebVTT file. The captions stand in the band above the screen, where they hide nothing. */
export function captionsOf(scenes: Scene[], locale: Locale): string {
  const cues = scenes.map(
    ({ step, from, to }) =>
      `${timeText(from)} --> ${timeText(to)} line:0 size:92%\n${named(heldTogether(step[locale]), locale)}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

/** Replaces `{home.deposit}` by the product's own text. */
function named(text: string, locale: Locale): string {
  return text.replace(/\{([\w.]+)\}/g, (_, key: string) => {
    const word = DICTIONARIES[locale][key];
    if (!word) throw new Error(`A caption names ${key}, which is not in the dictionary.`);
    return word;
  });
}

/** 83400 reads 00:01:23.400 */
function timeText(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}
