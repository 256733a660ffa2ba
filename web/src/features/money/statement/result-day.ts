/** A day without a time is the same in every zone: 2026-11-15 is 15/11/2026. */
export function dayText(day: string): string {
  return day.split('-').toReversed().join('/');
}
