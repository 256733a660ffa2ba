import Copy from 'lucide-react/icons/copy';
import { useI18n } from '../i18n/i18n.tsx';
import { copyText } from '../platform/clipboard.ts';
import { Button } from './button.tsx';
import { showToast } from './toast.tsx';

/** `what` names the copied text for screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useI18n();
  const copy = async () => {
    const isDone = await copyText(text);
    showToast(
      isDone
        ? { tone: 'success', text: t('action.copied', { text }) }
        : { tone: 'error', text: t('action.copyFailed') },
    );
  };
  return (
    <Button size="s" variant="plain" onClick={copy} className="shrink-0 bg-ink-3! hover:bg-line!">
      <Copy aria-hidden="true" className="size-4" />
      {t('action.copy')} <span className="sr-only">{what}</span>
    </Button>
  );
}
