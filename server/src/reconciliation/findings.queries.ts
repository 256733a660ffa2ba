import type { Minor } from '@krapao/contract/money.ts';
import { many, maybeOne, one, type Queryable, type Transaction } from '../platform/database.ts';

/** Two stories about the same money that do not agree. */
export type Difference = {
  kind: string;
  /** What it is about; within its kind, party and day no other difference has it. */
  subject: string;
  currency: string;
  /** What is due and what is booked, or our amount and the party's; null where it is not about an amount. */
  expected: Minor | null;
  found: Minor | null;
  detail: string;
};

/** `party`: '' where the books alone tell. `day`: null where it is not about one day. */
type Scope = { party: string; day: string | null };

export type Finding = Difference & {
  id: bigint;
  party: string;
  day: string | null;
  first_seen_at: Date;
  last_seen_at: Date;
  owner: string | null;
  ended_at: Date | null;
  ended_by: string | null;
  ended_how: string | null;
};

const COLUMNS = `id, kind, party, subject, currency, day::text, expected, found, detail, first_seen_at, last_seen_at, owner,
  ended_at, ended_by, ended_how`;

/** Comparisons of one party, or of the books alone, are made one after the other: an older one never ends a newer finding. */
export async function takeTurn(tx: Transaction, party: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('findings/' || $1))`, [party]);
}

/**
 * Keeps what a comparison has seen. A difference that was found before is not found twice; one that an operator has
 * ended stays ended as long as it is there with the same figures.
 */
export async function seeDifferences(tx: Transaction, { party, day }: Scope, seen: Difference[]): Promise<bigint[]> {
  const rows = await many<{ id: bigint }>(
    tx,
    `insert into findings (party, day, kind, subject, currency, expected, found, detail)
      select $1, $2::date, kind, subject, coalesce(currency, ''), expected, found, detail
        from jsonb_to_recordset($3) as seen
          (kind text, subject text, currency text, expected bigint, found bigint, detail text)
      on conflict (kind, party, subject, currency, (coalesce(day, '-infinity'))) do update set
        (ended_at, ended_by, ended_how) = (
          select case when stays then findings.ended_at end, case when stays then findings.ended_by end,
            case when stays then findings.ended_how end
          from (select findings.ended_by is not null and findings.is_there
            and (findings.expected, findings.found) is not distinct from (excluded.expected, excluded.found) as stays) is_accepted),
        expected = excluded.expected, found = excluded.found, detail = excluded.detail, is_there = true,
        last_seen_at = excluded.last_seen_at
      returning id`,
    [party, day, JSON.stringify(seen, (_name, value) => (typeof value === 'bigint' ? String(value) : value))],
  );
  return rows.map(({ id }) => id);
}

/** Ends what a whole comparison did not see again. */
export async function endGone(tx: Transaction, { party, day }: Scope, seen: bigint[]): Promise<void> {
  await tx.query(
    `update findings set is_there = false, ended_at = coalesce(ended_at, app_now()),
        ended_how = coalesce(ended_how, 'it is no longer there')
      where is_there and party = $1 and day is not distinct from $2::date and id <> all ($3)`,
    [party, day, seen],
  );
}

export type OpenFindings = { findings: Finding[]; total: number };

/** The oldest first, and how many there are in all. */
export async function openFindings(db: Queryable, limit: number): Promise<OpenFindings> {
  const sql = `select ${COLUMNS} from findings where ended_at is null order by id limit $1`;
  return { findings: await many<Finding>(db, sql, [limit]), total: await countOpenFindings(db) };
}

export async function countOpenFindings(db: Queryable): Promise<number> {
  const sql = 'select count(*)::integer as count from findings where ended_at is null';
  return (await one<{ count: number }>(db, sql)).count;
}

export function lockOpenFinding(tx: Transaction, id: string): Promise<Finding | null> {
  const sql = `select ${COLUMNS} from findings where id::text = $1 and ended_at is null for no key update`;
  return maybeOne<Finding>(tx, sql, [id]);
}

export function giveFinding(tx: Transaction, id: bigint, owner: string): Promise<Finding> {
  return one<Finding>(tx, `update findings set owner = $2 where id = $1 returning ${COLUMNS}`, [id, owner]);
}

export function endFinding(tx: Transaction, id: bigint, { by, how }: { by: string; how: string }): Promise<Finding> {
  const sql = `update findings set ended_at = app_now(), ended_by = $2, ended_how = $3 where id = $1 returning ${COLUMNS}`;
  return one<Finding>(tx, sql, [id, by, how]);
}

/** Earlier days of a party that still have open findings. */
export async function openDays(db: Queryable, party: string, before: string): Promise<string[]> {
  const sql = `select distinct day::text as day from findings
    where party = $1 and ended_at is null and day < $2::date order by day`;
  return (await many<{ day: string }>(db, sql, [party, before])).map(({ day }) => day);
}

/** By how much findings about single items explain that a party's total is another than ours. */
export async function explainedByItems(
  db: Queryable,
  party: string,
  until: string,
  currency: string,
  direction: string,
): Promise<Minor> {
  const sql = `select coalesce(sum(found - expected), 0)::bigint as sum from findings
    where party = $1 and is_there and day <= $2::date and currency = $3 and subject like $4 || ' %'`;
  return (await one<{ sum: bigint }>(db, sql, [party, until, currency, direction])).sum;
}

/** What the books alone tell, by one statement: a movement under way is seen as a whole or not at all. */
export function bookDifferences(db: Queryable): Promise<Difference[]> {
  return many<Difference>(db, 'select kind, subject, currency, expected, found, detail from book_differences');
}
