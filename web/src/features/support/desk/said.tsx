import type { ChatMessage } from '@krapao/contract/support/chat.ts';
import { CheckCheck, CircleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { MessageBody } from '../../../messaging/message-body.tsx';
import { dateTimeText, shortTimeText } from '../../../platform/date-text.ts';
import { siteName } from '../../../platform/edition.ts';
import { classNames } from '../../../ui/class-names.ts';
import { removeOutgoing, resend } from './outbox.ts';
import type { SaidLine } from './thread-lines.ts';

type SaidProps = {
  conversationId: string;
  line: SaidLine;
  /** What was offered to choose from can still be chosen. */
  isNewest: boolean;
  /** Reads the conversation again. */
  renew: () => Promise<void>;
};

/** The customer on the left, the service on the right; what a person of it wrote is golden, what the bot did is not. */
export function Said({ conversationId, line, isNewest, renew }: SaidProps) {
  const { isCustomer, by, key } = line;
  const { message, onBroken } = useKeptAddress(line, renew);
  const isByPerson = !isCustomer && by !== siteName;
  return (
    <li className={classNames('flex min-w-0 flex-col', isCustomer ? 'items-start' : 'items-end')}>
      <div
        className={classNames(
          'flex max-w-[85%] min-w-0 flex-col lg:max-w-[70%]',
          isCustomer ? 'items-start' : 'items-end',
          isOnItsWay(line) && 'opacity-80',
        )}
      >
        <MessageBody message={message} own={isByPerson} offersReplies={isNewest} onMediaBroken={onBroken} />
      </div>
      <Foot line={line} />
      {line.delivery === 'failed' && <Failed conversationId={conversationId} id={key} error={line.error} />}
    </li>
  );
}

function isOnItsWay({ delivery }: SaidLine): boolean {
  return delivery === 'uploading_file' || delivery === 'sending';
}

/**
 * Every reading brings another address of the same file. The first is kept, or each picture would be loaded over and
 * over; one that no longer loads is exchanged, once.
 */
function useKeptAddress({ message, delivery }: SaidLine, renew: () => Promise<void>) {
  const [kept, setKept] = useState<ChatMessage | null>(null);
  const hasRenewed = useRef(false);
  const isInHistory = delivery === null;
  if (isInHistory && kept === null) setKept(message);
  const onBroken = () => {
    if (!isInHistory || hasRenewed.current) return;
    hasRenewed.current = true;
    void renew().then(() => setKept(null));
  };
  return { message: (isInHistory && kept) || message, onBroken };
}

function Foot({ line }: { line: SaidLine }) {
  const { t } = useI18n();
  const { by, createdAt, isSeen } = line;
  const time = new Date(createdAt);
  return (
    <p className="mt-1 flex max-w-full items-center gap-1.5 px-1 text-tiny text-muted">
      {by && (
        <>
          <bdi className="min-w-0 truncate">{by}</bdi>
          <span aria-hidden="true">·</span>
        </>
      )}
      {isOnItsWay(line) ? (
        <span>{t('chat.sending')}</span>
      ) : (
        <time dateTime={createdAt} title={dateTimeText(time)} className="figures shrink-0">
          {shortTimeText(time, new Date())}
        </time>
      )}
      {isSeen && (
        <span className="flex shrink-0 items-center gap-1 text-in">
          <CheckCheck aria-hidden="true" className="size-3.5" />
          {t('desk.thread.seen')}
        </span>
      )}
    </p>
  );
}

function Failed({ conversationId, id, error }: { conversationId: string; id: string; error: unknown }) {
  const { t, errorText } = useI18n();
  const press = 'inline-flex min-h-11 items-center rounded-sm px-2 font-bold underline-offset-2 hover:underline';
  return (
    <div role="alert" className="flex max-w-[85%] flex-wrap items-center justify-end text-small lg:max-w-[70%]">
      <span className="flex items-center gap-1.5 px-2 text-out">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0 self-start mt-0.5" />
        {t('chat.notSent')} · {errorText(error)}
      </span>
      <button type="button" onClick={() => resend(conversationId, id)} className={classNames(press, 'text-gold')}>
        {t('chat.resend')}
      </button>
      <button
        type="button"
        onClick={() => removeOutgoing(conversationId, id)}
        className={classNames(press, 'text-muted')}
      >
        {t('action.remove')}
      </button>
    </div>
  );
}
