import type { ReactNode } from 'react';
import type { useI18n } from '../i18n/i18n.tsx';

type Words = ReturnType<typeof useI18n>;

/** A component of `ui/` in each of its states, in the words of the chosen language. */
export type Part = {
  states: Record<string, (words: Words) => ReactNode>;
  /** How much room a state needs: a word's, a phone's (where nothing is said), a sheet's or the page's. */
  room?: 'word' | 'phone' | 'sheet' | 'page';
};
