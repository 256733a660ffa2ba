import { byId, element } from './dom.js';
import { money } from './money.js';
import { rowOf, showRows } from './rows.js';
import { read, write } from './sandbox-calls.js';

const LAO_ACCOUNT = 'BCEL';
const ELSEWHERE = { bank: 'KBANK', number: '0000000099' };
const DEMO_RECEIVER = 'KBANK 0000000012';

const fromBank = byId('from-bank');
const to = byId('to');

export function startBank() {
  byId('transfer-form').addEventListener('submit', (event) => {
    event.preventDefault();
    act(transfer);
  });
  to.addEventListener('change', () => {
    byId('to-currency').textContent = to.value.startsWith(LAO_ACCOUNT) ? 'LAK' : 'BAHT';
  });
}

export async function refreshBank() {
  if (fromBank.options.length === 0) showChoices(await read('/bank'));
  const qrcodes = await read('/pay');
  byId('qrcodes-none').hidden = qrcodes.length > 0;
  showRows(byId('qrcodes'), qrcodes, qrcodeRow);
}

function showChoices({ banks, receivers }) {
  fromBank.replaceChildren(...banks.map((code) => element('option', { textContent: code })));
  const option = ({ bank, number }) => element('option', { textContent: `${bank} ${number}` });
  to.replaceChildren(...receivers.map(option));
  const elsewhere = option(ELSEWHERE);
  elsewhere.value = elsewhere.textContent;
  elsewhere.textContent += ', not ours';
  to.append(elsewhere);
  to.value = DEMO_RECEIVER;
}

function qrcodeRow({ qrcodeId, provider, amount, currency, state }) {
  const what = `${money(amount)} ${currency}`;
  if (state === 'paid') return rowOf(what, provider, state, []);
  const button = element('button', { type: 'button', className: 'button strong', textContent: 'Pay' });
  button.setAttribute('aria-label', `Pay ${what} to ${provider}`);
  button.addEventListener('click', () => act(() => pay(qrcodeId, what)));
  return rowOf(what, provider, state, [button]);
}

async function pay(qrcodeId, what) {
  const { slip } = await write(`/pay/${encodeURIComponent(qrcodeId)}`, JSON.parse(byId('callback').value));
  showSlip(slip, `${what} paid`);
}

async function transfer() {
  const [toBank, toAccount] = to.value.split(' ');
  const amount = Number(byId('transfer-amount').value);
  const { slip } = await write('/bank/transfers', {
    fromBank: fromBank.value,
    fromAccount: byId('from-account').value,
    fromName: byId('from-name').value,
    toBank,
    toAccount,
    amount,
    feed: byId('transfer-feed').checked,
  });
  showSlip(slip, `${money(amount)} ${byId('to-currency').textContent} sent`);
}

function showSlip(address, news) {
  const { pathname } = new URL(address);
  const link = (text, more) => element('a', { className: 'button', href: pathname, textContent: text, ...more });
  byId('slip').replaceChildren(
    element('img', { src: pathname, alt: `Slip: ${news}`, width: 1080, height: 1920 }),
    element(
      'figcaption',
      {},
      element('strong', { className: 'figures', textContent: news }),
      link('Open the slip', { target: '_blank', rel: 'noreferrer' }),
      link('Save the slip', { download: pathname.split('/').pop() }),
    ),
  );
  byId('slip').hidden = false;
}

async function act(work) {
  const problem = byId('bank-problem');
  problem.textContent = '';
  try {
    await work();
    await refreshBank();
  } catch (error) {
    problem.textContent = error.message;
  }
}
