import { useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../platform/api.ts';
import { WALLET_KEY } from './wallet.queries.ts';

type StatementReply = Reply<'POST /api/statement'>;
export type StatementEntry = StatementReply['statements'][number];
export type DayResult = NonNullable<StatementReply['results']>[number];
export type ToldMovement = Reply<'GET /api/statement/movement/{id}'>;

/** The server's socket tells of every change; a network may lose that event, so what goes on is also polled. */
const GOING_ON_ASK_MS = 15_000;

/** One movement of the member with its steps, read anew whenever the wallet changes; nothing is asked for without an id. */
export function useToldMovement(id: string | null) {
  return useQuery({
    queryKey: [...WALLET_KEY, 'movement', id],
    queryFn: ({ signal }) => call('GET /api/statement/movement/{id}', { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.movement.status === 'PROCESSING' ? GOING_ON_ASK_MS : false),
    refetchOnWindowFocus: 'always',
  });
}
