import { type ComponentType, useEffect, useState } from 'react';
import { preloadable } from '../platform/preload.ts';
import { type ToastRequest, takenBack, waitingToasts } from './toast-queue.ts';

export function showToast(toast: ToastRequest): void {
  waitingToasts.set([...waitingToasts.get(), toast]);
}

/** The toast about this is no longer true. */
export function takeBackToast(of: string): void {
  waitingToasts.set(waitingToasts.get().filter((toast) => toast.of !== of));
  takenBack.set({ of });
}

const loadRegion = () => import('./toast-region.tsx');

/** The toasts' machinery is fetched with the first toast; the toasts that are asked for meanwhile wait. */
export const ToastHost = preloadable(Host, loadRegion);

function Host() {
  const waiting = waitingToasts.use();
  const [region, setRegion] = useState<{ Region: ComponentType } | null>(null);
  useEffect(() => {
    // Without the network the toasts go on waiting, and the next one fetches again: no screen is lost for a message.
    if (waiting.length > 0 && !region)
      loadRegion().then(
        ({ default: Region }) => setRegion({ Region }),
        () => undefined,
      );
  }, [waiting, region]);
  return region && <region.Region />;
}
