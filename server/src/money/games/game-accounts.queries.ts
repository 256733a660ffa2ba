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
  /** How many readings were booked. */
  readings: bigint;
  /** Not read yet on this day, Bangkok time. */
  is_first_today: boolean;
};

const ACCOUNTS = `select *, read_on < (app_now() at time zone 'Asia/Bangkok')::date as is_first_today from game_accounts`;

export async function findAccount(db: Queryable, memberId: string, code: string): Promise<GameAccountRow | null> {
  return maybeOne<GameAccountRow>(db, `${ACCOUNTS} where member_id = $1 and code = $2`, [memberId, code]);
}

export async function openedAccounts(db: Queryable, memberId: string): Promise<GameAccountRow[]> {
  return many<GameAccountRow>(db, `${ACCOUNTS} where member_id = $1 and opened_at is not null`, [memberId]);
}

export async function openedGames(db: Queryable, memberId: string): Promise<Set<string>> {
  return new Set((await openedAccounts(db, memberId)).map(({ code }) => code));
}

/** In the transaction that books a reading. Answers the day of the one before; null if another was booked meanwhile. */
export async function countReading(
  tx: Transaction,
  { memberId, code }: { memberId: string; code: string },
  { readings, inPlay }: { readings: bigint; inPlay: Minor },
): Promise<string | null> {
  const account = await maybeOne<{ read_on: string }>(
    tx,
    `select read_on::text from game_accounts where member_id = $1 and code = $2 and readings = $3`,
    [memberId, code, readings],
  );
  if (!account) return null;
  await tx.query(
    `update game_accounts set in_play = $3, stale_since = null, readings = readings + 1,
        read_on = (app_now() at time zone 'Asia/Bangkok')::date
      where member_id = $1 and code = $2`,
    [memberId, code, inPlay],
  );
  return account.read_on;
}

/** The account could not be read. Answers since when. */
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
