import type { Locale } from '@krapao/contract/editions.ts';

/** In the order in which a member best watches them. `npm run howto` records them again. */
export const FILMS = ['wallet', 'playing', 'balance', 'bonus', 'ending'] as const;
export type FilmName = (typeof FILMS)[number];

export const filmOf = (name: FilmName) => `/art/howto/${name}.mp4`;
export const posterOf = (name: FilmName) => `/art/howto/${name}.webp`;
export const captionsOf = (name: FilmName, locale: Locale) => `/art/howto/${name}.${locale}.vtt`;
