import { CircleAlert, Clock3 } from 'lucide-react';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from '../ui/class-names.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import type { Outgoing } from './outgoing.ts';
import type { Room } from './room.ts';

type DeliveryProps = { outgoing: Outgoing; room: Room };

const ACTION = 'min-h-11 shrink-0 rounded-sm px-2.5 text-small font-bold text-gold hover:bg-gold/10';

/** The state of an unsent message, with buttons to resend or drop it. */
export function Delivery({ outgoing, room }: DeliveryProps) {
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
