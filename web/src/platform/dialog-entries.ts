import { currentEntry, noteEntry } from './navigation.ts';

/**
 * An open dialog has an entry of its own in the browser's history, above the entry of its screen, so that the back
 * button of a phone closes the dialog and not the screen. A dialog that is closed in another way leaves its entry: the
 * next dialog or screen takes that entry's place, and a step back passes over it.
 */
type OpenDialog = { close: () => void };

const openDialogs: OpenDialog[] = [];

/** Returns how to say that the dialog has closed. */
export function enterDialog(dialog: OpenDialog): () => void {
  openDialogs.push(dialog);
  if (currentEntry().dialogs < openDialogs.length) {
    window.history.pushState({ ...window.history.state, dialogs: openDialogs.length }, '');
    noteEntry();
  }
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1);
  };
}

function followHistory(): void {
  const before = noteEntry();
  const here = currentEntry();
  const isLeftEntry = here.key === before.key && here.dialogs < before.dialogs;
  if (openDialogs.length > here.dialogs) for (const dialog of openDialogs.slice(here.dialogs).reverse()) dialog.close();
  else if (isLeftEntry) window.history.back();
}

// A page that is rendered at build has no history. One that is loaded anew may stand on an entry that a dialog has left.
if (globalThis.window) {
  noteEntry();
  window.addEventListener('popstate', followHistory);
}
