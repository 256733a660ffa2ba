import { useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../platform/api.ts';
import { outcomeOf } from './outcomes.ts';
import { WALLET_KEY } from './wallet.queries.ts';

type Entry = Reply<'POST /api/statement'>['statements'][number];

/** More than a member can miss. */
const NEWEST = { page: 1, limit: 5 } as const;
/** The server's socket tells of every change; a network may lose that event, so what goes on is also polled. */
const GOING_ON_ASK_MS = 15_000;

/** How the member's newest deposits and withdrawals ended, newest first; read anew whenever the wallet changes. */
export function useOutcomes() {
  return useQuery({
    queryKey: [...WALLET_KEY, 'outcomes'],
    queryFn: async ({ signal }) => {
      const replies = await Promise.all(
        (['withdraw', 'deposit'] as const).map((statementType) =>
          call('POST /api/statement', { body: { ...NEWEST, statementType }, signal }),
        ),
      );
      return replies.flatMap(({ statements }) => statements);
    },
    select: outcomesOf,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'PROCESSING') ? GOING_ON_ASK_MS : false,
    refetchOnWindowFocus: 'always',
  });
}

function outcomesOf(entries: Entry[]) {
  return entries
    .map(outcomeOf)
    .filter((outcome) => outcome !== null)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
