import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { CONDITION_TYPES } from '@krapao/contract/rewards/bonuses.ts';
import { insertRow, many, maybeOne, one, type Queryable, type Transaction } from '../platform/database.ts';
import { type DueTable, leaseDue, putOff, retriedTable } from '../platform/due-work.ts';

export type ConditionKind = (typeof CONDITION_TYPES)[number];

export type Condition = {
  member_id: string;
  id: string;
  kind: ConditionKind;
  code: string;
  description: string;
  currency: Currency;
  credit: Minor;
  start: Minor;
  total: Minor;
  success_percent: number;
  fail_percent: number;
  grant_id: bigint;
  state: 'running' | 'clearing' | 'succeeded' | 'failed' | 'cleared';
  homecomings: number;
  tries: number;
  /** How the condition ends if a later look at all games says the same, and since when. */
  verdict: 'succeeded' | 'failed' | null;
  verdict_at: Date | null;
  /** What was taken back of a cancelled reward, and what the member owes of it. */
  taken_back: Minor;
  owed: Minor;
};

export const CONDITION_COLUMNS = `member_id, id, kind, code, description, currency, credit, start, total, success_percent, fail_percent,
  grant_id, state, homecomings, tries, verdict, verdict_at, taken_back, owed`;

/** The condition that binds the member now, cancelled or not. */
export function conditionOf(db: Queryable, memberId: string): Promise<Condition | null> {
  const sql = `select ${CONDITION_COLUMNS} from conditions where member_id = $1 and state in ('running', 'clearing')`;
  return maybeOne<Condition>(db, sql, [memberId]);
}

type NewCondition = Omit<
  Condition,
  'total' | 'state' | 'homecomings' | 'tries' | 'verdict' | 'verdict_at' | 'taken_back' | 'owed'
> & {
  payment_id: bigint | null;
};

export async function insertCondition(tx: Transaction, condition: NewCondition): Promise<void> {
  await insertRow(tx, 'conditions', { ...condition, total: condition.start, state: 'running' });
}

export async function addToTotal(tx: Transaction, { member_id, id }: Condition, amount: Minor): Promise<void> {
  await tx.query('update conditions set total = total + $3 where member_id = $1 and id = $2', [member_id, id, amount]);
}

/** Money that was the member's before the grant was hidden at a game until now. */
export async function addToStart(tx: Transaction, { member_id, id }: Condition, amount: Minor): Promise<void> {
  const sql = 'update conditions set start = start + $3, total = total + $3 where member_id = $1 and id = $2';
  await tx.query(sql, [member_id, id, amount]);
}

/** With a verdict, the games are looked at again after `apartMs`. */
export async function writeVerdict(
  tx: Transaction,
  { member_id, id }: Condition,
  verdict: Condition['verdict'],
  apartMs: number,
): Promise<void> {
  await tx.query(
    `update conditions set verdict = $3::text, verdict_at = case when $3 is not null then clock_timestamp() end,
        look_at = case when $3 is not null then clock_timestamp() + $4 * interval '1 millisecond' end
      where member_id = $1 and id = $2`,
    [member_id, id, verdict, apartMs],
  );
}

const TO_LOOK_AT: DueTable = {
  table: 'conditions',
  key: ['member_id', 'id'],
  due: 'look_at',
  clock: 'clock_timestamp()',
  open: `state = 'running'`,
  countsTries: false,
};

/** Conditions that are over if another look at all games says so. */
export function takeNearlyOver(db: Queryable, limit: number, leaseMs: number): Promise<Condition[]> {
  return leaseDue<Condition>(db, TO_LOOK_AT, { limit, next: leaseMs, returning: CONDITION_COLUMNS });
}

export async function endCondition(
  tx: Transaction,
  { member_id, id }: Condition,
  state: 'succeeded' | 'failed',
): Promise<void> {
  await tx.query(
    `update conditions set state = $3, finished_at = app_now(), look_at = null where member_id = $1 and id = $2`,
    [member_id, id, state],
  );
}

