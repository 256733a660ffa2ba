import { onSessionEnd } from '../../platform/session.ts';
import { readStored, removeStored, writeStored } from '../../platform/storage.ts';

/**
 * Transfers whose end is not known yet, by id. They are kept for the tab, so that a reload goes on watching.
 */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const NONE: readonly string[] = [];

let known: { text: string; ids: readonly string[] } = { text: '', ids: NONE };
const watchers = new Set<() => void>();

/** The same list as before as long as nothing has changed, as React asks for. */
export function pendingTransfers(): readonly string[] {
  const text = readStored('pending-transfers', 'sessionStorage') ?? '';
  if (text !== known.text) known = { text, ids: text.split(' ').filter((id) => UUID.test(id)) };
  return known.ids;
}

export function addPending(id: string): void {
  if (!pendingTransfers().includes(id)) keep([...pendingTransfers(), id]);
}

/** Whether it was pending: of several who hear of its end, one tells the member. */
export function removePending(id: string): boolean {
  const ids = pendingTransfers();
  if (!ids.includes(id)) return false;
  keep(ids.filter((other) => other !== id));
  return true;
}

export function onPendingChange(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function keep(ids: readonly string[]): void {
  if (ids.length > 0) writeStored('pending-transfers', ids.join(' '), 'sessionStorage');
  else removeStored('pending-transfers', 'sessionStorage');
  for (const watcher of watchers) watcher();
}

onSessionEnd(() => keep(NONE));
