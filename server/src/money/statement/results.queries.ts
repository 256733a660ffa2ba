import type { Minor } from '@krapao/contract/money.ts';
import { many, type Queryable } from '../../platform/database.ts';
import { dayStart } from './day-start.ts';
import { type Asked, readStatement } from './statement.queries.ts';

type DayResult = { day: string; game: string; amount: Minor };

/**
 * What the member won and lost, one sum for each game and day in Bangkok, newest first. A day's sums stand before the
 * entries of the day, and on the page of the first entry that is of the day or older, so that turning the pages shows
 * each sum once.
 */
export async function readResults(
  db: Queryable,
  memberId: string,
  asked: Asked,
  { entries, isLastPage }: Pick<Awaited<ReturnType<typeof readStatement>>, 'entries' | 'isLastPage'>,
): Promise<DayResult[]> {
  const { page, limit, from, before } = asked;
  const oldest = entries.at(-1);
  if (page > 1 && !oldest) return [];
  const pageBefore = { ...asked, limit: 1, page: (page - 1) * limit };
  const newer = page > 1 ? (await readStatement(db, memberId, pageBefore)).entries[0] : undefined;
  const days = {
    from: isLastPage || !oldest ? null : dayStart(oldest.created_at),
    before: newer ? dayStart(newer.created_at) : null,
  };
  return sumResults(db, memberId, {
    from: new Date(Math.max(Number(from ?? OLDEST), Number(days.from ?? OLDEST))),
    before: new Date(Math.min(Number(before ?? NEWEST), Number(days.before ?? NEWEST))),
  });
}

/** Nothing in the books is older or newer. */
const [OLDEST, NEWEST] = [new Date('2000-01-01T00:00:00Z'), new Date('9999-01-01T00:00:00Z')];

function sumResults(db: Queryable, memberId: string, { from, before }: { from: Date; before: Date }) {
  return many<DayResult>(
    db,
    `select (posted_at at time zone 'Asia/Bangkok')::date::text as day, substr(account, length('game:') + 1) as game,
        sum(amount)::bigint as amount
      from ledger_entries
      where owner = $1 and reason = 'game_result' and posted_at >= $2 and posted_at < $3 and account like 'game:%'
      group by 1, 2 order by 1 desc, 2`,
    [memberId, from, before],
  );
}
