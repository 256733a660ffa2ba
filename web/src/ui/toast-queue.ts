import { createStore } from '../platform/store.ts';

export type ToastTone = 'success' | 'error' | 'info';
/** What can be done about what a toast says; the toast goes with it. */
export type ToastAction = { label: string; onPress: () => void };
/** `of` names what the toast is about, by which it can be taken back. */
export type ToastRequest = { tone: ToastTone; text: string; of?: string; action?: ToastAction };

/** Toasts that were asked for and are not in sight yet. */
export const waitingToasts = createStore<readonly ToastRequest[]>([]);

/** What a toast was about that was taken back last. */
export const takenBack = createStore<{ of: string } | null>(null);
