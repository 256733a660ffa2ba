import { PAGE_LIMIT_MAX } from '@krapao/contract/limits.ts';
import type { Reply } from '../../../platform/api.ts';
import type { DayResult, StatementEntry } from '../../../wallet/movements.queries.ts';

type ReadPage = (page: { page: number; limit: number }) => Promise<Reply<'POST /api/statement'>>;
export type Reading = { done: number; of: number };

/** A phone has to hold them all at once. */
export const MOST_ENTRIES = 10_000;

/** Page after page, newest first, as far as a phone can carry. */
export async function readAll(readPage: ReadPage, onProgress: (reading: Reading) => void) {
  const entries = new Map<string, StatementEntry>();
  const results: DayResult[] = [];
  for (let page = 1; ; page++) {
    const { statements, total, results: more = [] } = await readPage({ page, limit: PAGE_LIMIT_MAX });
    for (const entry of statements) entries.set(entry.id, entry);
    results.push(...more);
    onProgress({ done: entries.size, of: Math.min(total, MOST_ENTRIES) });
    const isEnd = statements.length < PAGE_LIMIT_MAX || page * PAGE_LIMIT_MAX >= Math.min(total, MOST_ENTRIES);
    if (isEnd) return { entries: [...entries.values()], results, isCut: total > MOST_ENTRIES };
  }
}
