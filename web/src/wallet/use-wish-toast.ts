import { isHandled } from '../platform/failures.ts';
import { showToast } from '../ui/toast.tsx';
import { useFailureTold, type Wish } from './use-failure-told.ts';

/** Shows what became of a wish that did not succeed, unless the failure has already led to another screen. */
export function useWishToast(wish: Wish): (failure: unknown) => void {
  const told = useFailureTold();
  return (failure) => {
    if (isHandled(failure)) return;
    const { state, text } = told(failure, wish);
    showToast({ tone: state === 'failed' ? 'error' : 'info', text });
  };
}
