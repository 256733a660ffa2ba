import { useI18n } from '../i18n/i18n.tsx';
import { copyText } from '../platform/clipboard.ts';
import { showToast } from './toast.tsx';

/** Copies a text and says so, with the text itself where it may be read aloud. True if it is copied. */
export function useCopy(): (text: string, doneText?: string) => Promise<boolean> {
  const { t } = useI18n();
  return async (text, doneText = t('action.copied', { text })) => {
    const isDone = await copyText(text);
    showToast(isDone ? { tone: 'success', text: doneText } : { tone: 'error', text: t('action.copyFailed') });
    return isDone;
  };
}
