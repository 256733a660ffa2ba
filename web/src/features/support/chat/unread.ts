import { onSessionEnd } from '../../../platform/session.ts';

/** How many of support's entries the customer has not read: one number for the button and the panel. */
let count = 0;
const watchers = new Set<() => void>();

export function unreadCount(): number {
  return count;
}

export function watchUnread(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function setUnread(next: number): void {
  if (next === count) return;
  count = Math.max(0, next);
  for (const watcher of watchers) watcher();
}

onSessionEnd(() => setUnread(0));
