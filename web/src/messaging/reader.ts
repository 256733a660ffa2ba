import { PAGE_LIMIT_MAX } from '@krapao/contract/limits.ts';
import { isHandled } from '../platform/failures.ts';
import {
  type Conversation,
  type ConversationEvent,
  type Direction,
  type Entry,
  emptyConversation,
  next,
  nextPage,
  type Reading,
} from './conversation.ts';

export type ReadPage = (page: { skip: number; limit: number }) => Promise<readonly Entry[]>;

type ReaderDeps = {
  reading: Reading;
  /** A page of the room, newest first. */
  readPage: ReadPage;
  /** Everything up to the newest entry is known. */
  onRead: (entries: readonly Entry[]) => void;
  onChange: (conversation: Conversation) => void;
};

/** A picture that fails with a new address too must not be asked for again and again. */
const MEDIA_RELOAD_MS = 60_000;

/** Reads the pages that the conversation asks for. */
export function createReader({ reading, readPage, onRead, onChange }: ReaderDeps) {
  let state = emptyConversation(reading);
  let isClosed = false;
  let mediaReloadedAt = 0;

  /** Returns whether the entries have changed. */
  function apply(event: ConversationEvent): boolean {
    const before = state;
    if (!isClosed) state = next(state, event);
    if (state !== before) onChange(state);
    return state.entries !== before.entries;
  }

  function begin(direction: Direction): void {
    const isWalking = nextPage(state, direction) !== null;
    apply({ kind: direction === 'newest' ? 'catch up' : 'load older' });
    if (!isWalking) void walk(direction);
  }

  async function walk(direction: Direction): Promise<void> {
    for (let page = nextPage(state, direction); page; page = nextPage(state, direction)) {
      try {
        apply({ kind: 'page', direction, entries: await readPage(page) });
      } catch (error) {
        apply({ kind: 'failed', direction, error: isHandled(error) ? null : error });
        return;
      }
    }
    if (direction === 'newest' && !isClosed) onRead(state.entries);
  }

  /** Picture addresses expire after some minutes; this fetches new ones for all shown entries. */
  async function readAnew(): Promise<void> {
    const known = state.entries.length;
    for (let skip = 0; skip < known && !isClosed; skip += PAGE_LIMIT_MAX)
      apply({ kind: 'renewed', entries: await readPage({ skip, limit: PAGE_LIMIT_MAX }) });
  }

  return {
    state: () => state,
    hear: (entry: Entry, isInside: boolean) => apply({ kind: 'heard', entry, isInside }),
    hearOwn: (entry: Entry) => apply({ kind: 'sent', entry }),
    catchUp: () => begin('newest'),
    loadOlder: () => begin('older'),

    reloadMedia(): void {
      if (Date.now() - mediaReloadedAt < MEDIA_RELOAD_MS) return;
      mediaReloadedAt = Date.now();
      // After a failed call the next broken picture asks again.
      readAnew().catch(() => undefined);
    },

    close(): void {
      state = emptyConversation(reading);
      isClosed = true;
    },
  };
}
