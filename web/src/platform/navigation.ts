/**
 * Screens and dialogs in the browser's history. An entry keeps its own key, the state that its screen was given, and how many
 * dialogs are open above the screen: see `dialog-entries.ts`.
 */
type Entry = { key: string; state: unknown; dialogs: number };

/** Where the app is. `by`: whether the page was loaded there, was led there, or stepped there in the browser's history. */
export type Place = Pick<Entry, 'key' | 'state'> & { pathname: string; search: string; by: 'load' | 'move' | 'step' };

/** An entry that the app has not written has no key. */
export function currentEntry(): Entry {
  const entry = window.history.state as Partial<Entry> | null;
  return { key: entry?.key ?? '', state: entry?.state ?? null, dialogs: entry?.dialogs ?? 0 };
}

// Not where the pages are rendered at build.
let noted: Entry | null = typeof window === 'undefined' ? null : currentEntry();

/** Keeps the current entry in mind, since a step back tells only where it led, and returns the one before. */
export function noteEntry(): Entry {
  const before = noted ?? currentEntry();
  noted = currentEntry();
  return before;
}

let by: Place['by'] = 'load';
const listeners = new Set<() => void>();

export function currentPlace(): Place {
  const { pathname, search } = window.location;
  const { key, state } = currentEntry();
  return { pathname, search, key, state, by };
}

export function onMove(listener: () => void): () => void {
  const step = () => {
    by = 'step';
    listener();
  };
  listeners.add(listener);
  window.addEventListener('popstate', step);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', step);
  };
}

type Move = { replace?: boolean | undefined; state?: unknown };

/** Leads to another address of the app. The entry of an open dialog is taken over: it never lies below a screen. */
export function goTo(address: string, { replace = false, state = null }: Move = {}): void {
  const entry: Entry = { key: Math.random().toString(36).slice(2), state, dialogs: 0 };
  const takesOver = replace || currentEntry().dialogs > 0;
  window.history[takesOver ? 'replaceState' : 'pushState'](entry, '', address);
  noteEntry();
  by = 'move';
  for (const listener of listeners) listener();
}

export function addressWith(path: string, params: URLSearchParams): string {
  const search = params.toString();
  return search === '' ? path : `${path}?${search}`;
}

/** So many screens back; the entries of dialogs are passed over. */
export function goBack(screens = 1): void {
  window.history.go(-screens - currentEntry().dialogs);
}
