import { Chip } from '../../ui/chip.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  room: 'word',
  states: {
    in: ({ t }) => <Chip tone="in">{t('state.success')}</Chip>,
    out: ({ t }) => <Chip tone="out">{t('state.failed')}</Chip>,
    info: ({ t }) => <Chip tone="info">{t('state.inProgress')}</Chip>,
    reward: ({ t }) => <Chip tone="reward">{t('bonus.current')}</Chip>,
    plain: ({ t }) => <Chip tone="plain">{t('statement.status.takenBack')}</Chip>,
    'beside a text': ({ t }) => (
      <p>
        {t('statement.type.deposit')} <Chip tone="in">{t('state.success')}</Chip>
      </p>
    ),
  },
};
