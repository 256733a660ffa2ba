import X from 'lucide-react/icons/x';
import { NamedButton } from '../../ui/named-button.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  room: 'word',
  states: {
    default: ({ t }) => (
      <NamedButton label={t('action.close')}>
        <X aria-hidden="true" className="size-5" />
      </NamedButton>
    ),
    disabled: ({ t }) => (
      <NamedButton label={t('action.close')} disabled className="opacity-50">
        <X aria-hidden="true" className="size-5" />
      </NamedButton>
    ),
  },
};
