import Copy from 'lucide-react/icons/copy';
import { useI18n } from '../i18n/i18n.tsx';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';

/** `what` names the copied text for screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useI18n();
  const copy = useCopy();
  return (
    <Button size="s" variant="plain" onClick={() => void copy(text)} className="shrink-0">
      <Copy aria-hidden="true" className="size-4" />
      {t('action.copy')} <span className="sr-only">{what}</span>
    </Button>
  );
}
