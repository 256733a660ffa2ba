import { NumberedList } from '../../ui/numbered-list.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    'long texts': ({ t }) => <NumberedList look="text" texts={[t('chat.helloText'), t('howto.wallet.text')]} />,
    steps: ({ t }) => <NumberedList look="step" texts={[t('chat.helloText'), t('howto.wallet.text')]} />,
  },
};
