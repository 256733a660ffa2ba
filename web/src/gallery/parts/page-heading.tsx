import { PageHeading } from '../../ui/page-heading.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    default: ({ t }) => <PageHeading title={t('statement.title')} />,
    'other words than in the tab': ({ t }) => <PageHeading title={t('menu.home')}>{t('login.title')}</PageHeading>,
    large: ({ t }) => <PageHeading title={t('login.title')} className="text-display font-extrabold" />,
    'long text': ({ t }) => <PageHeading title={t('deposit.manual.title')} />,
  },
};
