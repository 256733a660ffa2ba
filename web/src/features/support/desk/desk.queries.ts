import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { Reply } from '../../../platform/api.ts';
import { newQueryClient } from '../../../platform/query-client.ts';
import { deskCall } from './desk-api.ts';
import { onDeskEnd } from './desk-session.ts';

type Listed = InfiniteData<Reply<'POST /api/desk/conversations'>>;

export type ListState = 'open' | 'closed';

const LIST_PAGE = 20;
/** News come by themselves; this is for the case that they do not. */
export const READ_AGAIN_MS = 30_000;

/** Apart from what is kept for a member in the same tab. */
export const deskQueries = newQueryClient();
onDeskEnd(() => deskQueries.clear());

export function useRooms(state: ListState) {
  return useInfiniteQuery({
    queryKey: ['rooms', state],
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
export function roomsIn({ pages }: Listed): DeskConversation[] {
  return [...new Map(pages.flatMap((page) => page.conversations).map((one) => [one.id, one])).values()];
}

/** How many wait for a person, or null where nobody does. They come first, so more may lie behind a page full of them. */
export function useWaiting(): string | null {
  const { data, hasNextPage } = useRooms('open');
  if (!data) return null;
  const rooms = roomsIn(data);
  const waiting = rooms.filter(({ state }) => state === 'waiting').length;
  if (waiting === 0) return null;
  return hasNextPage && waiting === rooms.length ? `${waiting}+` : String(waiting);
}

let areListsStale = false;
let isReading = false;

/** Reads the lists again, one reading after the other: news that come fast must not cut each other off for ever. */
export async function listsChanged(): Promise<void> {
  areListsStale = true;
  if (isReading) return;
  isReading = true;
  try {
    while (areListsStale) {
      areListsStale = false;
      await deskQueries.invalidateQueries();
    }
  } finally {
    isReading = false;
  }
}
