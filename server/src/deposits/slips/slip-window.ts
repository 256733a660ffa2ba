import type { Settings } from '../../platform/settings.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Thailand and Laos share one zone without summer time. */
const BANGKOK_MS = 7 * 60 * 60_000;

/** Slips are taken all day but for one window, given in Bangkok time; it may run over midnight. */
export function slipWindow(now: Date, { from, to }: Settings['slipsClosed']) {
  const closesAt = nextTimeOfDay(now, from);
  const opensAt = nextTimeOfDay(now, to);
  // We are inside the window if its end comes before its next beginning.
  const isOpen = from === to || closesAt < opensAt;
  return { open: isOpen, closesAt: closesAt.toISOString(), opensAt: opensAt.toISOString() };
}

function nextTimeOfDay(now: Date, timeOfDay: string): Date {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  const midnight = Math.floor((now.getTime() + BANGKOK_MS) / DAY_MS) * DAY_MS - BANGKOK_MS;
  const today = midnight + (hours * 60 + minutes) * 60_000;
  return new Date(today > now.getTime() ? today : today + DAY_MS);
}
