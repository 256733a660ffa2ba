import { attempt, button, byId } from './dom.js';
import { money } from './money.js';
import { rowOf, showRows } from './rows.js';
import { read, write } from './sandbox-calls.js';

/**
 * @typedef {object} Payout
 * @property {string} reference
 * @property {number} amount
 * @property {string} currency
 * @property {string} bank
 * @property {string} account
 * @property {string} state
 * @property {boolean} isSilent
 */

export function startPayouts() {
  for (const fate of document.querySelectorAll('[data-fate]')) {
    const result = fate.getAttribute('data-fate');
    fate.addEventListener('click', () => act(() => write('/payouts/next', { result })));
  }
}

export async function refreshPayouts() {
  /** @type {[Payout[], string[]]} */
  const [payouts, fates] = await Promise.all([read('/payouts'), read('/payouts/next')]);
  byId('payout-next').textContent = fates.length > 0 ? `next: ${fates.join(', ')}` : 'paid after 2 s';
  byId('payouts-none').hidden = payouts.length > 0;
  showRows(byId('payouts'), payouts, payoutRow);
}

/** @param {Payout} payout */
function payoutRow({ reference, amount, currency, bank, account, state, isSilent }) {
  /** @param {'Paid' | 'Refused'} word @param {string} className */
  const decide = (word, className) => {
    const path = `/payouts/${encodeURIComponent(reference)}/decide`;
    const say = () => act(() => write(path, { result: word.toLowerCase() }));
    return button(word, className, say, `${word}: payout ${reference}`);
  };
  const buttons = isSilent ? [decide('Paid', 'win'), decide('Refused', 'lose')] : [];
  return rowOf(`${money(amount)} ${currency}`, `${bank} ${account}`, isSilent ? null : state, buttons);
}

/** @param {() => Promise<unknown>} work */
function act(work) {
  return attempt('payouts-problem', async () => {
    await work();
    await refreshPayouts();
  });
}
