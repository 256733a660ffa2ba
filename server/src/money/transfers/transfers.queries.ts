import type { Currency, Minor } from '@krapao/contract/money.ts';
import { many, maybeOne, type Queryable, type Transaction } from '../../platform/database.ts';
import { type DueTable, leaseDue, putOff, retriedTable } from '../../platform/due-work.ts';

export type TransferStatus = 'PENDING' | 'SUCCESS' | 'FAILED';
/** A move that arrived after its money was given back, or money at a game that is nobody's. */
export type Fetches = 'late move' | 'unowned';
type LegState = 'planned' | 'called' | 'done' | 'refused';

/** The id alone is unique only among the transfers of one member. */
export type TransferKey = { memberId: string; id: string };

export type Transfer = {
  id: string;
  member_id: string;
  call: string;
  from_wallet: string;
  to_wallet: string;
  amount: Minor;
  own_share: Minor;
  currency: Currency;
  status: TransferStatus;
  created_at: Date;
  tries: number;
  /** What the product fetches back by it; null: it moves the member's money. */
  fetches: Fetches | null;
};

export type Leg = {
  transfer_id: string;
  position: number;
  stage: 1 | 2;
  member_id: string;
  currency: Currency;
  code: string;
  username: string;
  direction: 'in' | 'out';
  amount: Minor | null;
  state: LegState;
  fetches: Fetches | null;
  /** How long ago, in real time, the call was about to be made. */
  called_ms_ago: number | null;
};

export type LegKey = Pick<Leg, 'member_id' | 'transfer_id' | 'position' | 'code'>;

const TRANSFER_COLUMNS =
  'id, member_id, call, from_wallet, to_wallet, amount, own_share, currency, status, created_at, tries, fetches';

export async function findTransfer(db: Queryable, { memberId, id }: TransferKey): Promise<Transfer | null> {
  const sql = `select ${TRANSFER_COLUMNS} from transfers where member_id = $1 and id = $2`;
  return maybeOne<Transfer>(db, sql, [memberId, id]);
}

type Course = Pick<Transfer, 'from_wallet' | 'created_at'> & {
  finished_at: Date | null;
  /** Money has come from a game. */
  has_come: boolean;
};

export function readCourse(db: Queryable, { memberId, id }: TransferKey): Promise<Course | null> {
  const sql = `select from_wallet, created_at, finished_at, exists (select from transfer_legs leg
      where leg.member_id = $1 and transfer_id = $2 and direction = 'out' and state = 'done') as has_come
    from transfers where id = $2 and member_id = $1`;
  return maybeOne<Course>(db, sql, [memberId, id]);
}

const LEG_COLUMNS = `leg.transfer_id, position, stage, leg.member_id, currency, leg.code, username, direction,
  leg.amount, state, fetches, extract(epoch from clock_timestamp() - called_at)::float8 * 1000 as called_ms_ago`;
const OF_LEGS = `join transfers on transfers.member_id = leg.member_id and transfers.id = transfer_id
  join game_accounts on game_accounts.member_id = leg.member_id and game_accounts.code = leg.code`;

export async function legsOf(db: Queryable, { memberId, id }: TransferKey): Promise<Leg[]> {
  const sql = `select ${LEG_COLUMNS} from transfer_legs leg ${OF_LEGS}
    where leg.member_id = $1 and transfer_id = $2 order by position`;
  return many<Leg>(db, sql, [memberId, id]);
}

/** The game accounts of a member that the member's money is on its way to or from. */
export async function movingAccounts(db: Queryable, memberId: string): Promise<Set<string>> {
  const sql = `select distinct code from transfer_legs leg
    join transfers on transfers.member_id = leg.member_id and transfers.id = transfer_id
    where leg.member_id = $1 and state in ('planned', 'called') and fetches is null`;
  return new Set((await many<{ code: string }>(db, sql, [memberId])).map(({ code }) => code));
}

const DUE_TRANSFERS = retriedTable('transfers', ['member_id', 'id'], `status = 'PENDING'`);

/** Pending transfers whose time has come. */
export function takeDueTransfers(db: Queryable, limit: number, leaseMs: number): Promise<TransferKey[]> {
  const returning = 'member_id as "memberId", id';
  return leaseDue<TransferKey>(db, DUE_TRANSFERS, { limit, next: leaseMs, returning });
}

export function tryTransferIn(db: Queryable, { memberId, id }: TransferKey, waitMs: number): Promise<void> {
  return putOff(db, DUE_TRANSFERS, [memberId, id], waitMs);
}

/**
 * The provider's last answer about a leg that is still called: it does not know the move, or it did not say. True if it
 * was another before.
 */
export async function noteAbsence(db: Queryable, leg: Leg, isAbsent: boolean): Promise<boolean> {
  const { rowCount } = await db.query(
    `update transfer_legs set absent_at = case when $4 then clock_timestamp() end
      where member_id = $1 and transfer_id = $2 and position = $3 and state = 'called' and (absent_at is not null) <> $4`,
    [leg.member_id, leg.transfer_id, leg.position, isAbsent],
  );
  return rowCount === 1;
}

type PendingReturn = { id: string; isAsked: boolean; backBy: Date | null };

/**
 * The member's pending transfers, whether a provider was asked about them, and when their money is back at the latest,
 * `afterMs` after the last call. Null where a provider has not said that it does not know the move, where other money
 * goes on from there, and when that time is over.
 */
