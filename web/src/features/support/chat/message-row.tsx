import { Check, CircleAlert, Clock3 } from 'lucide-react';
import { memo } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { type MessageActions, MessageBody } from '../../../messaging/message-body.tsx';
import { QuickReplies } from '../../../messaging/message-buttons.tsx';
import type { Outgoing } from '../../../messaging/outbox.ts';
import { clockText, dateText } from '../../../platform/date-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { MessageLine } from './lines.ts';
import type { Room } from './room.ts';

type MessageRowProps = Omit<MessageLine, 'kind' | 'key'> & {
  id: string;
  isLast: boolean;
  room: Room;
  actions: MessageActions;
};

/** Drawn anew only if it has changed: a long history must not slow down typing. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { id, sender, name, message, time, startsGroup, endsGroup, outgoing, isLast, room, actions } = props;
  const { t } = useI18n();
  const isOwn = sender === 'customer';
  return (
    <li data-entry={id} className="flex flex-col pt-1">
      {/* An element that goes, and no padding that changes: a change would take its time, and be seen as a jump. */}
      {startsGroup && <p className="px-1 pt-2 text-tiny text-muted not-empty:pb-1">{!isOwn && name}</p>}
      {isOwn && <span className="sr-only">{t('chat.you')}</span>}
      <div
        className={classNames(
          'min-w-0 max-w-[84%]',
          isOwn && 'self-end',
          message.message_type === 'generic' && 'max-w-full!',
          outgoing !== null && outgoing.status !== 'failed' && 'opacity-75',
        )}
      >
        <MessageBody message={message} own={isOwn} actions={actions} onMediaBroken={room.reloadMedia} />
      </div>
      {outgoing ? (
        <Delivery outgoing={outgoing} room={room} />
      ) : (
        endsGroup && (
          <p
            className={classNames(
              'figures mt-1 flex items-center gap-1 px-1 text-tiny text-muted',
              isOwn && 'self-end',
            )}
          >
            <time dateTime={time}>{clockText(new Date(time))}</time>
            {isOwn && <Check role="img" aria-label={t('chat.sent')} className="size-3.5 text-in" />}
          </p>
        )
      )}
      {isLast && outgoing === null && message.message_type === 'quick_replies' && (
        <QuickReplies buttons={message.payload.buttons} actions={actions} />
      )}
    </li>
  );
});

function Delivery({ outgoing, room }: { outgoing: Outgoing; room: Room }) {
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

const ACTION = 'min-h-11 shrink-0 rounded-sm px-2.5 text-small font-bold text-gold hover:bg-gold/10';

function Failure({ outgoing: { id, error }, room }: { outgoing: Outgoing; room: Room }) {
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

export function DayLine({ time }: { time: string }) {
  const { t } = useI18n();
  const day = new Date(time);
  const now = new Date();
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const isOn = (other: Date) => day.toDateString() === other.toDateString();
  const text = isOn(now) ? t('time.today') : isOn(yesterday) ? t('time.yesterday') : dateText(day);
  return (
    <li className="figures flex justify-center pt-4 pb-1">
      <span className="rounded-full bg-ink-2 px-3 py-0.5 text-tiny text-muted">{text}</span>
    </li>
  );
}

export function EndLine() {
  const { t } = useI18n();
  return (
    <li className="flex items-center gap-3 pt-5 pb-1 text-tiny text-muted before:h-px before:flex-1 before:bg-ink-3 after:h-px after:flex-1 after:bg-ink-3">
      {t('chat.ended')}
    </li>
  );
}
