import type { ChatEntry } from '@krapao/contract/support/chat.ts';

/** `isOurWord`: put together from what we sent, until the server's own entry is heard. */
export type Entry = ChatEntry & { isOurWord?: true };

/**
 * Whatever comes, in whatever order and however often: each entry once, in the order of the room. What is known stays
 * as it is, because its picture is loaded already; only `fresh` ones take its place, with addresses that load again.
 */
export function merge(known: readonly Entry[], news: readonly Entry[], fresh = false): readonly Entry[] {
  const byId = new Map(known.map((entry) => [entry.id, entry]));
  let hasChanged = false;
  for (const entry of news) {
    const before = byId.get(entry.id);
    const isBetter = !before || (before.isOurWord ? !entry.isOurWord : fresh && !entry.isOurWord);
    if (!isBetter) continue;
    byId.set(entry.id, entry);
    hasChanged = true;
  }
  return hasChanged ? [...byId.values()].sort(byTime) : known;
}

function byTime(one: Entry, other: Entry): number {
  return timeOf(one) - timeOf(other) || (one.id < other.id ? -1 : 1);
}

export function timeOf({ createdAt }: Pick<Entry, 'createdAt'>): number {
  return Date.parse(createdAt);
}

/** News may overtake each other by a little. */
const OVERTAKING_MS = 10_000;

/** Whether a page, newest first, reaches back into what is known to be complete. */
export function reaches(page: readonly ChatEntry[], completeUntil: number): boolean {
  const oldest = page.at(-1);
  return oldest !== undefined && timeOf(oldest) <= completeUntil - OVERTAKING_MS;
}
