import { useSyncExternalStore } from 'react';

/**
 * One value outside React. `set` tells every watcher and does nothing for the value that is already there;
 * `use` is the value in a component, which renders anew when it changes. A page rendered at build has the first value.
 */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const watchers = new Set<() => void>();

  function set(next: Value): void {
    if (Object.is(next, value)) return;
    value = next;
    for (const watcher of [...watchers]) watcher();
  }

  /** Returns the function that ends the watching. */
  function watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }

  const get = (): Value => value;
  const use = (): Value => useSyncExternalStore(watch, get, () => initial);
  return { get, set, watch, use };
}
