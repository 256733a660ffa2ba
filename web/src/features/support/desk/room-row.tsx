import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import CornerUpLeft from 'lucide-react/icons/corner-up-left';
import { useEffect, useRef } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Link } from '../../../platform/link.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { CustomerMark, useCustomerName } from './customer-name.tsx';
import { StateChip } from './state-chip.tsx';

type RowProps = {
  about: DeskConversation;
  to: string;
  state: object;
  isOpen: boolean;
  takesFocus: boolean;
};

export function RoomRow({ about, to, state, isOpen, takesFocus }: RowProps) {
  const nameOf = useCustomerName();
  const row = useRef<HTMLAnchorElement>(null);
  const { customer, last, unread } = about;
  const name = nameOf(about);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) row.current?.focus();
  }, [takesFocus]);
  return (
    <Link
      ref={row}
      to={to}
      state={state}
      aria-current={isOpen || undefined}
      className={classNames(
        'flex gap-3 rounded-md px-2 py-3 transition-colors outline-offset-[-2px]!',
        isOpen ? 'bg-ink-3' : 'hover:bg-ink-2',
      )}
    >
      <CustomerMark customer={customer} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <bdi
            title={name}
            className={classNames('min-w-0 flex-1 truncate', unread > 0 ? 'font-bold' : 'font-semibold')}
          >
            {name}
          </bdi>{' '}
          <span className="shrink-0 text-tiny text-muted">
            <RelativeTime time={last.createdAt} />
          </span>
        </span>{' '}
        <Preview last={last} isUnread={unread > 0} />{' '}
        <span className="mt-1 flex items-center justify-between gap-2">
          <StateChip about={about} /> {unread > 0 && <UnreadBadge count={unread} />}
        </span>
      </span>
    </Link>
  );
}

function Preview({ last, isUnread }: { last: DeskConversation['last']; isUnread: boolean }) {
  const { t } = useI18n();
  const { sender, messageType } = last;
  // The beginning of a text, which may be nothing but line breaks.
  const text = last.text?.trim() || t(messageType === 'media' ? 'desk.preview.media' : 'desk.preview.other');
  return (
    <span className={classNames('flex items-center gap-1.5 text-small', isUnread ? 'text-text' : 'text-muted')}>
      {sender === 'other' && (
        <>
          <CornerUpLeft aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
          <span className="sr-only">{t('desk.we')}: </span>
        </>
      )}
      <bdi className="min-w-0 truncate">{text}</bdi>
    </span>
  );
}

const MOST_SHOWN = 99;

function UnreadBadge({ count }: { count: number }) {
  const { t } = useI18n();
  return (
    <span className="figures grid h-5.5 min-w-5.5 shrink-0 place-items-center rounded-full bg-text px-1.5 text-tiny font-bold text-ink-0">
      <span aria-hidden="true">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      <span className="sr-only">{t('desk.unread', { n: count })}</span>
    </span>
  );
}
