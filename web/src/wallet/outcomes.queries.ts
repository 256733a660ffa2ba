import { useQuery } from '@tanstack/react-query';
import { call } from '../platform/api.ts';
import { outcomeOf } from './outcomes.ts';
import { WALLET_KEY } from './wallet.queries.ts';

/** More than a member can miss. */
const NEWEST = { page: 1, limit: 5 } as const;

/** How the member's newest deposits and withdrawals ended, newest first; read anew whenever the wallet changes. */
export function useOutcomes({ enabled = true } = {}) {
  return useQuery({
    queryKey: [...WALLET_KEY, 'outcomes'],
    queryFn: async ({ signal }) => {
      const replies = await Promise.all(
        (['withdraw', 'deposit'] as const).map((statementType) =>
          call('POST /api/statement', { body: { ...NEWEST, statementType }, signal }),
        ),
      );
      return replies
        .flatMap(({ statements }) => statements.map(outcomeOf))
        .filter((outcome) => outcome !== null)
        .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
    },
    refetchOnWindowFocus: 'always',
    enabled,
  });
}
