import { copyButton } from './copy.js';
import { attempt, byId, element, inputById } from './dom.js';
import { write } from './sandbox-calls.js';

export function startVouchers() {
  byId('voucher-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt('voucher-problem', async () => {
      const amount = Number(inputById('voucher-amount').value);
      const members = Number(inputById('voucher-members').value);
      /** @type {{ link: string }} */
      const { link } = await write('/truemoney/vouchers', { amount, members });
      show(link);
    });
  });
}

/** @param {string} link */
function show(link) {
  const text = element('span', { className: 'what small figures', textContent: link });
  byId('voucher').replaceChildren(text, copyButton(text));
  byId('voucher').hidden = false;
}
