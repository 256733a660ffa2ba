import { byId, element } from './dom.js';
import { money } from './money.js';
import { read, write } from './sandbox-calls.js';

const provider = byId('game');
const player = byId('player');
const stake = byId('game-stake');
const table = element('a', {
  className: 'table-link',
  target: '_blank',
  rel: 'noreferrer',
  textContent: 'Open the table as this player',
});
const WIN_PAYS = 2;

export function startGames() {
  byId('game-table').append(table);
  provider.addEventListener('change', refreshSoon);
  player.addEventListener('change', refreshSoon);
  byId('game-win').addEventListener('click', () => round(WIN_PAYS));
  byId('game-lose').addEventListener('click', () => round(0));
  byId('game-bet').addEventListener('click', () => act(() => write(`${address()}/bets`, { stake: staked() })));
}

export async function refreshGames() {
  if (provider.options.length === 0) {
    const games = await read('/games');
    provider.replaceChildren(...games.map(({ code, name }) => element('option', { value: code, textContent: name })));
  }
  const asked = provider.value;
  const players = await read(`/games/${asked}/players`);
  if (asked !== provider.value) return;
  showPlayers(players);
  const current = players.find(({ username }) => username === player.value);
  byId('game-none').hidden = Boolean(current);
  byId('game-seat').hidden = !current;
  if (!current) return;
  table.href = `${address()}/table`;
  byId('game-balance').textContent = `${money(current.balance)} ${current.currency}`;
  byId('game-in-play').textContent = `${money(current.inPlay)} ${current.currency}`;
  await refreshBets();
}

/** Rebuilds the list of players only when a player came: an open list must not change under the finger. */
function showPlayers(players) {
  const names = players.map(({ username }) => username);
  const shown = [...player.options].map(({ value }) => value);
  if (names.join(' ') === shown.join(' ')) return;
  const chosen = player.value;
  player.replaceChildren(...names.map((name) => element('option', { value: name, textContent: name })));
  if (names.includes(chosen)) player.value = chosen;
}

async function refreshBets() {
  const asked = address();
  const bets = await read(`${asked}/bets`);
  if (asked !== address()) return;
  const list = byId('game-bets');
  const ids = bets.map(({ betId }) => betId).join(' ');
  if (list.dataset.shown === `${asked} ${ids}`) return;
  list.dataset.shown = `${asked} ${ids}`;
  list.replaceChildren(...bets.map(betRow));
}

function betRow({ betId, stake: amount }) {
  const settle = (label, win) => {
    const button = element('button', {
      type: 'button',
      className: `button ${label.toLowerCase()}`,
      textContent: label,
    });
    button.setAttribute('aria-label', `${label} bet ${betId}`);
    button.addEventListener('click', () => act(() => write(`${address()}/bets/${betId}`, { win })));
    return button;
  };
  return element(
    'li',
    {},
    element('span', { className: 'figures', textContent: `${money(amount)} in play` }),
    settle('Win', Number((amount * WIN_PAYS).toFixed(2))),
    settle('Lose', 0),
  );
}

function address() {
  return `/games/${provider.value}/players/${encodeURIComponent(player.value)}`;
}

function staked() {
  return Number(stake.value);
}

function round(pays) {
  return act(() => write(`${address()}/rounds`, { stake: staked(), win: Number((staked() * pays).toFixed(2)) }));
}

async function act(work) {
  const problem = byId('games-problem');
  problem.textContent = '';
  try {
    await work();
    await refreshGames();
  } catch (error) {
    problem.textContent = error.message;
  }
}

function refreshSoon() {
  refreshGames().catch(() => {});
}
