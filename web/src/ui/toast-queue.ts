import { createStore } from '../platform/store.ts';

export type ToastTone = 'success' | 'error' | 'info';
export type ToastRequest = { tone: ToastTone; text: string };

/** Toasts that were asked for and are not in sight yet. */
export const waitingToasts = createStore<readonly ToastRequest[]>([]);
