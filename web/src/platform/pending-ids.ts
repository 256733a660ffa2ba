import { onSessionEnd } from './session.ts';
import { readStored, removeStored, type StoredKey, writeStored } from './storage.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const NONE: readonly string[] = [];

/** Movements whose end is not known yet, by id. They are kept for the tab, so that a reload goes on watching. */
export function createPendingIds(key: StoredKey) {
  let known: { text: string; ids: readonly string[] } = { text: '', ids: NONE };
  const watchers = new Set<() => void>();

  /** The same list as before as long as nothing has changed, as React asks for. */
  function all(): readonly string[] {
    const text = readStored(key, 'sessionStorage') ?? '';
    if (text !== known.text) known = { text, ids: text.split(' ').filter((id) => UUID.test(id)) };
    return known.ids;
  }

  function add(id: string): void {
    if (!all().includes(id)) keep([...all(), id]);
  }

  /** Whether it was pending: of several who hear of its end, one tells the member. */
  function remove(id: string): boolean {
    const ids = all();
    if (!ids.includes(id)) return false;
    keep(ids.filter((other) => other !== id));
    return true;
  }

  function onChange(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }

  function keep(ids: readonly string[]): void {
    if (ids.length > 0) writeStored(key, ids.join(' '), 'sessionStorage');
    else removeStored(key, 'sessionStorage');
    for (const watcher of watchers) watcher();
  }

  onSessionEnd(() => keep(NONE));
  return { all, add, remove, onChange };
}
