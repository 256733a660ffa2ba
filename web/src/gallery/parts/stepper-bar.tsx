import { StepperBar } from '../../ui/stepper-bar.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    first: ({ t }) => <StepperBar step={1} steps={4} label={t('register.progress', { n: 1, total: 4 })} />,
    middle: ({ t }) => <StepperBar step={3} steps={4} label={t('register.progress', { n: 3, total: 4 })} />,
    last: ({ t }) => <StepperBar step={3} steps={3} label={t('register.progress', { n: 3, total: 3 })} />,
  },
};
