import type { Queryable, Transaction } from '../../platform/database.ts';
import { type DueTable, leaseDue, retriedTable } from '../../platform/due-work.ts';
import type { Withdrawal, WithdrawalKey } from './withdrawals.queries.ts';

/**
 * The outcome is asked about again for so many hours; that of returned money soon, before the member can withdraw it once
 * more.
 */
export async function watchOutcome(tx: Transaction, { memberId, id }: WithdrawalKey, hours: number): Promise<void> {
  const sql = `update withdrawals set tries = 0, ask_again_at = clock_timestamp() + case state when 'paid' then interval '1 minute' else interval '15 seconds' end,
      ask_until = clock_timestamp() + make_interval(hours => $3)
    where member_id = $1 and id = $2 and state in ('paid', 'returned')`;
  await tx.query(sql, [memberId, id, hours]);
}

/** Turns an outcome, once: what the channel tells after that is for an operator. */
export async function turnOutcome(
  tx: Transaction,
  { memberId, id }: WithdrawalKey,
  { from, why }: { from: 'paid' | 'returned'; why: 'BOUNCED' | 'PAID_TWICE' },
): Promise<boolean> {
  const sql = `update withdrawals set state = 'returned', returned_why = $4, ask_again_at = null, told_otherwise_at = null
    where member_id = $1 and id = $2 and state = $3 and coalesce(returned_why, '') not in ('BOUNCED', 'PAID_TWICE')`;
  return (await tx.query(sql, [memberId, id, from, why])).rowCount === 1;
}

export type Finished = Pick<Withdrawal, 'member_id' | 'id' | 'amount' | 'currency' | 'tries'> & {
  state: 'paid' | 'returned';
  /** For how long the channel has told another outcome than the one that is booked; null: it does not. */
  otherwise_ms: number | null;
};

const FINISHED = `member_id, id, amount, currency, state, tries,
  extract(epoch from clock_timestamp() - told_otherwise_at)::float8 * 1000 as otherwise_ms`;
const TO_ASK_AGAIN: DueTable = {
  ...retriedTable('withdrawals', ['member_id', 'id'], 'ask_again_at is not null'),
  due: 'ask_again_at',
};

export function takeFinished(db: Queryable, limit: number, leaseMs: number): Promise<Finished[]> {
  return leaseDue<Finished>(db, TO_ASK_AGAIN, { limit, next: leaseMs, returning: FINISHED });
}

/** Notes whether the channel tells another outcome, and when it is asked again: after the days for that, never. */
export async function askAgainIn(
  db: Queryable,
  { memberId, id }: WithdrawalKey,
  { waitMs, isOtherwise }: { waitMs: number; isOtherwise: boolean | null },
): Promise<void> {
  const sql = `update withdrawals set
      told_otherwise_at = case $4::boolean when true then coalesce(told_otherwise_at, clock_timestamp())
        when false then null else told_otherwise_at end,
      ask_again_at = case when clock_timestamp() < ask_until then clock_timestamp() + $3 * interval '1 millisecond' end
    where member_id = $1 and id = $2 and ask_again_at is not null`;
  await db.query(sql, [memberId, id, waitMs, isOtherwise]);
}
