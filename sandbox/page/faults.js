import { attempt, button, byId, element, inputById, selectById } from './dom.js';
import { showRows } from './rows.js';
import { read, write } from './sandbox-calls.js';

/** @typedef {{ target: string, call: string | null, mode: string, times: number | null }} Fault */

/** @type {[string, string, string][]} */
const MODES = [
  ['ok', 'Works', 'Answers as it should.'],
  ['slow', 'Slow', 'Does it and answers after two seconds.'],
  ['refuse', 'Refuses', 'Says no and does nothing.'],
  ['garbage', 'Garbage', 'Answers 200 with broken JSON and does nothing.'],
  ['error-after', 'Fails after', 'Does it, then answers 500.'],
  ['endless', 'Endless', 'Does it, then answers without an end.'],
  ['redirect', 'Redirect', 'Sends the caller on to another address.'],
  ['timeout-before', 'Silent before', 'Never answers and does nothing.'],
  ['timeout-after', 'Silent after', 'Does it but never answers.'],
  ['held', 'Held', 'Never answers, and does it three seconds later.'],
];

const target = selectById('fault-target');
const times = inputById('fault-times');
const switches = MODES.map(([mode, label, meaning]) => {
  const input = element('input', { type: 'radio', name: 'mode', value: mode });
  input.addEventListener('change', () => set(target.value, mode, times.value));
  return {
    input,
    meaning,
    label: element('label', { className: `button small ${mode === 'ok' ? 'whole' : ''}` }, input, label),
  };
});
/** @type {Fault[]} */
let known = [];

export function startFaults() {
  byId('fault-modes').append(...switches.map(({ label }) => label));
  target.addEventListener('change', () => {
    times.value = '';
    show(known);
  });
  times.addEventListener('change', () => {
    const on = switches.find(({ input }) => input.checked);
    if (on && on.input.value !== 'ok') void set(target.value, on.input.value, times.value);
  });
}

export async function refreshFaults() {
  show(await read('/faults'));
}

/** @param {Fault[]} faults */
function show(faults) {
  known = faults;
  const whole = faults.filter(({ call }) => call === null);
  if (target.options.length !== whole.length) {
    target.replaceChildren(...whole.map((fault) => element('option', { textContent: fault.target })));
  }
  const fault = whole.find((one) => one.target === target.value);
  const on = switches.find(({ input }) => input.value === fault?.mode);
  if (!on || !fault) return;
  on.input.checked = true;
  byId('fault-meaning').textContent = `${on.meaning} ${lasting(fault)}`;
  byId('fault-meaning').classList.toggle('bad', fault.mode !== 'ok');
  showOthers(faults.filter(({ mode }) => mode !== 'ok'));
}

/**
 * Whatever misbehaves is in sight, also where another target is chosen.
 * @param {Fault[]} faulty
 */
function showOthers(faulty) {
  showRows(byId('fault-others'), faulty, otherRow);
}

/** @param {Fault} fault */
function otherRow(fault) {
  const name = fault.call === null ? fault.target : `${fault.target} ${fault.call}`;
  const [, label] = MODES.find(([mode]) => mode === fault.mode) ?? [];
  const count = fault.times === null ? '' : ` × ${fault.times}`;
  return element(
    'li',
    {},
    element(
      'span',
      { className: 'what problem' },
      element('strong', { textContent: name }),
      ` ${label?.toLowerCase()}${count}`,
    ),
    button('Mend', '', () => set(fault.target, 'ok', '', fault.call), `Mend ${name}`),
  );
}

/** @param {Fault} fault */
function lasting({ mode, times: left }) {
  if (mode === 'ok') return '';
  if (left === null) return 'Until you switch it back.';
  return left === 1 ? 'One more call.' : `${left} more calls.`;
}

/**
 * @param {string} aim
 * @param {string} mode
 * @param {string} count
 * @param {string | null} [call]
 */
async function set(aim, mode, count, call) {
  await attempt('faults-problem', () =>
    write('/faults', { target: aim, mode, ...(count && { times: Number(count) }), ...(call && { call }) }),
  );
  await refreshFaults().catch(() => {});
}
