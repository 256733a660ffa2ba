import type { Share } from './addresses.ts';

const A_MINUTE_MS = 60_000;

/**
 * Counts what is too frequent to be written down, in the memory of this node. Answers whether every subject still had
 * room for one more in this minute.
 */
export function countedPerMinute(limit: number): (shares: readonly Share[]) => boolean {
  const counts = new Map<string, number>();
  let since = performance.now();
  return (shares) => {
    if (performance.now() - since >= A_MINUTE_MS) {
      counts.clear();
      since = performance.now();
    }
    const countOf = (subject: string) => counts.get(subject) ?? 0;
    if (shares.some(({ subject, times }) => countOf(subject) >= limit * times)) return false;
    for (const { subject } of shares) counts.set(subject, countOf(subject) + 1);
    return true;
  };
}
