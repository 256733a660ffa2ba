import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock3 from 'lucide-react/icons/clock-3';
import { memo } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { clockText, dateTimeText, shortTimeText } from '../platform/date-text.ts';
import { siteName } from '../platform/edition.ts';
import { classNames } from '../ui/class-names.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { type MessageLine, SENDER, type Side } from './lines.ts';
import { MessageBody } from './message-body.tsx';
import { type MessageActions, QuickReplies } from './message-buttons.tsx';
import type { Outgoing } from './outgoing.ts';
import type { Room } from './room.ts';

type Row = Omit<MessageLine, 'kind' | 'key'> & { side: Side };
type ThreadRowProps = Row & { id: string; isLast: boolean; room: Room; actions?: MessageActions };

const WIDTH = { customer: 'max-w-[84%]', desk: 'max-w-[85%] lg:max-w-[70%]' };

/**
 * A side's own messages stand on the right, in a fill of their own; at the desk the bot's have the others' fill. A row is
 * rendered again only if it has changed: a long history must not slow down typing.
 */
export const ThreadRow = memo(function ThreadRow({ id, isLast, room, actions, ...row }: ThreadRowProps) {
  const { side, sender, name, message, startsGroup, outgoing } = row;
  const { t } = useI18n();
  const isOwn = sender === SENDER[side];
  const act = actions ? { actions } : {};
  return (
    <li data-entry={id} className="flex flex-col pt-1">
      {/* An element that is removed, not a padding that changes: a changing padding is animated, and seen as a jump. */}
      {side === 'customer' && startsGroup && (
        <p className="px-1 pt-2 text-tiny text-muted not-empty:pb-1">{!isOwn && name}</p>
      )}
      {side === 'customer' && isOwn && <span className="sr-only">{t('chat.you')}</span>}
      <div
        className={classNames(
          'flex min-w-0 flex-col',
          WIDTH[side],
          isOwn ? 'items-end self-end' : 'items-start self-start',
          message.message_type === 'generic' && 'w-full max-w-full!',
          outgoing !== null && outgoing.status !== 'failed' && 'opacity-80',
        )}
      >
        <MessageBody
          message={message}
          own={isOwn && !(side === 'desk' && name === siteName)}
          {...act}
          onMediaBroken={room.reloadMedia}
        />
      </div>
      {outgoing ? <Delivery outgoing={outgoing} room={room} /> : <Foot {...row} isOwn={isOwn} />}
      {isLast && outgoing === null && message.message_type === 'quick_replies' && (
        <div className={classNames(isOwn && 'self-end')}>
          <QuickReplies buttons={message.payload.buttons} {...act} />
        </div>
      )}
    </li>
  );
});

/** The customer sees the time, once per group of messages; the desk also sees the name, and whether it was read. */
function Foot({ side, isOwn, name, time, endsGroup, isSeen }: Row & { isOwn: boolean }) {
  const { t } = useI18n();
  const at = new Date(time);
  if (side === 'customer' && !endsGroup) return null;
  return (
    <p
      className={classNames('mt-1 flex max-w-full items-center gap-1.5 px-1 text-tiny text-muted', isOwn && 'self-end')}
    >
      {side === 'desk' && name && (
        <>
          <bdi className="min-w-0 truncate">{name}</bdi>
          <span aria-hidden="true">·</span>
        </>
      )}
      <time dateTime={time} title={dateTimeText(at)} className="figures shrink-0">
        {side === 'desk' ? shortTimeText(at, new Date()) : clockText(at)}
      </time>
      {side === 'customer' && isOwn && <Check role="img" aria-label={t('chat.sent')} className="size-3.5 text-in" />}
      {side === 'desk' && isSeen && (
        <span className="flex shrink-0 items-center gap-1 text-in">
          <CheckCheck aria-hidden="true" className="size-3.5" />
          {t('desk.thread.seen')}
        </span>
      )}
    </p>
  );
}

type DeliveryProps = { outgoing: Outgoing; room: Room };

const ACTION = 'min-h-11 shrink-0 rounded-sm px-2.5 text-small font-bold underline underline-offset-4 hover:bg-ink-3';

/** The state of an unsent message, with buttons to resend or drop it. */
function Delivery({ outgoing, room }: DeliveryProps) {
  const { t } = useI18n();
  const { id, status, share } = outgoing;
  if (status === 'failed') return <Failure outgoing={outgoing} room={room} />;
  if (status === 'uploading_file') {
    const text = t('chat.uploading', { n: Math.floor(share * 100) });
    return (
      <div className="mt-1.5 flex w-60 max-w-full items-center gap-2 self-end">
        <div className="min-w-0 flex-1">
          <p className="figures mb-1 text-tiny text-muted">{text}</p>
          <ProgressBar label={text} share={share} />
        </div>
        <button type="button" onClick={() => room.remove(id)} className={ACTION}>
          {t('action.cancel')}
        </button>
      </div>
    );
  }
  return (
    <p className="mt-1 flex items-center gap-1 self-end px-1 text-tiny text-muted">
      <Clock3 aria-hidden="true" className="size-3.5" />
      {t('chat.sending')}
    </p>
  );
}

function Failure({ outgoing: { id, error }, room }: DeliveryProps) {
  const { t, errorText } = useI18n();
  return (
    <div className="mt-1 flex max-w-[84%] flex-col items-end self-end">
      <p role="alert" className="flex gap-1.5 px-1 text-right text-tiny text-out">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
        {error === null ? t('chat.notSent') : `${t('chat.notSent')} · ${errorText(error)}`}
      </p>
      <div className="flex gap-1">
        <button type="button" onClick={() => room.resend(id)} className={ACTION}>
          {t('chat.resend')}
        </button>
        <button type="button" onClick={() => room.remove(id)} className={classNames(ACTION, 'text-muted!')}>
          {t('action.remove')}
        </button>
      </div>
    </div>
  );
}
