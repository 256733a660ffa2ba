import type { Minor } from '@krapao/contract/money.ts';
import { many, type Queryable } from '../../platform/database.ts';
import { dayStart } from './day-start.ts';
import type { Asked, StatementRow } from './statement.queries.ts';

type DaySums = { day: string; in: Minor; out: Minor };

const DAY_MS = 24 * 60 * 60_000;

/**
 * What came to the member from outside and what left, one pair of sums for each day of the page's entries, newest first.
 * Days are summed whole, within the moments asked for. A transfer moves money between the member's own places and counts in
 * neither sum. A withdrawal that is still open has left already; an announced deposit has not arrived.
 */
export async function readDays(
  db: Queryable,
  memberId: string,
  { statementType, from, before }: Asked,
  entries: readonly StatementRow[],
): Promise<DaySums[]> {
  const [newest, oldest] = [entries[0], entries.at(-1)];
  if (!newest || !oldest) return [];
  const firstDay = dayStart(oldest.created_at);
  const dayAfter = new Date(dayStart(newest.created_at).getTime() + DAY_MS);
  return many<DaySums>(
    db,
    `select day, coalesce(sum(moved) filter (where moved > 0 and status = 'SUCCESS'), 0)::bigint as in,
        coalesce(-sum(moved) filter (where moved < 0 and status <> 'FAILED'), 0)::bigint as out
      from (
        select (created_at at time zone 'Asia/Bangkok')::date::text as day, status,
            case statement_type when 'withdraw' then -amount when 'transfer' then 0 else amount end as moved
          from statement_entries
          where member_id = $1 and created_at >= $2 and created_at < $3 and ($4::text is null or statement_type = $4)
      ) as movements
      group by day order by day desc`,
    [
      memberId,
      from && from > firstDay ? from : firstDay,
      before && before < dayAfter ? before : dayAfter,
      statementType ?? null,
    ],
  );
}
