import { attempt, button, byId, element, inputById, selectById } from './dom.js';
import { money } from './money.js';
import { rowOf, showRows } from './rows.js';
import { read, write } from './sandbox-calls.js';

/**
 * @typedef {{ bank: string, number: string }} Account
 * @typedef {{ qrcodeId: string, provider: string, amount: number, currency: string, state: string }} QrCode
 */

const LAO_ACCOUNT = 'BCEL';
const ELSEWHERE = { bank: 'KBANK', number: '0000000099' };
const DEMO_RECEIVER = 'KBANK 0000000012';

const fromBank = selectById('from-bank');
const to = selectById('to');

export function startBank() {
  byId('transfer-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void act(transfer);
  });
  to.addEventListener('change', () => {
    byId('to-currency').textContent = to.value.startsWith(LAO_ACCOUNT) ? 'LAK' : 'BAHT';
  });
}

export async function refreshBank() {
  if (fromBank.options.length === 0) showChoices(await read('/bank'));
  /** @type {QrCode[]} */
  const qrcodes = await read('/pay');
  byId('qrcodes-none').hidden = qrcodes.length > 0;
  showRows(byId('qrcodes'), qrcodes, qrcodeRow);
}

/** @param {{ banks: string[], receivers: Account[] }} choices */
function showChoices({ banks, receivers }) {
  fromBank.replaceChildren(...banks.map((code) => element('option', { textContent: code })));
  /** @param {Account} account */
  const option = ({ bank, number }) => element('option', { textContent: `${bank} ${number}` });
  to.replaceChildren(...receivers.map(option));
  const elsewhere = option(ELSEWHERE);
  elsewhere.value = elsewhere.textContent;
  elsewhere.textContent += ', not ours';
  to.append(elsewhere);
  to.value = DEMO_RECEIVER;
}

/** @param {QrCode} qrcode */
function qrcodeRow({ qrcodeId, provider, amount, currency, state }) {
  const what = `${money(amount)} ${currency}`;
  if (state === 'paid') return rowOf(what, provider, state, []);
  const payIt = () => act(() => pay(qrcodeId, what));
  return rowOf(what, provider, state, [button('Pay', 'strong', payIt, `Pay ${what} to ${provider}`)]);
}

/** @param {string} qrcodeId @param {string} what */
async function pay(qrcodeId, what) {
  /** @type {{ slip: string }} */
  const { slip } = await write(`/pay/${encodeURIComponent(qrcodeId)}`, JSON.parse(selectById('callback').value));
  showSlip(slip, `${what} paid`);
}

async function transfer() {
  const [toBank, toAccount] = to.value.split(' ');
  const amount = Number(inputById('transfer-amount').value);
  /** @type {{ slip: string }} */
  const { slip } = await write('/bank/transfers', {
    fromBank: fromBank.value,
    fromAccount: inputById('from-account').value,
    fromName: inputById('from-name').value,
    toBank,
    toAccount,
    amount,
    feed: inputById('transfer-feed').checked,
  });
  showSlip(slip, `${money(amount)} ${byId('to-currency').textContent} sent`);
}

/** @param {string} address @param {string} news */
function showSlip(address, news) {
  const { pathname } = new URL(address);
  /** @param {string} text @param {Partial<HTMLAnchorElement>} more */
  const link = (text, more) => element('a', { className: 'button', href: pathname, textContent: text, ...more });
  byId('slip').replaceChildren(
    element('img', { src: pathname, alt: `Slip: ${news}`, width: 1080, height: 1920 }),
    element(
      'figcaption',
      { className: 'stack' },
      element('strong', { className: 'figures', textContent: news }),
      link('Open the slip', { target: '_blank', rel: 'noreferrer' }),
      link('Save the slip', { download: pathname.split('/').pop() ?? '' }),
    ),
  );
  byId('slip').hidden = false;
}

/** @param {() => Promise<unknown>} work */
function act(work) {
  return attempt('bank-problem', async () => {
    await work();
    await refreshBank();
  });
}
