import type { Entry } from './entry.ts';

/**
 * A tab for a game. Browsers only let a click open one, so it is opened empty at once and led to the game when
 * the address is known. `null` if the browser refused.
 */
export function openGameTab(words: string): Window | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  // The game must not be able to lead this page elsewhere.
  tab.opener = null;
  tab.document.title = words;
  const { body } = tab.document;
  body.textContent = words;
  Object.assign(body.style, {
    margin: '40vh 1rem 0',
    textAlign: 'center',
    font: '16px system-ui, sans-serif',
    color: '#a9b1bd',
    background: '#0a0c11',
  });
  return tab;
}

/** Leads an empty tab or frame of ours into the game. It leaves no trace in the history. */
export function enterGame(place: Window, entry: Entry): void {
  if ('url' in entry) place.location.replace(entry.url);
  else postForm(place.document, entry);
}

/** Leads this very page into the game, so that the way back is the way here. */
export function enterGameHere(entry: Entry): void {
  if ('url' in entry) window.location.assign(entry.url);
  else postForm(document, entry);
}

/** A password goes into a form that exists for the moment of its sending; never into an address. */
export function postForm(page: Document, entry: Extract<Entry, { action: string }>, target = '_self'): void {
  const form = page.createElement('form');
  form.method = 'post';
  form.action = entry.action;
  form.target = target;
  form.rel = 'noopener';
  form.hidden = true;
  for (const [name, value] of Object.entries(entry.fields)) {
    const input = page.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  page.body.append(form);
  // A field named "submit" would hide the method.
  HTMLFormElement.prototype.submit.call(form);
  form.remove();
}
