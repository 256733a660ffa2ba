import ImagePlus from 'lucide-react/icons/image-plus';
import { useI18n } from '../../../i18n/i18n.tsx';
import { attachmentOf, attachmentProblem, CHAT_IMAGE_TYPES } from '../../../messaging/attachment.ts';
import { showToast } from '../../../ui/toast.tsx';

const ACCEPTED = CHAT_IMAGE_TYPES.map((type) => `image/${type}`).join();

/** The browser's own file picker under a button that looks like the others. */
export function AttachButton({ onChoose }: { onChoose: (file: File) => void }) {
  const { t } = useI18n();
  const choose = (file: File | undefined) => {
    if (!file) return;
    const problem = attachmentProblem(file);
    if (problem?.kind === 'SIZE') showToast({ tone: 'error', text: t('chat.fileTooLarge', { n: problem.maxMb }) });
    else if (attachmentOf(file)?.fileType !== 'image') showToast({ tone: 'error', text: t('chat.fileNotSupported') });
    else onChoose(file);
  };
  return (
    <label
      title={t('desk.reply.attach')}
      className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-control bg-ink-2 transition-colors hover:bg-ink-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-text"
    >
      <ImagePlus aria-hidden="true" className="size-5" />
      <input
        type="file"
        aria-label={t('desk.reply.attach')}
        accept={ACCEPTED}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          // The same file may be chosen again after it was refused.
          target.value = '';
        }}
        className="sr-only"
      />
    </label>
  );
}
