import type { ChatMessage } from '@krapao/contract/support/chat.ts';
import CircleHelp from 'lucide-react/icons/circle-help';
import { type ReactNode, use } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from '../ui/class-names.ts';
import { AskedMovement } from './asked-movement.ts';
import { LinkedText } from './linked-text.tsx';
import { type MessageActions, MessageButtons } from './message-buttons.tsx';
import { MessageCards } from './message-cards.tsx';
import { MessageMedia } from './message-media.tsx';

type MessageBodyProps = {
  message: ChatMessage;
  /** Written by the reader's own side. */
  own: boolean;
  actions?: MessageActions;
  /** Called when a picture or a video does not load: its address may have expired. */
  onMediaBroken?: () => void;
};

/** Draws a message of any type. Its content is shown as text: nothing of it runs. */
export function MessageBody({ message, own, actions, onMediaBroken }: MessageBodyProps) {
  const { t } = useI18n();
  const act = actions ? { actions } : {};
  switch (message.message_type) {
    case 'text':
      return (
        <>
          {message.payload.movement && <Asked id={message.payload.movement} />}
          <Bubble own={own}>
            <LinkedText text={message.payload.text} own={own} {...act} />
          </Bubble>
        </>
      );
    // The replies to choose from belong to the last message only, and stand below it.
    case 'quick_replies':
      return (
        <Bubble own={own}>
          <LinkedText text={message.payload.text} own={own} {...act} />
        </Bubble>
      );
    case 'buttons':
      return (
        <Bubble own={own}>
          <LinkedText text={message.payload.text} own={own} {...act} />
          <MessageButtons buttons={message.payload.buttons} {...act} className="mt-2.5" />
        </Bubble>
      );
    case 'media':
      return (
        <>
          <MessageMedia media={message.payload} {...(onMediaBroken && { onBroken: onMediaBroken })} />
          {message.payload.message && (
            <Bubble own={own} className="mt-1">
              <LinkedText text={message.payload.message} own={own} {...act} />
            </Bubble>
          )}
        </>
      );
    case 'generic':
      return <MessageCards cards={message.payloads} {...act} />;
    case 'postback':
      return <Bubble own={own}>{message.payload.title}</Bubble>;
    default:
      return (
        <p className="flex w-fit items-center gap-2 rounded-md border border-dashed border-line px-3.5 py-2 text-small text-muted">
          <CircleHelp aria-hidden="true" className="size-4.5 shrink-0" />
          {t('chat.unknown')}
        </p>
      );
  }
}

function Asked({ id }: { id: string }) {
  const Movement = use(AskedMovement);
  return Movement && <Movement id={id} />;
}

function Bubble({ own, className, children }: { own: boolean; className?: string; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'w-fit max-w-full rounded-[18px] px-3.5 py-2 whitespace-pre-line wrap-anywhere',
        own ? 'ml-auto rounded-br-[6px] bg-[#34435c]' : 'rounded-bl-[6px] bg-ink-2',
        className,
      )}
    >
      {children}
    </div>
  );
}
