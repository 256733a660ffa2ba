import { PAGE_LIMIT_MAX } from '@krapao/contract/limits.ts';
import type { ChatEntry } from '@krapao/contract/support/chat.ts';

/** `isOurWord`: made from our own message, until the server's entry arrives; the desk is not told its session. */
export type Entry = Omit<ChatEntry, 'session_id'> & { session_id: string | null; isOurWord?: true };

/** How a side reads its rooms. */
export type Reading = {
  pageSize: number;
  /**
   * Which entries are read again: only those that may be missing, or all known ones. The desk needs the latter: when a
   * visitor signs in, their entries come to stand among the member's, at any place.
   */
  again: 'missed' | 'all';
};

/** Pages that are read one after the other, from `skip` on. */
type Walk = { skip: number; limit: number };
/** From the newest entry back to `until`; with `null`, the first page only. Entries before `since` are left for later. */
type NewestWalk = Walk & { until: number | null; since: number; newest: number | null; isAskedAgain: boolean };
/** Beyond the oldest entry that was known when the walk began. */
type OlderWalk = Walk & { oldestId: string | undefined };

/** The browser's copy of a room. */
export type Conversation = {
  reading: Reading;
  /** Without gaps, oldest first. */
  entries: readonly Entry[];
  /** Whether the newest page has been read once. */
  isRead: boolean;
  /** Why the last reading of the newest page failed. */
  error: unknown;
  hasOlder: boolean;
  hasOlderFailed: boolean;
  /** Every entry from `entries[0]` up to this time is known. */
  completeUntil: number | null;
  /** No entry can have been missed since. */
  isComplete: boolean;
  newestWalk: NewestWalk | null;
  olderWalk: OlderWalk | null;
};

export type Direction = 'newest' | 'older';

export type ConversationEvent =
  /** Entries may have been missed. */
  | { kind: 'catch up' }
  | { kind: 'load older' }
  /** A page of the walk in that direction, newest first, or why there is none: `null` if that was shown elsewhere. */
  | { kind: 'page'; direction: Direction; entries: readonly Entry[] }
  | { kind: 'failed'; direction: Direction; error: unknown }
  /** One entry by the socket; `isInside` if no entry before it can have been missed. */
  | { kind: 'heard'; entry: Entry; isInside: boolean }
  /** Our own sent message; it does not show that the entries before it are known. */
  | { kind: 'sent'; entry: Entry }
  /** Entries whose pictures have addresses that load again. */
  | { kind: 'renewed'; entries: readonly Entry[] };

export function emptyConversation(reading: Reading): Conversation {
  return {
    reading,
    entries: [],
    isRead: false,
    error: null,
    hasOlder: false,
    hasOlderFailed: false,
    completeUntil: null,
    isComplete: false,
    newestWalk: null,
    olderWalk: null,
  };
}

/** The page that is to be read next in a direction, if one is. */
export function nextPage(state: Conversation, direction: Direction): Walk | null {
  const walk = direction === 'newest' ? state.newestWalk : state.olderWalk;
  return walk && { skip: walk.skip, limit: walk.limit };
}

export function next(state: Conversation, event: ConversationEvent): Conversation {
  switch (event.kind) {
    case 'catch up':
      if (state.newestWalk) return { ...state, newestWalk: { ...state.newestWalk, isAskedAgain: true } };
      return { ...state, isComplete: false, newestWalk: walkBack(state) };
    case 'load older':
      if (!state.isRead || !state.hasOlder || state.olderWalk) return state;
      return { ...state, hasOlderFailed: false, olderWalk: walkOn(state) };
    case 'page':
      return event.direction === 'newest' ? withNewest(state, event.entries) : withOlder(state, event.entries);
    case 'failed':
      if (event.direction === 'older') return { ...state, olderWalk: null, hasOlderFailed: event.error !== null };
      return { ...state, newestWalk: null, error: event.error ?? state.error };
    case 'heard': {
      const heard = withEntries(state, merge(state.entries, [event.entry]));
      if (!event.isInside || !state.isComplete) return heard;
      return { ...heard, completeUntil: Math.max(state.completeUntil ?? 0, timeOf(event.entry)) };
    }
    case 'sent':
      return withEntries(state, merge(state.entries, [event.entry]));
    case 'renewed':
      return withEntries(state, merge(state.entries, event.entries, true));
  }
}

