import type { Bonus } from './bonuses.queries.ts';

const BANGKOK_AHEAD_MS = 7 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** 1 January 1970 was a Thursday; a week begins on Monday. */
const MONDAY_BEFORE = 3;

type Counted = Pick<Bonus, 'type' | 'maxReceived' | 'userBonus'>;

/** How often the member may still receive the bonus. Days and weeks are Bangkok's, wherever the browser is. */
export function timesLeft({ type, maxReceived, userBonus }: Counted, now: number): number {
  const received = userBonus?.received ?? [];
  const counted = received.filter(({ updatedAt }) => countsAt(type, Date.parse(updatedAt), now));
  return Math.max(0, maxReceived - counted.length);
}

function countsAt(type: Counted['type'], time: number, now: number): boolean {
  if (type === 'limit') return true;
  return type === 'day' ? dayOf(time) === dayOf(now) : weekOf(time) === weekOf(now);
}

/** When Bangkok's next day begins. */
export function nextDayAt(now: number): number {
  return (dayOf(now) + 1) * DAY_MS - BANGKOK_AHEAD_MS;
}

function dayOf(time: number): number {
  return Math.floor((time + BANGKOK_AHEAD_MS) / DAY_MS);
}

function weekOf(time: number): number {
  return Math.floor((dayOf(time) + MONDAY_BEFORE) / 7);
}
