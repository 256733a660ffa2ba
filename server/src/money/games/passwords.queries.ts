import { many, maybeOne, type Queryable, type Transaction } from '../../platform/database.ts';
import { type DueTable, leaseDue } from '../../platform/due-work.ts';
import type { AccountKey } from './game-accounts.queries.ts';

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

export async function lockProposed(tx: Transaction, { memberId, code }: AccountKey): Promise<Buffer | null> {
  const sql = 'select next_password from game_accounts where member_id = $1 and code = $2 for no key update';
  return (await maybeOne<{ next_password: Buffer | null }>(tx, sql, [memberId, code]))?.next_password ?? null;
}

export async function acceptPassword(
  tx: Transaction,
  { memberId, code }: AccountKey,
  changedBy: string | null,
): Promise<void> {
  await tx.query(
    `update game_accounts set password = next_password, next_password = null, changed_by = $3, password_due_at = null
      where member_id = $1 and code = $2`,
    [memberId, code, changedBy],
  );
}

export async function dropPassword(tx: Transaction, { memberId, code }: AccountKey): Promise<void> {
  await tx.query('update game_accounts set next_password = null where member_id = $1 and code = $2', [memberId, code]);
}

/** The row is locked before it is written: a reading that is under way locks a member's accounts in this order too. */
const LOCK = 'select from game_accounts where member_id = $1 order by code for no key update';

/** One that ends sign-ins again and again has a provider asked at most this often. */
const APART = `interval '10 seconds'`;

/**
 * Called in the transaction that ends sign-ins of the member. An account that is being opened is marked too: its password
 * may be shown at this moment. Answers how many accounts are open.
 */
export async function markPasswordsDue(tx: Transaction, memberId: string): Promise<number> {
  await tx.query(LOCK, [memberId]);
  const marked = await many<{ is_open: boolean }>(
    tx,
    `update game_accounts set sign_ins_ended_at = clock_timestamp(),
        password_due_at = greatest(clock_timestamp(), sign_ins_ended_at + ${APART})
      where member_id = $1 returning opened_at is not null as is_open`,
    [memberId],
  );
  return marked.filter(({ is_open }) => is_open).length;
}

const DUE: DueTable = {
  table: 'game_accounts',
  key: ['member_id', 'code'],
  due: 'password_due_at',
  clock: 'clock_timestamp()',
  open: 'password_due_at is not null and opened_at is not null',
  countsTries: false,
};

/** The next try follows after as long as the change has waited by now: 11 s, 22 s, and so on, up to ten minutes. */
const nextTry = (leaseMs: number) => `clock_timestamp() + greatest(${leaseMs} * interval '1 millisecond',
  least(clock_timestamp() - sign_ins_ended_at, interval '10 minutes'))`;

export type DuePassword = AccountKey & { username: string };

export function takeDuePasswords(db: Queryable, limit: number, leaseMs: number): Promise<DuePassword[]> {
  const returning = 'member_id as "memberId", code, username';
  return leaseDue<DuePassword>(db, DUE, { limit, next: nextTry(leaseMs), returning });
}
