import { lazy, Suspense, useSyncExternalStore } from 'react';
import { preloadable } from '../platform/preload.ts';

export type ToastTone = 'success' | 'error' | 'info';
export type ToastRequest = { tone: ToastTone; text: string };

/** The toasts' machinery is fetched with the first toast; what is asked for meanwhile waits here. */
let waiting: ToastRequest[] = [];
let deliver: ((toast: ToastRequest) => void) | null = null;
let wanted = false;
const watchers = new Set<() => void>();

export function showToast(toast: ToastRequest): void {
  if (deliver) {
    deliver(toast);
    return;
  }
  waiting.push(toast);
  wanted = true;
  for (const watcher of watchers) watcher();
}

export function receiveToasts(receiver: (toast: ToastRequest) => void): void {
  deliver = receiver;
  for (const toast of waiting) receiver(toast);
  waiting = [];
}

const loadRegion = () => import('./toast-region.tsx');
const ToastRegion = lazy(loadRegion);

function watch(watcher: () => void) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export const ToastHost = preloadable(Host, loadRegion);

function Host() {
  const mounted = useSyncExternalStore(watch, () => wanted);
  return mounted ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}
