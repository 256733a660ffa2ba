import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { deskName } from './desk-session.ts';

const TONES = { bot: 'plain', waiting: 'info', agent: 'in', closed: 'plain' } as const;

/** Whether the bot or an operator answers the customer. */
export function StateChip({ about: { state, operator } }: { about: DeskConversation }) {
  const { t } = useI18n();
  const text = () => {
    if (state !== 'agent') return t(`desk.state.${state}`);
    return operator === deskName() ? t('desk.state.you') : t('desk.state.agent', { name: operator ?? '' });
  };
  return (
    <Chip tone={TONES[state]}>
      <span className="block max-w-36 truncate sm:max-w-48">{text()}</span>
    </Chip>
  );
}
