import type { Currency, Minor } from '@krapao/contract/money.ts';
import { worthOf } from '../../ledger/worth.ts';
import { insertRow, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import { type DueTable, leaseDue } from '../../platform/due-work.ts';
import type { Owner } from '../../platform/sessions.ts';

export type GameAccountRow = {
  code: string;
  username: string;
  password: Buffer;
  next_password: Buffer | null;
  opened_at: Date | null;
  changed_by: string | null;
  /** When the provider is asked next to take a new password; until it has taken one, the old one is shown to nobody. */
  password_due_at: Date | null;
  in_play: bigint;
  stale_since: Date | null;
  /** A fraction of a minor unit that the provider told beside the balance. */
  remainder: string;
  /** How many readings were booked. */
  readings: bigint;
  /** True if the account was not read yet on this day (`reading_day`). */
  is_first_today: boolean;
  /** When these rows were read: a provider that is asked afterwards is asked later than this. */
  asked_at: Date;
  moved_ms_ago: number | null;
  result_ms_ago: number | null;
  /** Nothing was moved since the account was last read. */
  is_unmoved: boolean;
  /** Nearly all that was there went in the last three days, and may be told again. */
  has_fallen_lately: boolean;
  /** Some time has passed since what the provider tells of the account was last written down. */
  is_told_long_ago: boolean;
  suspect_amount: Minor | null;
  suspect_ms_ago: number | null;
  /** What fell to nothing by the last reading that is counted; null: that reading was no fall. */
  fallen_amount: Minor | null;
  /** Money there that is not the member's. */
  unowned_amount: Minor;
  /** From when on nobody's money is fetched back; null: no reading showed it yet. */
  fetch_at: Date | null;
  may_fetch: boolean;
  /** The transfer by which money is being fetched back. */
  fetching_id: string | null;
  recheck_at: Date | null;
  /** Whether anything of the member's can be at the provider. */
  is_reached: boolean;
  /** The same, or something was there within the last 24 hours. */
  is_in_use: boolean;
  /** What the ledger says is there. */
  books: Minor;
  /** The newest posting there: while it is the same, nothing was booked. */
  last_posting_id: bigint | null;
  /** Money is on its way to or from the account. */
  is_moving: boolean;
};

const HAS_FALLEN_LATELY = `coalesce(fell_until > app_now(), false)`;

/**
 * Whether anything of the member's can be at the provider: an account that was empty when it was last read, and that
 * neither money nor the member has reached since, is empty still; unless it fell to nothing, which may be untrue.
 */
export const IS_REACHED = `(may_differ or ${HAS_FALLEN_LATELY} or exists (select from ledger_accounts
  where ledger_accounts.member_id = game_accounts.member_id and name = 'game:' || game_accounts.code and balance > 0))`;

/** Whether what is known of the account is older than its game's freshness, or from before the member entered. */
export const isDue = (freshnessMs: string) => `(${IS_REACHED} and (last_launch_at > last_request_at
  or coalesce(greatest(last_request_at, moved_at), '-infinity')
    < clock_timestamp() - ${freshnessMs} * interval '1 millisecond'))`;

const msAgo = (column: string) => `extract(epoch from clock_timestamp() - ${column})::float8 * 1000`;

/** The moves by which money is on its way to or from an account. */
const MOVES = (account: string) => `select from transfer_legs leg
  where leg.member_id = ${account}.member_id and leg.code = ${account}.code and leg.state in ('planned', 'called')`;

const ACCOUNTS = `select *, read_on < reading_day() as is_first_today,
    clock_timestamp() as asked_at, ${msAgo('moved_at')} as moved_ms_ago, ${msAgo('result_at')} as result_ms_ago,
    ${msAgo('suspect_since')} as suspect_ms_ago, coalesce(moved_at < last_agreed_at, moved_at is null) as is_unmoved,
    coalesce(last_report_at < clock_timestamp() - interval '5 minutes', true) as is_told_long_ago,
    coalesce(fetch_at <= clock_timestamp(), false) as may_fetch,
    coalesce(books, 0) as books, ${HAS_FALLEN_LATELY} as has_fallen_lately,
    may_differ or ${HAS_FALLEN_LATELY} or coalesce(books, 0) > 0 as is_reached,
    may_differ or ${HAS_FALLEN_LATELY} or coalesce(books, 0) > 0
      or coalesce(greatest(moved_at, result_at, last_launch_at) > clock_timestamp() - interval '24 hours', false) as is_in_use,
    exists (${MOVES('game_accounts')}) as is_moving
  from game_accounts left join lateral (
    select balance as books, last_posting_id from ledger_accounts
      where ledger_accounts.member_id = game_accounts.member_id and name = 'game:' || game_accounts.code) there on true`;

export async function findAccount(db: Queryable, memberId: string, code: string): Promise<GameAccountRow | null> {
  return maybeOne<GameAccountRow>(db, `${ACCOUNTS} where member_id = $1 and code = $2`, [memberId, code]);
}

export async function openedAccounts(db: Queryable, memberId: string): Promise<GameAccountRow[]> {
  return many<GameAccountRow>(db, `${ACCOUNTS} where member_id = $1 and opened_at is not null`, [memberId]);
}

export type AccountKey = { memberId: string; code: string };

/** Does nothing if the member has an account at the game: its username and password stay. */
export async function insertAccount(
  db: Queryable,
  { memberId, code, username, password }: AccountKey & { username: string; password: Buffer },
): Promise<void> {
  await db.query(
    `insert into game_accounts (member_id, code, username, password) values ($1, $2, $3, $4) on conflict do nothing`,
    [memberId, code, username, password],
  );
}

export async function markOpened(db: Queryable, { memberId, code }: AccountKey, changedBy: string): Promise<void> {
  await db.query(
    `update game_accounts set opened_at = app_now(), changed_by = $3
      where member_id = $1 and code = $2 and opened_at is null`,
    [memberId, code, changedBy],
  );
}

/** Whether the member has this username at another game. */
export async function hasUsernameElsewhere(
  db: Queryable,
  { memberId, code }: AccountKey,
  username: string,
): Promise<boolean> {
  const sql = 'select from game_accounts where member_id = $1 and code <> $2 and username = lower($3)';
  return (await maybeOne(db, sql, [memberId, code, username])) !== null;
}

/** What is counted of a reading: how much was there, before or after it, and what of that fell to nothing by it. */
export type Report = { amount: Minor; fallen: Minor | null };

export type KeptReading = {
  readings: bigint;
  lastPostingId: bigint | null;
  askedAt: Date;
  inPlay: Minor;
  remainder: number;
  late: Minor;
  /** Null: there was too little to fall. */
  report: Report | null;
  hasResult: boolean;
  readingsApartMs: number;
};

/** In SQL: the account keeps what was counted before where there is nothing to count now. */
const REPORTED = (before: string, { at, amount, fallen }: Record<'at' | 'amount' | 'fallen', string>) =>
  `last_report_at = case when ${amount}::bigint is null then ${before}.last_report_at else ${at} end,
        reported_amount = coalesce(${amount}, ${before}.reported_amount),
        fallen_amount = case when ${amount} is null then ${before}.fallen_amount else ${fallen}::bigint end`;

/**
 * In SQL: nobody's money that a reading shows for the first time is fetched back when a later one shows it too. What is staked
 * is waited for.
 */
const TO_FETCH = `fetch_at = case when $7::bigint > 0 then coalesce(before.fetch_at, clock_timestamp() + $10 * interval '1 millisecond') end,
        recheck_at = case when $7::bigint > 0 then greatest(
          coalesce(before.fetch_at, clock_timestamp() + $10 * interval '1 millisecond'),
          clock_timestamp() + case when before.fetch_at <= clock_timestamp() then interval '1 minute' else interval '0' end) end`;

/**
 * Called in the transaction that books a reading. Answers the day of the reading before, or that of the oldest bet which
 * was open then; null if another reading was booked meanwhile, or money moved: then the difference is not a result. A
 * reading that confirms a result of this moment does not count: what is taken back of the result later belongs to the day
 * of the result.
 */
export async function countReading(
  tx: Transaction,
  { memberId, code }: AccountKey,
  { readings, lastPostingId, askedAt, inPlay, remainder, late, report, hasResult, readingsApartMs }: KeptReading,
): Promise<string | null> {
  const account = await maybeOne<{ read_on: string }>(
    tx,
    `update game_accounts account set in_play = $4::bigint, remainder = $5,
        in_play_since = case when $4::bigint > 0 then coalesce(before.in_play_since, before.read_on) end, stale_since = null, readings = account.readings + 1,
        read_on = case when $9 or coalesce(before.result_at < clock_timestamp() - $10 * interval '1 millisecond', true)
          then reading_day() else before.read_on end,
        last_agreed_at = $6, unowned_amount = $7, ${REPORTED('before', { at: '$6', amount: '$8', fallen: '$12' })},
        result_at = case when $9 then clock_timestamp() else before.result_at end,
        suspect_amount = null, suspect_since = null, ${TO_FETCH}
      from game_accounts before
      where account.member_id = $1 and account.code = $2 and account.readings = $3
        and before.member_id = account.member_id and before.code = account.code
        and (select last_posting_id from ledger_accounts where ledger_accounts.member_id = $1 and name = 'game:' || $2)
          is not distinct from $11
        and not exists (${MOVES('account')})
      returning least(before.read_on, before.in_play_since)::text as read_on`,
    [
      memberId,
      code,
      readings,
      inPlay,
      remainder,
      askedAt,
      late,
      report?.amount,
      hasResult,
      readingsApartMs,
      lastPostingId,
      report?.fallen,
    ],
  );
  return account?.read_on ?? null;
}

type Doubt = {
  readings: bigint;
  askedAt: Date;
  report: Report | null;
  told: Minor;
  doubt: 'none' | 'new' | 'kept';
};

/** Notes a reading that is not booked, and when the account is read again; not if another was booked meanwhile. */
export async function noteDoubt(
  db: Queryable,
  { memberId, code }: AccountKey,
  { readings, askedAt, told, doubt, report }: Doubt,
  againMs: number,
): Promise<void> {
  await db.query(
    `update game_accounts set stale_since = null,
        ${REPORTED('game_accounts', { at: '$4::timestamptz', amount: '$5', fallen: '$9' })},
        suspect_amount = case $6 when 'new' then $7 when 'kept' then suspect_amount end,
        suspect_since = case $6 when 'new' then $4::timestamptz when 'kept' then suspect_since end,
        recheck_at = clock_timestamp() + $8 * interval '1 millisecond'
      where member_id = $1 and code = $2 and readings = $3`,
    [memberId, code, readings, askedAt, report?.amount, doubt, told, againMs, report?.fallen],
  );
}

/** A reading that agreed with the books, and told nothing else that is new. */
export async function noteAgreed(
  db: Queryable,
  { memberId, code }: AccountKey,
  { readings, askedAt }: Pick<KeptReading, 'readings' | 'askedAt'>,
): Promise<void> {
  const sql = 'update game_accounts set last_agreed_at = $4 where member_id = $1 and code = $2 and readings = $3';
  await db.query(sql, [memberId, code, readings, askedAt]);
}

/** Called in the transaction that books a movement, before that: readings from before it tell nothing any more. */
export async function noteMovement(tx: Transaction, { memberId, code }: AccountKey): Promise<void> {
  await tx.query('select game_note_movement($1, $2)', [memberId, code]);
}

/** The member gets a way into the game. */
export async function noteEntering(db: Queryable, { memberId, code }: AccountKey): Promise<void> {
  const sql = 'update game_accounts set last_launch_at = clock_timestamp() where member_id = $1 and code = $2';
  await db.query(sql, [memberId, code]);
}

/** How many accounts fell to nothing, of how many, and the share of their money in percent. */
export type Falls = { fallen: number; all: number; share: number };

/** Of the accounts with enough to fall that a provider told of lately. Kip count by what they are worth in baht. */
export async function fallsAt(db: Queryable, code: string, withinMs: number): Promise<Falls> {
  return one<Falls>(
    db,
    `select count(fallen_amount)::integer as fallen, count(*)::integer as all,
        coalesce(100 * sum(fallen_amount * worth) / nullif(sum(reported_amount * worth), 0), 0)::float8 as share
      from game_accounts join members on members.id = member_id
        cross join lateral (select case currency when 'LAK' then 1.0 / $3 else 1.0 end as worth) as rate
      where code = $1 and reported_amount is not null
        and last_report_at > clock_timestamp() - $2 * interval '1 millisecond'`,
    [code, withinMs, Number(worthOf(1, 'LAK') / worthOf(1, 'BAHT'))],
  );
}

export async function isBelieved(db: Queryable, code: string): Promise<boolean> {
  const sql = 'select from provider_trust_overrides where code = $1 and until > clock_timestamp()';
  return (await maybeOne(db, sql, [code])) !== null;
}

/** For an hour. */
export async function believe(tx: Transaction, code: string) {
  const sql = 'select code, until from provider_trust_overrides where code = $1';
  const before = await maybeOne(tx, sql, [code]);
  await tx.query(
    `insert into provider_trust_overrides (code, until) values ($1, clock_timestamp() + interval '1 hour')
      on conflict (code) do update set until = excluded.until`,
    [code],
  );
  return { before, after: await maybeOne(tx, sql, [code]) };
}

/** Whether money is on its way to the game, or from there. */
export async function isMoving(db: Queryable, { memberId, code }: AccountKey): Promise<boolean> {
  const sql = `select from game_accounts where member_id = $1 and code = $2 and exists (${MOVES('game_accounts')})`;
  return (await maybeOne(db, sql, [memberId, code])) !== null;
}

/** Whether the product fetches money back from the account. */
export async function isFetching(db: Queryable, { memberId, code }: AccountKey): Promise<boolean> {
  const sql = 'select from game_accounts where member_id = $1 and code = $2 and fetching_id is not null';
  return (await maybeOne(db, sql, [memberId, code])) !== null;
}

type LateMoney = { member_id: string; code: string; unowned_amount: Minor; currency: Currency };

export function lateMoney(db: Queryable, limit: number): Promise<LateMoney[]> {
  return many<LateMoney>(
    db,
    `select member_id, code, unowned_amount, currency from game_accounts join members on members.id = member_id
      where unowned_amount > 0 order by unowned_amount desc, member_id limit $1`,
    [limit],
  );
}

/** How much money at the account is nobody's. */
export async function unownedAt(db: Queryable, { memberId, code }: AccountKey): Promise<Minor> {
  const sql = 'select unowned_amount from game_accounts where member_id = $1 and code = $2';
  return (await one<{ unowned_amount: Minor }>(db, sql, [memberId, code])).unowned_amount;
}

/** More of the money at the game is not the member's, or less. */
export async function addLate(tx: Transaction, { memberId, code }: AccountKey, amount: Minor): Promise<void> {
  await tx.query(
    `update game_accounts set unowned_amount = unowned_amount + $3, readings = readings + 1 where member_id = $1 and code = $2`,
    [memberId, code, amount],
  );
}

type WriteOff = {
  id: string;
  member_id: string;
  code: string;
  amount: Minor;
  currency: Currency;
  borne_by: 'house' | 'member';
};

export async function insertWriteOff(tx: Transaction, writeOff: WriteOff): Promise<void> {
  await insertRow(tx, 'write_offs', writeOff);
}

const TO_READ: DueTable = {
  table: 'game_accounts',
  key: ['member_id', 'code'],
  due: 'recheck_at',
  clock: 'clock_timestamp()',
  open: 'recheck_at is not null',
  countsTries: false,
};

/** Accounts whose last reading is not certain, when it is time to read them again. */
export function takeToRead(db: Queryable, limit: number, leaseMs: number): Promise<(Owner & AccountKey)[]> {
  const returning = `member_id as "memberId", code, (select currency from members where id = member_id) as currency`;
  return leaseDue<Owner & AccountKey>(db, TO_READ, { limit, next: leaseMs, returning });
}

/** Marks an account that could not be read. Answers since when. */
export async function markStale(db: Queryable, memberId: string, code: string): Promise<Date | null> {
  const { rows } = await db.query<{ stale_since: Date }>(
    `update game_accounts set stale_since = coalesce(stale_since, app_now()) where member_id = $1 and code = $2
      returning stale_since`,
    [memberId, code],
  );
  return rows[0]?.stale_since ?? null;
}

/** Whether no other reading of these accounts was booked since, and no account was opened. */
export async function areReadingsStill(
  tx: Transaction,
  memberId: string,
  read: { code: string; readings: bigint }[],
): Promise<boolean> {
  const opened = await openedAccounts(tx, memberId);
  const counts = new Map(read.map(({ code, readings }) => [code, readings]));
  return opened.every(({ code, readings }) => counts.get(code) === readings);
}
