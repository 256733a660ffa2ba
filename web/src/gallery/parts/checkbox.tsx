import { Checkbox } from '../../ui/checkbox.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    off: ({ t }) => <Checkbox label={t('login.remember')} />,
    on: ({ t }) => <Checkbox label={t('login.remember')} defaultChecked />,
    disabled: ({ t }) => (
      <>
        <Checkbox label={t('login.remember')} disabled />
        <Checkbox label={t('login.remember')} disabled defaultChecked />
      </>
    ),
    'long text': ({ t }) => <Checkbox label={t('register.payout')} defaultChecked />,
  },
};
