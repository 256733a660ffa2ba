import { byId, element } from './dom.js';
import { read, write } from './sandbox-calls.js';

const MODES = [
  ['ok', 'Works', 'Answers as it should.'],
  ['slow', 'Slow', 'Does it and answers after two seconds.'],
  ['refuse', 'Refuses', 'Says no and does nothing.'],
  ['garbage', 'Garbage', 'Answers 200 with broken JSON and does nothing.'],
  ['error-after', 'Fails after', 'Does it, then answers 500.'],
  ['timeout-before', 'Silent before', 'Never answers and does nothing.'],
  ['timeout-after', 'Silent after', 'Does it but never answers.'],
];

const target = byId('fault-target');
const times = byId('fault-times');
const switches = MODES.map(([mode, label, meaning]) => {
  const input = element('input', { type: 'radio', name: 'mode', value: mode });
  input.addEventListener('change', () => set(target.value, mode, times.value));
  return { input, meaning, label: element('label', { className: 'switch' }, input, element('span', {}, label)) };
});
let known = [];

export function startFaults() {
  byId('fault-modes').append(...switches.map(({ label }) => label));
  target.addEventListener('change', () => {
    times.value = '';
    show(known);
  });
  times.addEventListener('change', () => {
    const on = switches.find(({ input }) => input.checked);
    if (on && on.input.value !== 'ok') set(target.value, on.input.value, times.value);
  });
}

export async function refreshFaults() {
  show(await read('/faults'));
}

function show(faults) {
  known = faults;
  const whole = faults.filter(({ call }) => call === null);
  if (target.options.length !== whole.length) {
    target.replaceChildren(...whole.map((fault) => element('option', { textContent: fault.target })));
  }
  const fault = whole.find((one) => one.target === target.value);
  const on = switches.find(({ input }) => input.value === fault?.mode);
  if (!on) return;
  on.input.checked = true;
  byId('fault-meaning').textContent = `${on.meaning} ${lasting(fault)}`;
  byId('fault-meaning').classList.toggle('bad', fault.mode !== 'ok');
  showOthers(faults.filter(({ mode }) => mode !== 'ok'));
}

/** Lists every target that misbehaves, also while another target is chosen. */
function showOthers(faulty) {
  const list = byId('fault-others');
  const shown = JSON.stringify(faulty);
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  list.replaceChildren(...faulty.map(otherRow));
}

function otherRow(fault) {
  const name = fault.call === null ? fault.target : `${fault.target} ${fault.call}`;
  const [, label] = MODES.find(([mode]) => mode === fault.mode) ?? [];
  const button = element('button', { type: 'button', className: 'button', textContent: 'Mend' });
  button.setAttribute('aria-label', `Mend ${name}`);
  button.addEventListener('click', () => set(fault.target, 'ok', '', fault.call));
  const count = fault.times === null ? '' : ` × ${fault.times}`;
  return element(
    'li',
    {},
    element('span', {}, element('strong', { textContent: name }), ` ${label?.toLowerCase()}${count}`),
    button,
  );
}

function lasting({ mode, times: left }) {
  if (mode === 'ok') return '';
  if (left === null) return 'Until you switch it back.';
  return left === 1 ? 'One more call.' : `${left} more calls.`;
}

async function set(aim, mode, count, call = null) {
  const problem = byId('faults-problem');
  problem.textContent = '';
  try {
    show(await write('/faults', { target: aim, mode, ...(count && { times: Number(count) }), ...(call && { call }) }));
  } catch (error) {
    problem.textContent = error.message;
    refreshFaults().catch(() => {});
  }
}
