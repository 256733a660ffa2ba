import {
  type Database,
  inTransaction,
  many,
  maybeOne,
  one,
  type Queryable,
  WITHOUT_TIME_LIMITS,
} from '../platform/database.ts';

/**
 * Seals the days that are over, up to the given one and to that of the newest posting, one after the other: what each did
 * to the accounts is written down, so that balances of the house and the check of the books begin there. Cut off in
 * between, or called by two workers at once, a day is still sealed once.
 */
export async function sealDays(db: Database, until: string): Promise<void> {
  for (let day = await closeDay(db, until); day !== null; day = await closeDay(db, until)) {
    await inTransaction(db, async (tx) => {
      await tx.query(WITHOUT_TIME_LIMITS);
      await many(tx, 'select ledger_seal_day($1)', [day]);
    });
  }
}

/** Closes the first day that is over and not sealed: nothing is posted in it any more. null: there is none. */
async function closeDay(db: Database, until: string): Promise<string | null> {
  return (await one<{ day: string | null }>(db, 'select ledger_close_day($1)::text as day', [until])).day;
}

type SealedDay = { day: string; postings: bigint };

/** A day, if it is sealed; left out, the last one. */
export function findSealedDay(db: Queryable, day: string | null): Promise<SealedDay | null> {
  const sql = `select day::text, postings from ledger_days
    where sealed_at is not null and ($1::text is null or day::text = $1) order by day desc limit 1`;
  return maybeOne<SealedDay>(db, sql, [day]);
}

/** How many postings were posted after the last sealed day. */
export async function countSinceSealed(db: Queryable): Promise<bigint> {
  const sql = `select count(*) as count from ledger_postings where posted_at >=
    coalesce((select max(ends_at) from ledger_days where sealed_at is not null), '-infinity')`;
  return (await one<{ count: bigint }>(db, sql)).count;
}

/**
 * The errors in what was posted on a sealed day or, with null, since the last one, in sentences. What was before is taken
 * from the seals.
 */
export async function problemsOf(db: Queryable, day: string | null): Promise<string[]> {
  const sql = 'select problem from ledger_problems_of($1)';
  return (await many<{ problem: string }>(db, sql, [day])).map(({ problem }) => problem);
}
