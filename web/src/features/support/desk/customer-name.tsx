import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import UserRound from 'lucide-react/icons/user-round';
import { useI18n } from '../../../i18n/i18n.tsx';
import { classNames } from '../../../ui/class-names.ts';

type Customer = DeskConversation['customer'];

const TAG_LENGTH = 4;

/** Visitors have no name; a few signs of the room's id tell one from the other. */
export function useCustomerName(): (about: Pick<DeskConversation, 'id' | 'customer'>) => string {
  const { t } = useI18n();
  return ({ id, customer: { name } }) => name || t('desk.visitor', { tag: id.slice(0, TAG_LENGTH).toUpperCase() });
}

/** The first letter of a member's name; in Thai and Lao a vowel may stand before it. */
export function CustomerMark({ customer: { userId, name } }: { customer: Customer }) {
  const letter =
    userId === null ? undefined : /\p{L}/u.exec((name ?? '').replace(/^[\u0e40-\u0e44\u0ec0-\u0ec4]/, ''))?.[0];
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-10.5 shrink-0 place-items-center rounded-full text-lead font-bold',
        letter ? 'bg-reward/15 text-reward' : 'bg-ink-3 text-muted',
      )}
    >
      {letter?.toUpperCase() ?? <UserRound className="size-5" />}
    </span>
  );
}
