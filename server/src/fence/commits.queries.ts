import { one, type Queryable } from '../platform/database.ts';

/**
 * Something that a process committed: whatever the database had then, it has where it has this. `compared`: how often operators had
 * ended a standstill by then, since what was lost before is known and no longer missed.
 */
export type Commit = { process: string; beat: number; compared: number; at: string };

/** The order in which commits were made, whatever the clocks of their servers said. */
export function isNewer(commit: Commit, than: Commit | null): boolean {
  return (
    than === null || commit.compared > than.compared || (commit.compared === than.compared && commit.beat > than.beat)
  );
}

const COMPARED = '(select count(*)::integer from standstills where ended_at is not null)';

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
  standsStill: boolean;
  /** It lacks the commit, and operators have not compared since. */
  isBehind: boolean;
};

/** What the database of this connection is, by the newest commit that is known. */
export function judge(db: Queryable, known: Commit | null): Promise<Judgement> {
  return one<Judgement>(
    db,
    `select pg_is_in_recovery() as "onlyReads", money_stands_still() as "standsStill",
        $1::uuid is not null and compared <= $3
          and not exists (select from heartbeats where process = $1 and beat >= $2) as "isBehind"
      from (select ${COMPARED} as compared) as ended`,
    [known?.process ?? null, known?.beat ?? 0, known?.compared ?? 0],
  );
}

export async function standsStill(db: Queryable): Promise<boolean> {
  return (await one<{ yes: boolean }>(db, 'select money_stands_still() as yes')).yes;
}

export async function standStill(db: Queryable, why: string): Promise<void> {
  await db.query('insert into standstills (why) values ($1) on conflict do nothing', [why]);
}
