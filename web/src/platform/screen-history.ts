import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';

type HistoryEntry = { key: string | undefined; dialogs: number };

/** The entry of the browser's history that is current: its screen, and how many dialogs' entries lie above it. */
export function currentEntry(): HistoryEntry {
  const state = window.history.state as { key?: string; dialogs?: number } | null;
  return { key: state?.key, dialogs: state?.dialogs ?? 0 };
}

let noted = currentEntry();

/** Keeps the current entry in mind, since a step back tells only where it led, and returns the one before. */
export function noteEntry(): HistoryEntry {
  const before = noted;
  noted = currentEntry();
  return before;
}

/** The router's history, in which dialogs' entries only ever lie on top: see `dialog-entries.ts`. */
export const screenHistory = createBrowserHistory({ v5Compat: true });

const { push, replace, go } = screenHistory;
screenHistory.push = (to, state) => {
  const move = currentEntry().dialogs > 0 ? replace : push;
  move(to, state);
  noteEntry();
};
screenHistory.replace = (to, state) => {
  replace(to, state);
  noteEntry();
};
screenHistory.go = (delta) => go(delta < 0 ? delta - currentEntry().dialogs : delta);
