import { many, one, type Queryable } from '../platform/database.ts';
import { type DueTable, leaseDue } from '../platform/due-work.ts';

export type Run = { day: string; tries: number };

const DUE_RUNS: DueTable = {
  table: 'reconciliations',
  key: ['day'],
  due: 'due_at',
  clock: 'app_now()',
  open: 'due_at is not null',
  countsTries: true,
  movesNoMoney: true,
};

/** A service that was down for longer has the days before compared by `reconcile <day>`. */
const DAYS_MADE_UP_FOR = 7;

/** Days that are over, and were not compared since the hour of the morning after, become due. */
export async function makeDaysDue(db: Queryable, hour: number): Promise<void> {
  await db.query(
    `insert into reconciliations (day, due_at)
      select days.day, app_now()
        from (select (app_now() at time zone 'Asia/Bangkok')::date - back as day from generate_series(1, $2::integer) as back) as days
        where days.day > (select min(day) from reconciliations)
          and (days.day + 1)::timestamp + make_interval(hours => $1) <= app_now() at time zone 'Asia/Bangkok'
          and not exists (select from reconciliations as known where known.day = days.day and (known.due_at is not null
            or known.ran_at at time zone 'Asia/Bangkok' >= (days.day + 1)::timestamp + make_interval(hours => $1)))
      on conflict (day) do update set due_at = excluded.due_at, tries = 0 where reconciliations.due_at is null`,
    [hour, DAYS_MADE_UP_FOR],
  );
}

export function takeDueRuns(db: Queryable, limit: number, leaseMs: number): Promise<Run[]> {
  return leaseDue<Run>(db, DUE_RUNS, { limit, next: leaseMs, returning: 'day::text, tries' });
}

/** A day that an operator asked for again meanwhile, which counts its tries anew, stays due. */
export async function endRun(db: Queryable, { day, tries }: Run): Promise<void> {
  await db.query(
    `update reconciliations set due_at = case when tries = $2 then null else due_at end, ran_at = app_now(), tries = 0
      where day = $1`,
    [day, tries],
  );
}

type RunRow = { day: string; due_at: Date | null; ran_at: Date | null };

export async function findRun(db: Queryable, day: string): Promise<RunRow | null> {
  const sql = 'select day::text, due_at, ran_at from reconciliations where day = $1::date';
  return (await many<RunRow>(db, sql, [day]))[0] ?? null;
}

export function askForRun(db: Queryable, day: string): Promise<RunRow> {
  const sql = `insert into reconciliations (day, due_at) values ($1, app_now())
    on conflict (day) do update set due_at = excluded.due_at, tries = 0 returning day::text, due_at, ran_at`;
  return one<RunRow>(db, sql, [day]);
}

/** The last day that is over, Bangkok time. */
export async function lastDay(db: Queryable): Promise<string> {
  const sql = `select ((app_now() at time zone 'Asia/Bangkok')::date - 1)::text as day`;
  return (await one<{ day: string }>(db, sql)).day;
}
