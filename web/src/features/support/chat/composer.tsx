import { CHAT_TEXT_MAX_LENGTH } from '@krapao/contract/support/limits.ts';
import Paperclip from 'lucide-react/icons/paperclip';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { ATTACHABLE, type AttachmentProblem, attachmentProblem } from '../../../messaging/attachment.ts';
import { asked } from '../../../messaging/chat-door.ts';
import { isSendKey } from '../../../messaging/send-key.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { AttachmentPreview } from './attachment-preview.tsx';
import { AttachedMovement } from './own-movement.tsx';

/** The text or file that the customer has not yet sent. */
export type Draft = { text: string; file: File | null };
export const NO_DRAFT: Draft = { text: '', file: null };

type ComposerProps = {
  ref: RefObject<HTMLTextAreaElement | null>;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onText: (text: string) => void;
  onFile: (file: File, caption: string) => void;
};

/** So near to the limit the length of the text is shown. */
const COUNTED_FROM = CHAT_TEXT_MAX_LENGTH - 200;

export function Composer({ ref, draft, onDraft, onText, onFile }: ComposerProps) {
  const { t } = useI18n();
  const id = useId();
  const [problem, setProblem] = useState<AttachmentProblem | null>(null);
  const text = draft.text.trim();
  const isTooLong = text.length > CHAT_TEXT_MAX_LENGTH;
  const movement = asked.use();
  const canSend = !isTooLong && (text !== '' || draft.file !== null || movement !== null);
  useGrowth(ref, draft.text);

  const send = () => {
    if (!canSend) return;
    // A movement goes with a text, and the file follows: a file alone does not say what it is about.
    if (movement || !draft.file) onText(text || t('chat.aboutMovement'));
    if (draft.file) onFile(draft.file, movement ? '' : text);
    onDraft(NO_DRAFT);
    ref.current?.focus();
  };
  const choose = (file: File | undefined) => {
    const found = file ? attachmentProblem(file) : null;
    setProblem(found);
    if (file && !found) onDraft({ ...draft, file });
  };
  const pressKey = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    send();
  };
  const paste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files;
    if (!file) return;
    event.preventDefault();
    choose(file);
  };

  return (
    <div className="border-t border-ink-3 px-3 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] lg:pb-2.5">
      {movement && <AttachedMovement id={movement} onRemove={() => asked.set(null)} />}
      {draft.file && <AttachmentPreview file={draft.file} onRemove={() => onDraft({ ...draft, file: null })} />}
      <Problem problem={problem} />
      <div className="flex items-end gap-2">
        <AttachButton onChoose={choose} />
        <textarea
          ref={ref}
          rows={1}
          value={draft.text}
          onChange={(event) => onDraft({ ...draft, text: event.target.value })}
          onKeyDown={pressKey}
          onPaste={paste}
          enterKeyHint="send"
          autoComplete="off"
          aria-label={t('chat.input')}
          placeholder={draft.file ? t('chat.caption') : movement ? t('chat.aboutMovement') : t('chat.input')}
          aria-invalid={isTooLong || undefined}
          aria-describedby={`${id}-count`}
          // Below 16 px some phones zoom in when the customer begins to type.
          className="max-h-34 min-h-11 min-w-0 flex-1 resize-none rounded-[22px] border-[1.5px] border-line bg-ink-0 px-4 py-2 text-[16px] leading-[1.55] text-text [scrollbar-width:thin] placeholder:text-muted/80 hover:border-muted focus:border-text focus:ring-3 focus:ring-text/15 focus:outline-none aria-invalid:border-out aria-invalid:focus:ring-out/20"
        />
        <IconButton
          icon={SendHorizontal}
          label={t('chat.send')}
          disabled={!canSend}
          onClick={send}
          className={classNames('rounded-full!', canSend && 'border-text! bg-text! text-ink-0!')}
        />
      </div>
      <Count id={`${id}-count`} length={text.length} />
    </div>
  );
}

function Count({ id, length }: { id: string; length: number }) {
  const { t } = useI18n();
  const isTooLong = length > CHAT_TEXT_MAX_LENGTH;
  return (
    <p
      id={id}
      aria-live="polite"
      className={classNames(
        'figures pt-1 pr-14 text-right text-tiny empty:hidden',
        isTooLong ? 'text-out' : 'text-muted',
      )}
    >
      {isTooLong && t('chat.tooLong', { n: length - CHAT_TEXT_MAX_LENGTH })}
      {!isTooLong && length >= COUNTED_FROM && `${length}/${CHAT_TEXT_MAX_LENGTH}`}
    </p>
  );
}

/** The field is as high as its text, up to the style's maximum; then it scrolls. */
function useGrowth(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
  }, [field, text]);
}

function AttachButton({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const { t } = useI18n();
  const picker = useRef<HTMLInputElement>(null);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChoose(event.target.files?.[0]);
    // The same file can then be chosen again.
    event.target.value = '';
  };
  return (
    <>
      <IconButton
        look="bare"
        icon={Paperclip}
        label={t('chat.attach')}
        onClick={() => picker.current?.click()}
        className="rounded-full!"
      />
      <input ref={picker} type="file" accept={ATTACHABLE} onChange={change} tabIndex={-1} className="hidden" />
    </>
  );
}

function Problem({ problem }: { problem: AttachmentProblem | null }) {
  const { t } = useI18n();
  return (
    <p role="alert" className="px-2 pb-2 text-small text-out empty:hidden">
      {problem?.kind === 'TYPE' && t('chat.fileNotSupported')}
      {problem?.kind === 'SIZE' && t('chat.fileTooLarge', { n: problem.maxMb })}
    </p>
  );
}
