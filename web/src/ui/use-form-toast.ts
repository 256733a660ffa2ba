import { useId } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { isHandled } from '../platform/failures.ts';
import { showToast, takeBackToast } from './toast.tsx';

/** The errors of one form as toasts: what was told before goes when the form is tried again. */
export function useFormToast() {
  const { errorText } = useI18n();
  const of = useId();
  const tell = (text: string) => showToast({ tone: 'error', text, of });
  return {
    tell,
    tellFailure: (failure: unknown) => {
      if (!isHandled(failure)) tell(errorText(failure));
    },
    takeBack: () => takeBackToast(of),
  };
}
