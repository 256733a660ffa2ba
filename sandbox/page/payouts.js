import { byId, element } from './dom.js';
import { money } from './money.js';
import { rowOf, showRows } from './rows.js';
import { read, write } from './sandbox-calls.js';

export function startPayouts() {
  for (const button of document.querySelectorAll('[data-fate]')) {
    button.addEventListener('click', () => act(() => write('/payouts/next', { result: button.dataset.fate })));
  }
}

export async function refreshPayouts() {
  const [payouts, fates] = await Promise.all([read('/payouts'), read('/payouts/next')]);
  byId('payout-next').textContent = fates.length > 0 ? `next: ${fates.join(', ')}` : 'paid after 2 s';
  byId('payouts-none').hidden = payouts.length > 0;
  showRows(byId('payouts'), payouts, payoutRow);
}

function payoutRow({ reference, amount, currency, bank, account, state, isSilent }) {
  const decide = (label, className) => {
    const button = element('button', { type: 'button', className: `button ${className}`, textContent: label });
    button.setAttribute('aria-label', `${label}: payout ${reference}`);
    const result = label.toLowerCase();
    button.addEventListener('click', () =>
      act(() => write(`/payouts/${encodeURIComponent(reference)}/decide`, { result })),
    );
    return button;
  };
  const buttons = isSilent ? [decide('Paid', 'win'), decide('Refused', 'lose')] : [];
  const about = `${bank} ${account}`;
  return rowOf(`${money(amount)} ${currency}`, about, isSilent ? null : state, buttons);
}

async function act(work) {
  const problem = byId('payouts-problem');
  problem.textContent = '';
  try {
    await work();
    await refreshPayouts();
  } catch (error) {
    problem.textContent = error.message;
  }
}
