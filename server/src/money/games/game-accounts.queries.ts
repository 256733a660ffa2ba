import type { Minor } from '@krapao/contract/money.ts';
import { many, maybeOne, type Queryable, type Transaction } from '../../platform/database.ts';

export type GameAccountRow = {
  code: string;
  username: string;
  password: Buffer;
  next_password: Buffer | null;
  opened_at: Date | null;
  changed_by: string | null;
  in_play: bigint;
  stale_since: Date | null;
  /** A fraction of a minor unit that the provider told beside the balance. */
  remainder: string;
  /** How many readings were booked. */
  readings: bigint;
  /** True if the account was not read yet on this day, Bangkok time. */
  is_first_today: boolean;
};

const ACCOUNTS = `select *, read_on < (app_now() at time zone 'Asia/Bangkok')::date as is_first_today from game_accounts`;

export async function findAccount(db: Queryable, memberId: string, code: string): Promise<GameAccountRow | null> {
  return maybeOne<GameAccountRow>(db, `${ACCOUNTS} where member_id = $1 and code = $2`, [memberId, code]);
}

export async function openedAccounts(db: Queryable, memberId: string): Promise<GameAccountRow[]> {
  return many<GameAccountRow>(db, `${ACCOUNTS} where member_id = $1 and opened_at is not null`, [memberId]);
}

type AccountKey = { memberId: string; code: string };

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

/** Answers the password to ask the provider for: an earlier proposal whose outcome is unknown stays. */
export async function proposePassword(
  db: Queryable,
  { memberId, code }: AccountKey,
  proposed: Buffer,
): Promise<Buffer | null> {
  const next = await maybeOne<{ next_password: Buffer }>(
    db,
    `update game_accounts set next_password = coalesce(next_password, $3)
      where member_id = $1 and code = $2 returning next_password`,
    [memberId, code, proposed],
  );
  return next?.next_password ?? null;
}

export async function acceptPassword(
  db: Queryable,
  { memberId, code }: AccountKey,
  { password, changedBy }: { password: Buffer; changedBy: string },
): Promise<void> {
  await db.query(
    `update game_accounts set password = next_password, next_password = null, changed_by = $4
      where member_id = $1 and code = $2 and next_password = $3`,
    [memberId, code, password, changedBy],
  );
}

export async function dropPassword(db: Queryable, { memberId, code }: AccountKey, password: Buffer): Promise<void> {
  await db.query(
    'update game_accounts set next_password = null where member_id = $1 and code = $2 and next_password = $3',
    [memberId, code, password],
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

/**
 * Called in the transaction that books a reading. Answers the day of the reading before; null if another reading was
 * booked meanwhile.
 */
export async function countReading(
  tx: Transaction,
  { memberId, code }: AccountKey,
  { readings, inPlay, remainder }: { readings: bigint; inPlay: Minor; remainder: number },
): Promise<string | null> {
  const account = await maybeOne<{ read_on: string }>(
    tx,
    `select read_on::text from game_accounts where member_id = $1 and code = $2 and readings = $3`,
    [memberId, code, readings],
  );
  if (!account) return null;
  await tx.query(
    `update game_accounts set in_play = $3, remainder = $4, stale_since = null, readings = readings + 1,
        read_on = (app_now() at time zone 'Asia/Bangkok')::date
      where member_id = $1 and code = $2`,
    [memberId, code, inPlay, remainder],
  );
  return account.read_on;
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
