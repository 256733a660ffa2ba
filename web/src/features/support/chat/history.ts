import { PAGE_LIMIT_MAX } from '@krapao/contract/limits.ts';
import type { ChatEntry } from '@krapao/contract/support/chat.ts';
import type { Reply } from '../../../platform/api.ts';
import { isHandled } from '../../../platform/failures.ts';
import { type Entry, merge, reaches, timeOf } from './conversation.ts';

const CHAT_HISTORY_PAGE = 10;

export type HistoryState = {
  /** Without gaps, oldest first. */
  entries: readonly Entry[];
  /** Whether the newest page has been read once. */
  isRead: boolean;
  isReading: boolean;
  /** Why the newest could not be read the last time. */
  error: unknown;
  hasOlder: boolean;
  older: 'idle' | 'reading' | 'failed';
};

type HistoryWorld = {
  /** A page of the room, newest first. */
  read: (skip: number, limit: number) => Promise<Reply<'POST /api/chat/history'>['conversations']>;
  onRead: (entries: readonly Entry[]) => void;
  onChange: () => void;
  /** Puts what this page has in memory in the place of what would be loaded. */
  localize: (entry: Entry) => Entry;
};

const NOTHING: HistoryState = {
  entries: [],
  isRead: false,
  isReading: false,
  error: null,
  hasOlder: false,
  older: 'idle',
};
/** A picture that cannot be loaded even so must not make us ask for ever. */
const MEDIA_RELOAD_MS = 60_000;

export function createHistory({ read, onRead, onChange, localize }: HistoryWorld) {
  let state = NOTHING;
  /** Until then everything is known, from `entries[0]` on. */
  let completeUntil: number | null = null;
  /** Nothing can have been missed since. */
  let isComplete = false;
  let isAskedAgain = false;
  let isClosed = false;
  let mediaReloadedAt = 0;

  function change(changes: Partial<HistoryState>): void {
    if (isClosed) return;
    state = { ...state, ...changes };
    onChange();
  }

  function receive(news: readonly Entry[], fresh = false): void {
    if (isClosed) return;
    const entries = merge(state.entries, news.map(localize), fresh);
    if (entries !== state.entries) change({ entries });
  }

  /** What was heard before the first page, and is not in it, may have something missing after it. */
  function beginWith(page: readonly ChatEntry[]): void {
    const oldest = page.at(-1);
    if (oldest && page.length === CHAT_HISTORY_PAGE)
      change({ entries: state.entries.filter((entry) => timeOf(entry) >= timeOf(oldest)) });
  }

  /** From the newest back to what is known to be complete, page by page. */
  async function readNewest(): Promise<void> {
    const from = completeUntil;
    let newest: number | null = from;
    for (let skip = 0; !isClosed; ) {
      const page = await read(skip, CHAT_HISTORY_PAGE);
      receive(page);
      const first = page[0];
      if (skip === 0 && first) newest = Math.max(newest ?? 0, timeOf(first));
      const isEnd = page.length < CHAT_HISTORY_PAGE;
      if (from === null) beginWith(page);
      if (from === null || isEnd) change({ hasOlder: !isEnd });
      if (from === null || isEnd || reaches(page, from)) break;
      skip += page.length;
    }
    completeUntil = newest ?? 0;
  }

  async function catchUp(): Promise<void> {
    isAskedAgain = state.isReading;
    if (isAskedAgain || isClosed) return;
    isComplete = false;
    change({ isReading: true });
    try {
      do {
        isAskedAgain = false;
        await readNewest();
      } while (isAskedAgain && !isClosed);
      isComplete = true;
      change({ isReading: false, isRead: true, error: null });
      if (!isClosed) onRead(state.entries);
    } catch (error) {
      change({ isReading: false, error: isHandled(error) ? state.error : error });
    }
  }

  async function loadOlder(): Promise<void> {
    if (!state.isRead || !state.hasOlder || state.older === 'reading') return;
    change({ older: 'reading' });
    try {
      const oldest = state.entries[0];
      // Others may have spoken since: then a page overlaps what is known, or lies within it.
      for (let skip = state.entries.length; !isClosed; ) {
        const page = await read(skip, CHAT_HISTORY_PAGE);
        const isEnd = page.length < CHAT_HISTORY_PAGE;
        if (isEnd) change({ hasOlder: false });
        receive(page);
        if (isEnd || state.entries[0] !== oldest) break;
        skip += page.length;
      }
      change({ older: 'idle' });
    } catch (error) {
      change({ older: isHandled(error) ? 'idle' : 'failed' });
    }
  }

  /** The addresses of pictures are good for some hours; these are new ones for all that is shown. */
  async function readAnew(): Promise<void> {
    const known = state.entries.length;
    for (let skip = 0; skip < known && !isClosed; skip += PAGE_LIMIT_MAX)
      receive(await read(skip, PAGE_LIMIT_MAX), true);
  }

  return {
    state: () => state,
    catchUp: () => void catchUp(),
    loadOlder: () => void loadOlder(),

    /** One entry by the socket; `isInside` if nothing before it can have been missed. Answers whether it is news. */
    hear(entry: ChatEntry, isInside: boolean): boolean {
      const before = state.entries;
      receive([entry]);
      if (isInside && isComplete) completeUntil = Math.max(completeUntil ?? 0, timeOf(entry));
      return state.entries !== before;
    },

    /** What we sent ourselves says nothing about what others said before it. */
    hearOwn: (entry: Entry) => receive([entry]),

    reloadMedia(): void {
      if (Date.now() - mediaReloadedAt < MEDIA_RELOAD_MS) return;
      mediaReloadedAt = Date.now();
      // What cannot be had now is asked for again with the next picture that fails.
      readAnew().catch(() => undefined);
    },

    close(): void {
      state = NOTHING;
      isClosed = true;
    },
  };
}
