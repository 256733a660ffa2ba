import { byId, element } from './dom.js';
import { money } from './money.js';
import { read, write } from './sandbox-calls.js';

const REFRESH_MS = 3000;

const { game } = document.body.dataset;
const session = new URLSearchParams(location.search).get('session');
const address = (path) => `/games/${game}/table${path}?session=${encodeURIComponent(session)}`;

const stake = byId('stake');
/** One move at a time: the buttons stay focusable meanwhile, but do nothing. */
let isBusy = false;
let currency = '';

function show(table) {
  currency = table.currency;
  byId('balance').textContent = money(table.balance);
  byId('in-play').textContent = money(table.inPlay);
  for (const unit of document.querySelectorAll('[data-currency]')) unit.textContent = currency;
  byId('no-bets').hidden = table.bets.length > 0;
  showBets(table.bets);
}

/** Rows that stay keep their buttons, and so the focus. */
function showBets(bets) {
  const list = byId('bets');
  const open = new Set(bets.map(({ betId }) => betId));
  for (const row of [...list.children]) if (!open.has(row.dataset.bet)) row.remove();
  const shown = new Set([...list.children].map((row) => row.dataset.bet));
  for (const bet of [...bets].reverse()) if (!shown.has(bet.betId)) list.prepend(betRow(bet));
}

function betRow({ betId, stake: staked }) {
  const button = (label, result) => {
    const made = element('button', { type: 'button', className: `button ${result}`, textContent: label });
    made.setAttribute('aria-label', `${label} bet ${betId}`);
    made.addEventListener('click', async () => {
      await play(`/bets/${betId}`, { result });
      if (!made.isConnected) byId('place').focus();
    });
    return made;
  };
  const row = element(
    'li',
    {},
    element(
      'span',
      { className: 'figures' },
      element('strong', { textContent: money(staked) }),
      element('span', { className: 'muted small', textContent: ` bet ${betId}` }),
    ),
    button('Win', 'win'),
    button('Lose', 'lose'),
  );
  row.dataset.bet = betId;
  return row;
}

async function play(path, body) {
  if (isBusy) return;
  isBusy = true;
  byId('news').textContent = '';
  byId('problem').textContent = '';
  try {
    const table = await write(address(path), body);
    show(table);
    byId('news').textContent = news(table.won, path);
    byId('news').classList.toggle('won', table.won > 0);
  } catch (error) {
    byId('problem').textContent = error.message;
  }
  isBusy = false;
}

function news(won, path) {
  if (won === null) return path === '/bets' ? 'The bet is open.' : '';
  return won > 0 ? `You won ${money(won)} ${currency}.` : 'You lost.';
}

async function keepFresh() {
  if (!document.hidden && !isBusy) {
    try {
      const table = await read(address(''));
      if (!isBusy) show(table);
    } catch (error) {
      byId('problem').textContent = error.message;
    }
  }
  setTimeout(keepFresh, REFRESH_MS);
}

for (const pick of document.querySelectorAll('[data-pick]')) {
  pick.addEventListener('click', () => {
    stake.value = pick.dataset.pick;
  });
}
for (const button of document.querySelectorAll('[data-result]')) {
  button.addEventListener('click', () =>
    play('/rounds', { stake: Number(stake.value), result: button.dataset.result }),
  );
}
byId('place').addEventListener('click', () => play('/bets', { stake: Number(stake.value) }));
keepFresh();
