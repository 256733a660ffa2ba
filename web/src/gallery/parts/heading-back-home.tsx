import { useI18n } from '../../i18n/i18n.tsx';
import { HeadingBackHome } from '../../ui/heading-back-home.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  room: 'phone',
  states: { 'with the way back': () => <Heading /> },
};

function Heading() {
  const { t } = useI18n();
  return <HeadingBackHome title={t('bonus.title')} />;
}
