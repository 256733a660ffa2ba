import RefreshCw from 'lucide-react/icons/refresh-cw';
import X from 'lucide-react/icons/x';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  room: 'word',
  states: {
    default: ({ t }) => <IconButton icon={X} label={t('action.close')} />,
    bare: ({ t }) => <IconButton look="bare" icon={X} label={t('action.close')} />,
    busy: ({ t }) => <IconButton icon={RefreshCw} label={t('action.refresh')} turning />,
    disabled: ({ t }) => <IconButton icon={RefreshCw} label={t('action.refresh')} disabled />,
  },
};
