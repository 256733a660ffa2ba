import { refreshBank, startBank } from './bank.js';
import { startClock } from './clock.js';
import { byId } from './dom.js';
import { refreshFaults, startFaults } from './faults.js';
import { refreshGames, startGames } from './games.js';
import { refreshInbox, startInbox } from './inbox.js';
import { refreshLies, startLies } from './lies.js';
import { refreshPayouts, startPayouts } from './payouts.js';
import { startVouchers } from './vouchers.js';

const REFRESH_MS = 2000;

async function refresh() {
  const connection = byId('connection');
  try {
    await Promise.all([
      refreshInbox(),
      refreshBank(),
      refreshPayouts(),
      refreshGames(),
      refreshFaults(),
      refreshLies(),
    ]);
    connect(connection, 'Live', 'ok');
  } catch {
    connect(connection, 'Not connected', 'bad');
  }
}

/**
 * Written only when it changes: a screen reader speaks a status each time its text is set.
 * @param {HTMLElement} connection
 * @param {string} text
 * @param {string} tone
 */
function connect(connection, text, tone) {
  if (connection.textContent === text) return;
  connection.textContent = text;
  connection.className = `pill ${tone}`;
}

async function keepFresh() {
  if (!document.hidden) await refresh();
  setTimeout(keepFresh, REFRESH_MS);
}

startInbox();
startBank();
startVouchers();
startPayouts();
startGames();
startClock();
startFaults();
startLies();
void keepFresh();
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh();
});
