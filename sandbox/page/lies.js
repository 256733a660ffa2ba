import { attempt, button, byId, element, inputById, selectById } from './dom.js';
import { showRows } from './rows.js';
import { read, write } from './sandbox-calls.js';

/** @typedef {{ target: string, lie: string, meaning: string, isTold: boolean, times: number | null }} Lie */

const target = selectById('lie-target');
const times = inputById('lie-times');
/** @type {Lie[]} */
let known = [];

export function startLies() {
  target.addEventListener('change', () => {
    times.value = '';
    show(known);
  });
}

export async function refreshLies() {
  show(await read('/lies'));
}

/** @param {Lie[]} lies */
function show(lies) {
  known = lies;
  const targets = [...new Set(lies.map((lie) => lie.target))];
  if (target.options.length !== targets.length) {
    target.replaceChildren(...targets.map((textContent) => element('option', { textContent })));
  }
  const ofTarget = lies.filter((lie) => lie.target === target.value);
  showRows(byId('lies'), ofTarget, choice);
  // Whatever is told untruly is in sight, also where another target is chosen.
  const told = lies.filter(({ isTold }) => isTold);
  showRows(byId('lies-told'), told, toldRow);
}

/** @param {Lie} lie */
function choice(lie) {
  const input = element('input', { type: 'checkbox', checked: lie.isTold });
  input.addEventListener('change', () => set(lie, input.checked));
  return element('label', { className: 'check' }, input, lie.meaning);
}

/** @param {Lie} lie */
function toldRow(lie) {
  const count = lie.times === null ? '' : ` × ${lie.times}`;
  const name = element('strong', { textContent: lie.target });
  return element(
    'li',
    {},
    element('span', { className: 'what problem' }, name, ` ${lie.lie}${count}`),
    button('Be honest', '', () => set(lie, false), `${lie.target} is honest about ${lie.lie}`),
  );
}

/**
 * @param {Lie} lie
 * @param {boolean} isTold
 */
async function set(lie, isTold) {
  const count = isTold && times.value ? { times: Number(times.value) } : {};
  await attempt('lies-problem', () => write('/lies', { target: lie.target, lie: lie.lie, isTold, ...count }));
  await refreshLies().catch(() => {});
}