function withEntries(state: Conversation, entries: readonly Entry[]): Conversation {
  return entries === state.entries ? state : { ...state, entries };
}

function walkBack({ reading, entries, completeUntil, hasOlder }: Conversation): NewestWalk {
  const { pageSize, again } = reading;
  const start = { skip: 0, limit: pageSize, since: BEGINNING, newest: completeUntil, isAskedAgain: false };
  if (completeUntil === null) return { ...start, until: null };
  if (again === 'missed') return { ...start, until: completeUntil - OVERTAKING_MS };
  const [oldest] = entries;
  const since = oldest && hasOlder ? timeOf(oldest) : BEGINNING;
  return { ...start, limit: Math.min(entries.length + pageSize, PAGE_LIMIT_MAX), since, until: since };
}

/** New entries shift the pages: a page may then overlap the known entries, or lie within them. */
function walkOn({ reading, entries }: Conversation): OlderWalk {
  return { skip: entries.length, limit: reading.pageSize, oldestId: entries[0]?.id };
}

function withNewest(state: Conversation, page: readonly Entry[]): Conversation {
  const walk = state.newestWalk;
  if (!walk) return state;
  const [first] = page;
  const isFirstReading = walk.until === null;
  const isEnd = page.length < walk.limit;
  const newest = walk.skip === 0 && first ? Math.max(walk.newest ?? 0, timeOf(first)) : walk.newest;
  const wanted = page.filter((entry) => timeOf(entry) >= walk.since);
  const known = merge(state.entries, wanted);
  const isAllRead = isEnd && wanted.length === page.length;
  const read = {
    ...state,
    entries: isFirstReading && !isEnd ? withoutEarlier(known, page) : known,
    hasOlder: isFirstReading ? !isEnd : state.hasOlder && !isAllRead,
  };
  if (!isFirstReading && !isEnd && !reaches(page, walk.until ?? 0))
    return { ...read, newestWalk: { ...walk, newest, skip: walk.skip + page.length } };
  const complete = { ...read, completeUntil: newest ?? 0 };
  if (walk.isAskedAgain) return { ...complete, newestWalk: walkBack(complete) };
  return { ...complete, newestWalk: null, isComplete: true, isRead: true, error: null };
}

/** After an entry that came before the first page and is not in it, entries may be missing. */
function withoutEarlier(known: readonly Entry[], page: readonly Entry[]): readonly Entry[] {
  const oldest = page.at(-1);
  return oldest ? known.filter((entry) => timeOf(entry) >= timeOf(oldest)) : known;
}

function withOlder(state: Conversation, page: readonly Entry[]): Conversation {
  const walk = state.olderWalk;
  if (!walk) return state;
  const isEnd = page.length < walk.limit;
  const entries = merge(state.entries, page);
  const read = { ...state, entries, hasOlder: state.hasOlder && !isEnd };
  if (isEnd || entries[0]?.id !== walk.oldestId) return { ...read, olderWalk: null };
  return { ...read, olderWalk: { ...walk, skip: walk.skip + page.length } };
}

/**
 * Entries may come in any order and any number of times: each is kept once, in the order of the room. A known entry
 * stays as it is, because its picture is loaded already; only `fresh` ones replace it, with addresses that load again.
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

/** Entries by the socket may arrive a little out of order. */
const OVERTAKING_MS = 10_000;
const BEGINNING = Number.NEGATIVE_INFINITY;

/** Whether a page, newest first, reaches back to that time. */
function reaches(page: readonly Entry[], until: number): boolean {
  const oldest = page.at(-1);
  return oldest !== undefined && timeOf(oldest) <= until;
}
