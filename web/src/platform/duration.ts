const UNITS = [
  { unit: 'day', seconds: 86_400, from: 2 * 86_400 },
  { unit: 'hour', seconds: 3_600, from: 2 * 3_600 },
  { unit: 'minute', seconds: 60, from: 60 },
] as const;

/** A length of time in its largest unit, never shorter than it is: 61 seconds are two minutes. */
export function durationOf(seconds: number): { unit: 'second' | 'minute' | 'hour' | 'day'; n: number } {
  const found = UNITS.find(({ from }) => seconds >= from);
  if (!found) return { unit: 'second', n: Math.max(1, Math.ceil(seconds)) };
  return { unit: found.unit, n: Math.ceil(seconds / found.seconds) };
}
