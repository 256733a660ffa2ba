import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Reply } from '../../../platform/api.ts';
import { newQueryClient } from '../../../platform/query-client.ts';
import { deskCall, onDeskEnd } from './desk-session.ts';

type Listed = InfiniteData<Reply<'POST /api/desk/conversations'>>;

export type ListState = 'open' | 'closed';

const LIST_PAGE = 20;
/** The socket tells of changes; polling is for the case that it does not. */
export const READ_AGAIN_MS = 30_000;

/** Apart from the queries of a member in the same tab. */
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
    // The tab's title says how many customers wait, also while the operator looks at another tab.
    refetchIntervalInBackground: true,
  });
}

/** A movement that a member asks about, as it is now. */
export function useAskedMovement(conversationId: string, movement: string) {
  return useQuery({
    queryKey: ['movement', conversationId, movement],
    queryFn: ({ signal }) => deskCall('POST /api/desk/movement', { body: { conversationId, movement }, signal }),
    refetchInterval: READ_AGAIN_MS,
  });
}

/** Each room once: a room may have moved from one page to another between readings. */
export function roomsIn({ pages }: Listed): DeskConversation[] {
  return [...new Map(pages.flatMap((page) => page.conversations).map((one) => [one.id, one])).values()];
}

/** How many rooms wait for an operator, or null for none. They come first, so more may follow a page full of them. */
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

/** Reads the lists again, one reading after the other: fast events must not cancel each other's readings for ever. */
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
