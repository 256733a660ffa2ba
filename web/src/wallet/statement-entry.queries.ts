import { useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../platform/api.ts';
import { ApiError } from '../platform/api-error.ts';

type Type = NonNullable<Reply<'POST /api/statement'>['statements'][number]['statementType']>;

const ASK_MS = 2_000;
/** What was asked for a moment ago is among the newest. */
const NEWEST = { page: 1, limit: 20 } as const;

/**
 * The statement's entry of a wish that had no answer: it bears the wish's key. Fails with NO_DATA as long as there is none;
 * asks for nothing without a key.
 */
export function useStatementEntry(statementType: Type, key: string | null) {
  return useQuery({
    queryKey: ['unanswered', statementType, key],
    queryFn: async ({ signal }) => {
      const { statements } = await call('POST /api/statement', { body: { ...NEWEST, statementType }, signal });
      const entry = statements.find(({ id }) => id === key);
      if (!entry) throw new ApiError({ code: 'NO_DATA', status: 404 });
      return entry;
    },
    enabled: key !== null,
    refetchInterval: ASK_MS,
    retry: false,
    gcTime: 0,
  });
}
