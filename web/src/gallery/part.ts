import type { ReactNode } from 'react';
import type { useI18n } from '../i18n/i18n.tsx';

type Words = ReturnType<typeof useI18n>;

/** A component of `ui/` in each of its states, in the words of the chosen language. */
export type Part = {
  states: Record<string, (words: Words) => ReactNode>;
  /** Each state has a row of its own. */
  isWide?: boolean;
};
