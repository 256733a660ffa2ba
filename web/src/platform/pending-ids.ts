import { ApiError } from './api-error.ts';
import { onSessionEnd } from './session.ts';
import { readStored, removeStored, type StoredKey, writeStored } from './storage.ts';
import { createStore } from './store.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const NONE: readonly string[] = [];

export type PendingIds = ReturnType<typeof createPendingIds>;

/** Movements whose end is not known yet, by id. They are kept for the tab, so that a reload goes on watching. */
export function createPendingIds(key: StoredKey) {
  const stored = readStored(key, 'sessionStorage') ?? '';
  const { get: all, set, watch, use } = createStore<readonly string[]>(stored.split(' ').filter((id) => UUID.test(id)));

  function add(id: string): void {
    if (!all().includes(id)) save([...all(), id]);
  }

  /** True if the movement was pending: of several watchers that learn of its end, one tells the member. */
  function remove(id: string): boolean {
    if (!all().includes(id)) return false;
    save(all().filter((other) => other !== id));
    return true;
  }

  function save(ids: readonly string[]): void {
    if (ids.length > 0) writeStored(key, ids.join(' '), 'sessionStorage');
    else removeStored(key, 'sessionStorage');
    set(ids);
  }

  onSessionEnd(() => save(NONE));
  return { all, add, remove, watch, use };
}

type Asked = { error: unknown; errorUpdateCount: number };

/** A movement that the server does not know after so many questions has never reached it. Silence says nothing. */
export function isAbsent({ error, errorUpdateCount }: Asked, tries: number): boolean {
  return error instanceof ApiError && error.status === 404 && errorUpdateCount >= tries;
}
