import { byId, clockTime, day, element } from './dom.js';
import { write } from './sandbox-calls.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LEAPS = [
  ['+1 min', MINUTE],
  ['+5 min', 5 * MINUTE],
  ['+15 min', 15 * MINUTE],
  ['+12 h', 12 * HOUR],
  ['+1 day', DAY],
  ['+30 days', 30 * DAY],
];
const TICK_MS = 1000;

/** How far the product's clock is ahead of the browser's; null until the product has answered once. */
let aheadMs = null;
let isMoving = false;

export function startClock() {
  const buttons = LEAPS.map(([label, seconds]) => {
    const button = element('button', { type: 'button', className: 'button', textContent: label });
    button.addEventListener('click', () => leap(seconds, buttons));
    return button;
  });
  byId('leaps').append(...buttons);
  setInterval(tick, TICK_MS);
}

async function leap(seconds, buttons) {
  if (isMoving) return;
  isMoving = true;
  byId('clock-problem').textContent = '';
  for (const button of buttons) button.ariaDisabled = 'true';
  try {
    const { now } = await write('/clock', { advanceSeconds: seconds });
    aheadMs = new Date(now).getTime() - Date.now();
    tick();
  } catch (error) {
    byId('clock-problem').textContent = error.message;
  }
  for (const button of buttons) button.ariaDisabled = null;
  isMoving = false;
}

function tick() {
  if (aheadMs === null) return;
  const now = new Date(Date.now() + aheadMs);
  byId('product-time').textContent = clockTime(now);
  byId('product-time').classList.add('known');
  byId('product-date').textContent = `${day(now)}, the product’s time`;
}
