import { ERRORS, type ErrorCode } from '@krapao/contract/errors.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import pg from 'pg';
import { AppError } from '../platform/app-error.ts';
import {
  brokenConstraint,
  type Database,
  inTransaction,
  many,
  one,
  type Queryable,
  type Transaction,
} from '../platform/database.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';

/**
 * The only code that writes balances. The laws are in sql/ledger.sql, where the database keeps them; this is
 * their face. Every function is one round trip and takes the transaction it belongs to first;
 * given the pool, it is a transaction of its own.
 *
 * A key names what is being done ("transfer/<id>/hold"). Doing it again with the same input changes nothing
 * and answers `isReplay`; with another input it throws IDEMPOTENCY_CONFLICT.
 */
export type MemberAccount =
  | 'main'
  | 'in_transit'
  | 'held_for_bank'
  | 'refund_pot'
  | 'frozen'
  | 'owed'
  | `game:${string}`;
type HouseAccount = `house:${string}`;
export type Account = MemberAccount | HouseAccount;

export type Posted = { key: string; postingId: bigint; isReplay: boolean };

type Keyed = { key: string; detail?: Record<string, unknown> };
type Reasoned = Keyed & { reason: string; currency: Currency };
type OfMember = { memberId: string };
type Booking = Reasoned & OfMember;

/** The owner of postings that touch no member. */
const HOUSE = 'house';

/** Moves `amount` from one account to another. Throws MONEY_NOT_ENOUGH if a member's account would go below zero. */
export function post(db: Queryable, posting: Booking & { from: Account; to: Account; amount: Minor }): Promise<Posted> {
  return move(db, 'post', posting);
}

/** Moves money that is no member's. */
export function postInHouse(
  db: Queryable,
  posting: Reasoned & { from: HouseAccount; to: HouseAccount; amount: Minor },
): Promise<Posted> {
  return move(db, 'post', { ...posting, memberId: HOUSE });
}

/** Sets money aside until `settle` or `release`, exactly one of which can ever happen to it. */
export function hold(
  db: Queryable,
  posting: Booking & { from: MemberAccount; to: 'in_transit' | 'held_for_bank'; amount: Minor },
): Promise<Posted> {
  return move(db, 'hold', posting);
}

/** The held money goes on to `to`. */
export function settle(db: Queryable, posting: Keyed & OfMember & { hold: string; to: Account }): Promise<Posted> {
  return write(db, posting, 'select * from ledger_settle($1, $2, $3, $4, $5)', [
    posting.memberId,
    posting.key,
    posting.hold,
    posting.to,
    posting.detail ?? {},
  ]);
}

/** The held money goes back to the account it came from. */
export function release(db: Queryable, posting: Keyed & OfMember & { hold: string }): Promise<Posted> {
  return undo(db, 'release', posting.hold, posting);
}

/** A new posting that is the opposite of a posted or settled one. */
export function reverse(db: Queryable, posting: Keyed & OfMember & { reversed: string }): Promise<Posted> {
  return undo(db, 'reverse', posting.reversed, posting);
}

/** The opposite of a posting of `postInHouse`. */
export function reverseInHouse(db: Queryable, posting: Keyed & { reversed: string }): Promise<Posted> {
  return reverse(db, { ...posting, memberId: HOUSE });
}

export async function balancesOf(db: Queryable, memberId: string): Promise<Map<string, Minor>> {
  const sql = 'select name, balance from ledger_accounts where member_id = $1';
  const rows = await many<{ name: string; balance: bigint }>(db, sql, [memberId]);
  return new Map(rows.map(({ name, balance }) => [name, balance]));
}

export type AccountState = { balance: Minor; lastEntryId: bigint | null };

/** Balances with the newest entry of each account: while that is the same, nothing was booked there. */
export async function accountStatesOf(db: Queryable, memberId: string): Promise<Map<string, AccountState>> {
  const sql = 'select name, balance, last_posting_id from ledger_accounts where member_id = $1';
  const rows = await many<{ name: string; balance: bigint; last_posting_id: bigint | null }>(db, sql, [memberId]);
  return new Map(rows.map(({ name, balance, last_posting_id }) => [name, { balance, lastEntryId: last_posting_id }]));
}

/**
 * A transaction that decides by what a member has: it begins with the lock that every posting takes first. On this node
 * a member's transactions wait their turn before they take a connection, so that one member cannot fill the pool.
 */
