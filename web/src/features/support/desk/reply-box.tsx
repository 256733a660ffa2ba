import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import { CHAT_TEXT_MAX_LENGTH } from '@krapao/contract/support/limits.ts';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import type { Room } from '../../../messaging/room.ts';
import { isSendKey } from '../../../messaging/send-key.ts';
import { NamedButton } from '../../../ui/named-button.tsx';
import { AttachButton } from './attach-button.tsx';
import { useCustomerName } from './customer-name.tsx';
import { onDeskEnd } from './desk-session.ts';

/** A room's draft is still there after a look at another room. */
const drafts = new Map<string, string>();
onDeskEnd(() => drafts.clear());

type ReplyBoxProps = {
  room: Room;
  about: DeskConversation;
  /** Where no keyboard would cover the screen, an operator who opens a room can write at once. */
  takesFocus: boolean;
};

export function ReplyBox({ room, about, takesFocus }: ReplyBoxProps) {
  const { t } = useI18n();
  const { id, state } = about;
  const name = useCustomerName()(about);
  const [text, setText] = useState(() => drafts.get(id) ?? '');
  const box = useRef<HTMLTextAreaElement>(null);
  const boxId = useId();
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);

  const write = (next: string) => {
    setText(next);
    if (next) drafts.set(id, next);
    else drafts.delete(id);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    room.sendText(text.trim());
    write('');
    box.current?.focus();
  };
  const sendByEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isSendKey(event)) send(event);
  };

  return (
    <form
      onSubmit={send}
      className="border-t border-ink-3 px-3 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:px-5"
    >
      {state === 'closed' && <p className="mb-2 px-1 text-small text-muted">{t('desk.reply.closed')}</p>}
      <div className="flex items-end gap-2">
        <AttachButton onChoose={(file) => room.sendFile(file)} />
        <textarea
          ref={box}
          id={boxId}
          aria-label={t('desk.reply.label', { name })}
          aria-describedby={`${boxId}-keys`}
          placeholder={t('chat.input')}
          rows={1}
          maxLength={CHAT_TEXT_MAX_LENGTH}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={sendByEnter}
          enterKeyHint="send"
          className="max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-control border-[1.5px] border-line bg-ink-0 px-3.5 py-2.5 text-base field-sizing-content placeholder:text-muted hover:border-muted focus:border-text focus:ring-3 focus:ring-text/15 focus:outline-none"
        />
        <NamedButton
          type="submit"
          label={t('chat.send')}
          aria-disabled={!text.trim() || undefined}
          className="grid size-11 shrink-0 place-items-center rounded-control gold-fill transition-[filter,opacity] hover:brightness-105 aria-disabled:opacity-55"
        >
          <SendHorizontal aria-hidden="true" className="size-5" />
        </NamedButton>
      </div>
      <p id={`${boxId}-keys`} className="mt-1.5 hidden px-1 text-tiny text-muted lg:block">
        {t('desk.reply.keys')}
      </p>
    </form>
  );
}
