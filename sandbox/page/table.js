import { attempt, button, byId, element, inputById } from './dom.js';
import { money } from './money.js';
import { read, write } from './sandbox-calls.js';

/**
 * @typedef {{ betId: string, stake: number }} Bet
 * @typedef {{ balance: number, inPlay: number, currency: string, bets: Bet[], won: number | null }} Table
 */

const REFRESH_MS = 3000;

const { game } = document.body.dataset;
const session = new URLSearchParams(location.search).get('session') ?? '';
/** @param {string} path */
const address = (path) => `/games/${game}/table${path}?session=${encodeURIComponent(session)}`;

const stake = inputById('stake');
/** One move at a time: the buttons stay focusable meanwhile, but do nothing. */
let isBusy = false;
let currency = '';

/** @param {Table} table */
function show(table) {
  currency = table.currency;
  byId('balance').textContent = money(table.balance);
  byId('in-play').textContent = money(table.inPlay);
  for (const unit of document.querySelectorAll('[data-currency]')) unit.textContent = currency;
  byId('no-bets').hidden = table.bets.length > 0;
  showBets(table.bets);
}

/**
 * Rows that stay keep their buttons, and so the focus.
 * @param {Bet[]} bets
 */
function showBets(bets) {
  const list = byId('bets');
  const open = new Set(bets.map(({ betId }) => betId));
  for (const row of list.querySelectorAll('li')) if (!open.has(row.dataset.bet ?? '')) row.remove();
  const shown = new Set([...list.querySelectorAll('li')].map((row) => row.dataset.bet));
  for (const bet of [...bets].reverse()) if (!shown.has(bet.betId)) list.prepend(betRow(bet));
}

/** @param {Bet} bet */
function betRow({ betId, stake: staked }) {
  /** @param {string} word @param {'win' | 'lose'} result */
  const settle = (word, result) => {
    const end = async () => {
      await play(`/bets/${betId}`, { result });
      if (!made.isConnected) byId('place').focus();
    };
    const made = button(word, result, end, `${word} bet ${betId}`);
    return made;
  };
  const row = element(
    'li',
    {},
    element(
      'span',
      { className: 'what figures' },
      element('strong', { textContent: money(staked) }),
      element('span', { className: 'muted small', textContent: ` bet ${betId}` }),
    ),
    settle('Win', 'win'),
    settle('Lose', 'lose'),
  );
  row.dataset.bet = betId;
  return row;
}

/** @param {string} path @param {object} body */
async function play(path, body) {
  if (isBusy) return;
  isBusy = true;
  byId('news').textContent = '';
  await attempt('problem', async () => {
    /** @type {Table} */
    const table = await write(address(path), body);
    show(table);
    byId('news').textContent = news(table.won, path);
    byId('news').classList.toggle('ok', (table.won ?? 0) > 0);
  });
  isBusy = false;
}

/** @param {number | null} won @param {string} path */
function news(won, path) {
  if (won === null) return path === '/bets' ? 'The bet is open.' : '';
  return won > 0 ? `You won ${money(won)} ${currency}.` : 'You lost.';
}

/** @param {Table} table */
function showUnlessBusy(table) {
  if (!isBusy) show(table);
}

async function keepFresh() {
  if (!document.hidden && !isBusy) {
    await read(address('')).then(showUnlessBusy, (error) => {
      byId('problem').textContent = error.message;
    });
  }
  setTimeout(keepFresh, REFRESH_MS);
}

for (const pick of document.querySelectorAll('[data-pick]')) {
  pick.addEventListener('click', () => {
    stake.value = pick.getAttribute('data-pick') ?? '';
  });
}
for (const round of document.querySelectorAll('[data-result]')) {
  const result = round.getAttribute('data-result');
  round.addEventListener('click', () => play('/rounds', { stake: Number(stake.value), result }));
}
byId('place').addEventListener('click', () => play('/bets', { stake: Number(stake.value) }));
void keepFresh();
