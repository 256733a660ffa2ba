import { element } from './dom.js';

/** @type {Record<string, string>} */
const TONES = { paid: 'ok', open: '', pending: '' };

/**
 * An amount with what it is about, its state where that says more than its buttons, and what can be done with it.
 * @param {string} amount
 * @param {string} about
 * @param {string | null} state
 * @param {HTMLElement[]} buttons
 */
export function rowOf(amount, about, state, buttons) {
  const pill = element('span', { className: `pill ${TONES[state ?? ''] ?? 'bad'}`, textContent: state ?? '' });
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

/**
 * Rebuilt only when something changed: a button must not vanish under the finger.
 * @template Item
 * @param {HTMLElement} list
 * @param {Item[]} items
 * @param {(item: Item) => HTMLElement} row
 */
export function showRows(list, items, row) {
  const shown = JSON.stringify(items);
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  list.replaceChildren(...items.map(row));
}
