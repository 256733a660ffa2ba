const BANGKOK_AHEAD_MS = 7 * 60 * 60_000;

/** The day that it is in Bangkok, and in Vientiane, at a moment: 2026-11-15. Their clocks are never changed. */
export function dayInBangkok(moment: Date): string {
  return new Date(moment.getTime() + BANGKOK_AHEAD_MS).toISOString().slice(0, 10);
}

/** What clocks in Bangkok and in Vientiane show at a moment: 14:05. */
export function clockInBangkok(moment: Date): string {
  return new Date(moment.getTime() + BANGKOK_AHEAD_MS).toISOString().slice(11, 16);
}
