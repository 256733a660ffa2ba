import type { Locale } from '@krapao/contract/editions.ts';

/** In the order in which a member best watches them. `npm run howto` records them again. */
export const FILMS = ['wallet', 'playing', 'balance', 'bonus', 'ending'] as const;
export type FilmName = (typeof FILMS)[number];

/** A film is recorded once in each language: what it shows reads as what its member sees. */
export const filmOf = (name: FilmName, locale: Locale) => `/art/howto/${name}.${locale}.mp4`;
export const posterOf = (name: FilmName, locale: Locale) => `/art/howto/${name}.${locale}.webp`;
export const captionsOf = (name: FilmName, locale: Locale) => `/art/howto/${name}.${locale}.vtt`;
