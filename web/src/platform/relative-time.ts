const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** Longest first. A month is 30 days and a year 365: good enough for "2 months ago". */
const UNITS = [
  { unit: 'year', ms: 365 * DAY_MS },
  { unit: 'month', ms: 30 * DAY_MS },
  { unit: 'week', ms: 7 * DAY_MS },
  { unit: 'day', ms: DAY_MS },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: SECOND_MS },
] as const;

type Unit = (typeof UNITS)[number]['unit'];

/** How long ago a time was, and when that text changes. A time in the future, as by a wrong clock, counts as now. */
export type RelativeTime = {
  key: 'time.now' | `time.${Unit}` | `time.${Unit}s`;
  unit: Unit | null;
  n: number;
  nextMs: number;
};

export function relativeTime(then: number, now: number): RelativeTime {
  const passed = now - then;
  const found = UNITS.find(({ ms }) => passed >= ms);
  if (!found) return { key: 'time.now', unit: null, n: 0, nextMs: SECOND_MS - passed };
  const { unit, ms } = found;
  const n = Math.floor(passed / ms);
  return { key: n === 1 ? `time.${unit}` : `time.${unit}s`, unit, n, nextMs: ms - (passed % ms) };
}
