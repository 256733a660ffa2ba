import { element } from './dom.js';

const TONES = { paid: 'ok', open: 'wait', pending: 'wait' };

/** A row: the amount, a line about it, its state (empty where the buttons already show it) and its buttons. */
export function rowOf(amount, about, state, buttons) {
  const pill = element('span', { className: `pill ${TONES[state] ?? 'bad'}`, textContent: state });
  return element(
    'li',
    {},
    element(
      'div',
      { className: 'what' },
      element('strong', { className: 'figures', textContent: amount }),
      element('span', { className: 'muted small', textContent: about }),
    ),
    ...(state ? [pill] : []),
    ...buttons,
  );
}

/** Rebuilds the rows only when an item changed: a button must not vanish under the finger. */
export function showRows(list, items, row) {
  const shown = JSON.stringify(items);
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  list.replaceChildren(...items.map(row));
}
