import { LanguageSelect } from '../../ui/language-select.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    default: () => <LanguageSelect className="w-fit" />,
    'as wide as its place': () => <LanguageSelect />,
  },
};
