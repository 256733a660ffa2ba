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
  byId('wallet-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt('voucher-problem', async () => {
      const [fromMobile, fromName] = [inputById('wallet-from').value, inputById('wallet-name').value];
      const amount = Number(inputById('wallet-amount').value);
      /** @type {{ ref: string }} */
      const { ref } = await write('/truemoney/transfers', { fromMobile, fromName, amount });
      show(ref);
    });
  });
}

/** @param {string} made */
function show(made) {
  const text = element('span', { className: 'what small figures', textContent: made });
  byId('voucher').replaceChildren(text, copyButton(text));
  byId('voucher').hidden = false;
}
