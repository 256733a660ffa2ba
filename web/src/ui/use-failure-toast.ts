import { useI18n } from '../i18n/i18n.tsx';
import { isHandled } from '../platform/failures.ts';
import { showToast } from './toast.tsx';

/** Shows a failure, unless the failure has already led to another screen. */
export function useFailureToast(): (failure: unknown) => void {
  const { errorText } = useI18n();
  return (failure) => {
    if (!isHandled(failure)) showToast({ tone: 'error', text: errorText(failure) });
  };
}
