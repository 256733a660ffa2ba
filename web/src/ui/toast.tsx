import { lazy, Suspense } from 'react';
import { preloadable } from '../platform/preload.ts';
import { type ToastRequest, waitingToasts } from './toast-queue.ts';
import { useOnceOpened } from './use-once-opened.ts';

export function showToast(toast: ToastRequest): void {
  waitingToasts.set([...waitingToasts.get(), toast]);
}

const loadRegion = () => import('./toast-region.tsx');
const ToastRegion = lazy(loadRegion);

/** The toasts' machinery is fetched with the first toast; the toasts that are asked for meanwhile wait. */
export const ToastHost = preloadable(Host, loadRegion);

function Host() {
  const isWanted = useOnceOpened(waitingToasts.use().length > 0);
  return isWanted ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}