export function pendingReturns(db: Queryable, memberId: string, afterMs: number): Promise<PendingReturn[]> {
  const sql = `select id, "isAsked", case when back_by > clock_timestamp() then back_by end as "backBy" from (
      select transfers.id, tries > 0 as "isAsked",
          case when bool_and(absent_at is not null) filter (where state = 'called')
              and not (bool_or(state = 'planned') and (own_share > 0 or bool_or(state = 'done')))
            then max(called_at) filter (where state = 'called') + $2 * interval '1 millisecond' end as back_by
        from transfers join transfer_legs leg on leg.member_id = transfers.member_id and transfer_id = transfers.id
        where transfers.member_id = $1 and status = 'PENDING' and fetches is null and transfers.id in (
          select transfer_id from transfer_legs where member_id = $1 and state in ('planned', 'called'))
        group by transfers.member_id, transfers.id) as pending`;
  return many<PendingReturn>(db, sql, [memberId, afterMs]);
}

const ABSENT_LEGS: DueTable = {
  table: 'transfer_legs',
  key: ['member_id', 'transfer_id', 'position'],
  due: 'look_again_at',
  clock: 'clock_timestamp()',
  open: 'look_again_at is not null',
  countsTries: false,
};

/**
 * Legs that a provider did not know. Each is asked about once more, then for a day again after as long as has passed.
 */
export function takeAbsentLegs(db: Queryable, limit: number): Promise<LegKey[]> {
  const next = `case when absent_at > clock_timestamp() - interval '1 day'
    then clock_timestamp() + greatest(clock_timestamp() - absent_at, interval '1 minute') end`;
  const returning = 'member_id, transfer_id, position, code';
  return leaseDue<LegKey>(db, ABSENT_LEGS, { limit, next, returning });
}

export type ReturnedLeg = LegKey & Pick<Leg, 'currency' | 'direction' | 'fetches'> & { amount: Minor };

const RETURNED = `select leg.member_id, transfer_id, position, code, direction, leg.amount, currency, fetches
  from transfer_legs leg join transfers on transfers.member_id = leg.member_id and transfers.id = transfer_id
  where state = 'refused' and called_at is not null and arrived_late_at is null`;

/** Moves of the last month at a game that were called and whose money was given back: one may have been made after all. */
export function returnedLegs(db: Queryable, memberId: string, code: string): Promise<ReturnedLeg[]> {
  const sql = `${RETURNED} and leg.member_id = $1 and code = $2 and called_at > clock_timestamp() - interval '30 days'
    order by called_at`;
  return many<ReturnedLeg>(db, sql, [memberId, code]);
}

export function returnedLeg(db: Queryable, leg: LegKey): Promise<ReturnedLeg | null> {
  const sql = `${RETURNED} and leg.member_id = $1 and transfer_id = $2 and position = $3`;
  return maybeOne<ReturnedLeg>(db, sql, [leg.member_id, leg.transfer_id, leg.position]);
}

/** False if the late arrival was noted before. `fetchedBy`: the transfer that fetches it back; null: the books follow it. */
export async function noteLateArrival(
  tx: Transaction,
  { member_id, transfer_id, position }: LegKey,
  fetchedBy: string | null,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update transfer_legs set arrived_late_at = app_now(), look_again_at = null, settled_late = $4::uuid is null,
        fetched_by = $4
      where member_id = $1 and transfer_id = $2 and position = $3 and arrived_late_at is null`,
    [member_id, transfer_id, position, fetchedBy],
  );
  return rowCount === 1;
}

type PendingTransfer = Pick<
  Transfer,
  'id' | 'member_id' | 'from_wallet' | 'to_wallet' | 'amount' | 'currency' | 'tries'
> & { age: string };

export function pendingTransfers(db: Queryable, limit: number): Promise<PendingTransfer[]> {
  return many<PendingTransfer>(
    db,
    `select id, member_id, from_wallet, to_wallet, amount, currency, tries,
        date_trunc('second', app_now() - created_at)::text as age
      from transfers where status = 'PENDING' order by created_at limit $1`,
    [limit],
  );
}

type LateLeg = Pick<Leg, 'transfer_id' | 'member_id' | 'code' | 'direction'> & {
  amount: Minor;
  arrived_late_at: Date;
  settled_late: boolean;
  is_being_fetched: boolean;
  /** What could not be fetched back, and how much of it the member still owes. */
  late_owed: Minor;
  late_debt: Minor;
};

/** Moves that a provider made after their money was given back. */
export function lateLegs(db: Queryable, limit: number): Promise<LateLeg[]> {
  return many<LateLeg>(
    db,
    `select transfer_id, member_id, code, direction, amount, arrived_late_at, settled_late, late_owed, late_debt,
        exists (select from transfers where transfers.member_id = transfer_legs.member_id and id = fetched_by
          and status = 'PENDING') as is_being_fetched
      from transfer_legs where arrived_late_at is not null order by arrived_late_at desc limit $1`,
    [limit],
  );
}

type NextTry = { member_id: string; id: string; next_try_at: Date; tries: number };

export function findPending(db: Queryable, id: string): Promise<TransferKey[]> {
  const sql = `select member_id as "memberId", id from transfers where id::text = $1 and status = 'PENDING'`;
  return many<TransferKey>(db, sql, [id]);
}

export function lockPending(tx: Transaction, id: string): Promise<NextTry[]> {
  const sql = `select member_id, id, next_try_at, tries from transfers where id::text = $1 and status = 'PENDING'
    order by member_id for no key update`;
  return many<NextTry>(tx, sql, [id]);
}

/** Makes the transfer due, so that a worker takes it up at once. */
export function tryNow(tx: Transaction, id: string): Promise<NextTry[]> {
  const sql = `update transfers set next_try_at = clock_timestamp() where id = $1 and status = 'PENDING'
    returning member_id, id, next_try_at, tries`;
  return many<NextTry>(tx, sql, [id]);
}
