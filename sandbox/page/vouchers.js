import { copyButton } from './copy.js';
import { byId, element } from './dom.js';
import { write } from './sandbox-calls.js';

export function startVouchers() {
  byId('voucher-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    byId('voucher-problem').textContent = '';
    try {
      const amount = Number(byId('voucher-amount').value);
      const members = Number(byId('voucher-members').value);
      show((await write('/truemoney/vouchers', { amount, members })).link);
    } catch (error) {
      byId('voucher-problem').textContent = error.message;
    }
  });
}

function show(link) {
  const text = element('span', { className: 'link figures', textContent: link });
  byId('voucher').replaceChildren(text, copyButton(text));
  byId('voucher').hidden = false;
}