export function inMemberTransaction<T>(
  db: Database,
  memberId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return inTurnOf(memberId, () => inTransaction(db, work, lockOf(memberId)));
}

/** For a transaction that is one statement, which takes the member's lock itself: it only waits its turn on this node. */
export function inTurnOf<T>(memberId: string, work: () => Promise<T>): Promise<T> {
  return oneAtATime(`member/${memberId}`, work);
}

/** The lock that every posting of the member takes first. */
export async function lockMember(tx: Transaction, memberId: string): Promise<void> {
  await tx.query(lockOf(memberId));
}

function lockOf(memberId: string): string {
  return `select from members where id = ${pg.escapeLiteral(memberId)} for no key update`;
}

/** Whether money has come from the member's bank or gone to it, or is on its way. */
export async function hasBankHistory(db: Queryable, memberId: string): Promise<boolean> {
  const sql = `select exists (select from ledger_postings where owner = $1 and reason in ('deposit', 'withdraw')) as yes`;
  return (await one<{ yes: boolean }>(db, sql, [memberId])).yes;
}

export type HouseBalance = { name: string; currency: Currency; balance: Minor };

/** What is in the accounts of the house, from their entries: below zero is what came in from there. */
export function houseBalances(db: Queryable): Promise<HouseBalance[]> {
  return many<HouseBalance>(db, 'select name, currency, balance from house_balances order by name, currency');
}

/** The errors in the books, in sentences; empty when there is none. */
export async function problems(db: Queryable): Promise<string[]> {
  return (await many<{ problem: string }>(db, 'select problem from ledger_problems')).map(({ problem }) => problem);
}

export type Debt = { member_id: string; currency: Currency; owed: Minor; main: Minor };

/** What members owe, and what they have in the main wallet; of one member, or of all. */
export function debts(db: Queryable, { of = null, limit }: { of?: string | null; limit: number }): Promise<Debt[]> {
  const sql = `select owed.member_id, owed.currency, -owed.balance as owed, coalesce(main.balance, 0) as main
    from ledger_accounts owed left join ledger_accounts main on main.member_id = owed.member_id and main.name = 'main'
    where owed.name = 'owed' and owed.balance < 0 and ($1::text is null or owed.member_id = $1)
    order by owed.last_posting_id limit $2`;
  return many<Debt>(db, sql, [of, limit]);
}

export async function countPostings(db: Queryable): Promise<bigint> {
  return (await one<{ count: bigint }>(db, 'select count(*) as count from ledger_postings')).count;
}

function move(db: Queryable, kind: 'post' | 'hold', posting: Booking & { from: Account; to: Account; amount: Minor }) {
  if (posting.amount <= 0n) throw new RangeError(`a posting moves more than zero, not ${posting.amount}`);
  return write(db, posting, 'select * from ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    posting.memberId,
    posting.key,
    kind,
    posting.reason,
    posting.currency,
    posting.from,
    posting.to,
    posting.amount,
    posting.detail ?? {},
  ]);
}

function undo(db: Queryable, kind: 'release' | 'reverse', undone: string, posting: Keyed & OfMember) {
  const { memberId, key, detail = {} } = posting;
  return write(db, posting, 'select * from ledger_undo($1, $2, $3, $4, $5)', [memberId, key, kind, undone, detail]);
}

async function write(db: Queryable, { key }: Keyed, sql: string, values: unknown[]): Promise<Posted> {
  const row = await one<{ posting_id: bigint; is_replay: boolean }>(db, sql, values).catch(asRefusal);
  return { key, postingId: row.posting_id, isReplay: row.is_replay };
}

/** The function `refuse` of sql/allowances.sql refuses by it, with a code of the catalogue. */
const REFUSAL = 'KR013';

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);

/** For `.catch` of a statement that posts: what the database refused, as the member is told. */
export function asRefusal(error: unknown): never {
  if (brokenConstraint(error) === 'ledger_not_below_zero') throw new AppError('MONEY_NOT_ENOUGH');
  if (!(error instanceof pg.DatabaseError)) throw error;
  if (error.message === 'IDEMPOTENCY_CONFLICT') throw new AppError('IDEMPOTENCY_CONFLICT');
  if (error.code !== REFUSAL || !isErrorCode(error.message)) throw error;
  throw new AppError(error.message, error.detail ? { retryAfterSeconds: Number(error.detail) } : {});
}
