import { TextLink } from '../../ui/text-link.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  room: 'word',
  states: {
    default: ({ t }) => <TextLink to="/login">{t('reset.backToLogin')}</TextLink>,
  },
};
