import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { Reply } from '../../../platform/api.ts';
import { newQueryClient } from '../../../platform/query-client.ts';
import { deskCall } from './desk-api.ts';
import { onDeskEnd } from './desk-session.ts';

type Listed = InfiniteData<Reply<'POST /api/desk/conversations'>>;

export type ListState = 'open' | 'closed';

const LIST_PAGE = 20;
const HISTORY_PAGE = 20;
/** News come by themselves; this is for the case that they do not. */
const READ_AGAIN_MS = 30_000;

/** Apart from what is kept for a member in the same tab. */
export const deskQueries = newQueryClient();
onDeskEnd(() => deskQueries.clear());

export function useConversations(state: ListState) {
  return useInfiniteQuery({
    queryKey: ['conversations', state],
    queryFn: ({ pageParam, signal }) =>
      deskCall('POST /api/desk/conversations', { body: { page: pageParam, limit: LIST_PAGE, state }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * LIST_PAGE < total ? pages.length + 1 : undefined),
    refetchInterval: READ_AGAIN_MS,
    // The tab's title says how many wait, also to somebody who is looking at another one.
    refetchIntervalInBackground: true,
  });
}

/** Each once: while the pages were read, one may have moved from one to the other. */
export function conversationsIn({ pages }: Listed): DeskConversation[] {
  return [...new Map(pages.flatMap((page) => page.conversations).map((one) => [one.id, one])).values()];
}

/** How many wait for a person, or null where nobody does. They come first, so more may lie behind a page full of them. */
export function useWaiting(): string | null {
  const { data, hasNextPage } = useConversations('open');
  if (!data) return null;
  const conversations = conversationsIn(data);
  const waiting = conversations.filter(({ state }) => state === 'waiting').length;
  if (waiting === 0) return null;
  return hasNextPage && waiting === conversations.length ? `${waiting}+` : String(waiting);
}

export function useHistory(conversationId: string) {
  return useInfiniteQuery({
    queryKey: ['history', conversationId],
    queryFn: ({ pageParam, signal }) =>
      deskCall('POST /api/desk/history', { body: { conversationId, limit: HISTORY_PAGE, skip: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ entries }, _pages, skipped) =>
      entries.length < HISTORY_PAGE ? undefined : skipped + HISTORY_PAGE,
    refetchInterval: READ_AGAIN_MS,
  });
}

/** Changed since the reading that is under way began. */
const changed = new Set<string>();
let isEverythingChanged = false;
let reading: Promise<void> | null = null;

/** Reads the lists again, and that conversation if it is open; without an id whichever is. */
export function readAgain(conversationId?: string): Promise<void> {
  if (conversationId) changed.add(conversationId);
  else isEverythingChanged = true;
  reading ??= readChanges().finally(() => {
    reading = null;
  });
  return reading;
}

/** One reading after the other: news that come fast must not cut each other off for ever. */
async function readChanges(): Promise<void> {
  while (isEverythingChanged || changed.size > 0) {
    const [ids, isEverything] = [new Set(changed), isEverythingChanged];
    changed.clear();
    isEverythingChanged = false;
    await deskQueries.invalidateQueries({
      predicate: ({ queryKey: [what, id] }) => isEverything || what === 'conversations' || ids.has(String(id)),
    });
  }
}
