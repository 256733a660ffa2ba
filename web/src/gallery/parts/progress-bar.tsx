import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    'not begun': ({ t }) => <ProgressBar label={t('deposit.slip.title')} share={0} />,
    'under way': ({ t }) => <ProgressBar label={t('deposit.slip.title')} share={0.62} />,
    done: ({ t }) => <ProgressBar label={t('deposit.slip.title')} share={1} />,
    hurried: ({ t }) => <ProgressBar label={t('deposit.qr.expiresIn')} share={0.12} tone="out" />,
  },
};
