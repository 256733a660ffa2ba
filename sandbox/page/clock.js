import { attempt, button, byId, clockTime, day } from './dom.js';
import { write } from './sandbox-calls.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** @type {[string, number][]} */
const LEAPS = [
  ['+1 min', MINUTE],
  ['+5 min', 5 * MINUTE],
  ['+15 min', 15 * MINUTE],
  ['+12 h', 12 * HOUR],
  ['+1 day', DAY],
  ['+30 days', 30 * DAY],
];
const TICK_MS = 1000;

/**
 * How far the product is ahead of this browser; unknown until it has answered once.
 * @type {number | null}
 */
let aheadMs = null;
let isMoving = false;

export function startClock() {
  /** @type {HTMLElement[]} */
  const buttons = LEAPS.map(([label, seconds]) => button(label, '', () => leap(seconds, buttons)));
  byId('leaps').append(...buttons);
  setInterval(tick, TICK_MS);
}

/**
 * @param {number} seconds
 * @param {HTMLElement[]} buttons
 */
async function leap(seconds, buttons) {
  if (isMoving) return;
  isMoving = true;
  for (const one of buttons) one.ariaDisabled = 'true';
  await attempt('clock-problem', async () => {
    /** @type {{ now: string }} */
    const { now } = await write('/clock', { advanceSeconds: seconds });
    aheadMs = new Date(now).getTime() - Date.now();
    tick();
  });
  for (const one of buttons) one.ariaDisabled = null;
  isMoving = false;
}

function tick() {
  if (aheadMs === null) return;
  const now = new Date(Date.now() + aheadMs);
  byId('product-time').textContent = clockTime(now);
  byId('product-date').textContent = `${day(now)}, the product’s time`;
}
