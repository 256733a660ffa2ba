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

/** One panel of switches per target, kept from one refresh to the next. */
const panels = new Map();

export async function refreshFaults() {
  show(await read('/faults'));
}

function show(faults) {
  for (const fault of faults.filter(({ call }) => call === null)) {
    if (!panels.has(fault.target)) addPanel(fault.target);
    panels.get(fault.target).show(
      fault,
      faults.filter(({ target, call }) => target === fault.target && call !== null),
    );
  }
}

function addPanel(target) {
  const switches = MODES.map(([mode, label, meaning]) => {
    const input = element('input', { type: 'radio', name: `mode of ${target}`, value: mode });
    input.addEventListener('change', () => set(target, mode, times.value));
    return { input, meaning, label: element('label', { className: 'switch' }, input, element('span', {}, label)) };
  });
  const times = element('input', {
    type: 'number',
    className: 'input times figures',
    min: '1',
    max: '1000000',
    placeholder: '∞',
  });
  times.addEventListener('change', () => {
    const on = switches.find(({ input }) => input.checked);
    if (on && on.input.value !== 'ok') set(target, on.input.value, times.value);
  });
  const meaning = element('p', { className: 'meaning small' });
  const single = element('p', { className: 'muted small' });

  byId('faults').append(
    element(
      'fieldset',
      { className: 'target' },
      element('legend', { textContent: target }),
      element('div', { className: 'switches' }, ...switches.map(({ label }) => label)),
      meaning,
      element('label', { className: 'times-row' }, 'Only for the next', times, 'calls'),
      single,
    ),
  );
  panels.set(target, {
    show(fault, ofSingleCalls) {
      const on = switches.find(({ input }) => input.value === fault.mode);
      if (!on) return;
      on.input.checked = true;
      meaning.textContent = `${on.meaning} ${lasting(fault)}`;
      meaning.classList.toggle('bad', fault.mode !== 'ok');
      single.textContent = ofSingleCalls.map(({ call, mode }) => `Only its call “${call}”: ${mode}.`).join(' ');
    },
  });
}

function lasting({ mode, times }) {
  if (mode === 'ok') return '';
  if (times === null) return 'Until you switch it back.';
  return times === 1 ? 'One more call.' : `${times} more calls.`;
}

async function set(target, mode, times) {
  const problem = byId('faults-problem');
  problem.textContent = '';
  try {
    show(await write('/faults', { target, mode, ...(times && { times: Number(times) }) }));
  } catch (error) {
    problem.textContent = error.message;
    refreshFaults().catch(() => {});
  }
}
