import { one, type Queryable } from '../platform/database.ts';

/**
 * A commit that a process made. A database that has it also has everything that was committed before it. `compared`: the number
 * of the last standstill that operators had ended by then. What was lost before that end is known and no longer missed.
 */
export type Commit = { process: string; beat: number; compared: number; at: string };

/** The order in which commits were made, whatever the clocks of their servers said. */
export function isNewer(commit: Commit, than: Commit | null): boolean {
  return (
    than === null || commit.compared > than.compared || (commit.compared === than.compared && commit.beat > than.beat)
  );
}

const COMPARED = '(select coalesce(max(number), 0) from standstills where ended_at is not null)';

/** Makes a commit that is newer than any known one. */
export async function makeCommit(db: Queryable, process: string, known: Commit | null): Promise<Commit> {
  const sql = `insert into heartbeats as own (process, beat) values ($1, $2)
    on conflict (process) do update set beat = excluded.beat, at = clock_timestamp()
    returning beat::integer, at, ${COMPARED} as compared`;
  const { beat, at, compared } = await one<Omit<Commit, 'process' | 'at'> & { at: Date }>(db, sql, [
    process,
    (known?.beat ?? 0) + 1,
  ]);
  return { process, beat, compared, at: at.toISOString() };
}

type Judgement = {
  /** A server that follows another one, and may not have applied yet what it has received. */
  onlyReads: boolean;
  /** It lacks the commit, and operators have not compared since. */
  isBehind: boolean;
  /** The number of the standstill that operators ended last; 0 before the first. */
  compared: number;
  /** The number of the standstill that is not over; null if money moves. */
  standstill: number | null;
};

/** What the database of this connection is, by the newest commit that is known. */
export function judge(db: Queryable, known: Commit | null): Promise<Judgement> {
  return one<Judgement>(
    db,
    `select pg_is_in_recovery() as "onlyReads", compared,
        (select number from standstills where ended_at is null) as standstill,
        $1::uuid is not null and compared <= $3
          and not exists (select from heartbeats where process = $1 and beat >= $2) as "isBehind"
      from (select ${COMPARED} as compared) as ended`,
    [known?.process ?? null, known?.beat ?? 0, known?.compared ?? 0],
  );
}

export async function standsStill(db: Queryable): Promise<boolean> {
  return (await one<{ yes: boolean }>(db, 'select money_stands_still() as yes')).yes;
}

/** Its number is above that of every standstill which either the database or the commit that it lacks knows to be over. */
export async function standStill(db: Queryable, lacks: Commit): Promise<void> {
  await db.query(
    `insert into standstills (why, number) select $1, greatest($2, ${COMPARED}) + 1
      on conflict ((true)) where ended_at is null do update set number = excluded.number
        where standstills.number < excluded.number`,
    [`The database lacks commits that were confirmed, the newest of them at ${lacks.at}.`, lacks.compared],
  );
}