/** The reward is cancelled. `owed`: what the main wallet did not have of what was to be taken back. */
export async function endCleared(
  tx: Transaction,
  { member_id, id }: Condition,
  { taken, owed }: { taken: Minor; owed: Minor },
): Promise<void> {
  await tx.query(
    `update conditions set state = 'cleared', finished_at = app_now(), next_try_at = null, look_at = null,
        taken_back = taken_back + $3, owed = owed + $4
      where member_id = $1 and id = $2`,
    [member_id, id, taken, owed],
  );
}

/** The condition that this attempt has cancelled before. */
export function conditionClearedBy(db: Queryable, memberId: string, attemptId: string): Promise<Condition | null> {
  const sql = `select ${CONDITION_COLUMNS} from conditions where member_id = $1 and cleared_by = $2`;
  return maybeOne<Condition>(db, sql, [memberId, attemptId]);
}

export async function beginClearing(
  tx: Transaction,
  { member_id, id }: Condition,
  attemptId: string,
  headStartMs: number,
): Promise<void> {
  await tx.query(
    `update conditions set state = 'clearing', cleared_by = $3,
        next_try_at = clock_timestamp() + $4 * interval '1 millisecond'
      where member_id = $1 and id = $2`,
    [member_id, id, attemptId, headStartMs],
  );
}

/**
 * The id of the next transfer that brings money home; nobody can foretell it. Only the process that takes one brings money
 * home under it. Null: another process was first.
 */
export async function takeHomecoming(db: Queryable, condition: Condition): Promise<string | null> {
  const { rows } = await db.query<{ homecoming_id: string }>(
    `update conditions set homecomings = homecomings + 1, homecoming_id = gen_random_uuid()
      where member_id = $1 and id = $2 and state = 'clearing' and homecomings = $3 returning homecoming_id`,
    [condition.member_id, condition.id, condition.homecomings],
  );
  return rows[0]?.homecoming_id ?? null;
}

const CLEARING = retriedTable('conditions', ['member_id', 'id'], `state = 'clearing'`);

export function takeClearing(db: Queryable, limit: number, leaseMs: number): Promise<Condition[]> {
  return leaseDue<Condition>(db, CLEARING, { limit, next: leaseMs, returning: CONDITION_COLUMNS });
}

export function tryClearingIn(db: Queryable, { member_id, id }: Condition, waitMs: number): Promise<void> {
  return putOff(db, CLEARING, [member_id, id], waitMs);
}

/** What came to the member from outside after a posting, less what went there; games are not outside. */
export async function broughtAfter(db: Queryable, memberId: string, postingId: bigint): Promise<Minor> {
  const sql = `select coalesce(sum(amount), 0)::bigint as sum from ledger_entries
      where owner = $1 and posting_id > $2 and member_id is not null and account <> 'owed'
        and other_account !~ '^house:(games:|late:|fetched$)'`;
  return (await one<{ sum: bigint }>(db, sql, [memberId, postingId])).sum;
}

type Clearing = Pick<Condition, 'id' | 'member_id' | 'kind' | 'code' | 'tries'> & { moving: number; in_play: Minor };

/** Conditions that members have cancelled and that are not over yet, with the money and stakes they wait for. */
export function clearingConditions(db: Queryable, limit: number): Promise<Clearing[]> {
  return many<Clearing>(
    db,
    `select id, member_id, kind, code, tries,
        (select count(*)::integer from transfers where transfers.member_id = conditions.member_id and status = 'PENDING') as moving,
        (select coalesce(sum(in_play), 0)::bigint from game_accounts where game_accounts.member_id = conditions.member_id) as in_play
      from conditions where state = 'clearing' order by started_at limit $1`,
    [limit],
  );
}

export function conditionById(
  db: Queryable,
  { member_id, id }: Pick<Condition, 'member_id' | 'id'>,
): Promise<Condition> {
  return one<Condition>(db, `select ${CONDITION_COLUMNS} from conditions where member_id = $1 and id = $2`, [
    member_id,
    id,
  ]);
}
