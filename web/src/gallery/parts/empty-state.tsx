import Gift from 'lucide-react/icons/gift';
import Inbox from 'lucide-react/icons/inbox';
import SearchX from 'lucide-react/icons/search-x';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    default: ({ t }) => <EmptyState icon={SearchX} text={t('statement.noneFound')} />,
    'with a way out': ({ t }) => (
      <EmptyState icon={Gift} text={t('bonus.none')}>
        <Button variant="plain">{t('menu.contact')}</Button>
      </EmptyState>
    ),
    'long text': ({ t }) => <EmptyState icon={Inbox} text={t('statement.none')} />,
  },
};
