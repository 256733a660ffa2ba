import type { Currency, Minor } from '@krapao/contract/money.ts';
import { many, one, type Queryable, type Transaction } from '../../platform/database.ts';
import type { WaitsFor, Withdrawal, WithdrawalKey } from './withdrawals.queries.ts';

/** What decides whether a held withdrawal may be called now. */
type Leave = {
  state: Withdrawal['state'];
  is_approved: boolean;
  is_blocked: boolean;
  is_paused: boolean;
  /** Milliseconds, of real time, until it may leave: meanwhile the member can cancel it. Not above zero: it may. */
  leaves_in_ms: number;
  /** What operators knew when they approved it. */
  reasons: string[];
  /** What went to the channel in this currency within the last hour without an operator's approval. */
  called_lately: Minor;
};

const IS_PAUSED = `coalesce((select value = 'true' from settings where name = 'payoutsPaused'), false) as is_paused`;

const CALLED_LATELY = `approved_at is null and state in ('called', 'paid')
  and called_at > clock_timestamp() - interval '1 hour'`;

/** Called under the member's lock and the lock of payouts. */
export function readLeave(tx: Transaction, { memberId, id }: WithdrawalKey): Promise<Leave> {
  const sql = `select state, approved_at is not null as is_approved, blocked_at is not null as is_blocked,
      ${IS_PAUSED}, reasons,
      coalesce(extract(epoch from leaves_at - clock_timestamp()), 0)::float8 * 1000 as leaves_in_ms,
      (select coalesce(sum(amount), 0)::bigint from withdrawals lately
        where lately.currency = withdrawals.currency and ${CALLED_LATELY}) as called_lately
    from withdrawals join members on members.id = member_id where member_id = $1 and withdrawals.id = $2`;
  return one<Leave>(tx, sql, [memberId, id]);
}

/**
 * Held by every transaction that marks a withdrawal `called`, and by pausing: the sum of the last hour is exact, and
 * nothing is called once payouts are paused. Taken after the member's lock.
 */
export async function lockPayouts(tx: Transaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('payouts', 0))`);
}

export async function noteWaiting(tx: Transaction, { memberId, id }: WithdrawalKey, waitsFor: WaitsFor): Promise<void> {
  const sql = `update withdrawals set waits_for = $3 where member_id = $1 and id = $2 and state = 'held'`;
  await tx.query(sql, [memberId, id, waitsFor]);
}

/** Makes everything due that waits for payouts to be resumed. */
export async function tryPausedNow(tx: Transaction): Promise<void> {
  await tx.query(`update withdrawals set next_try_at = clock_timestamp() where waits_for = 'paused'`);
}

type Waiting = { currency: Currency; what: WaitsFor | 'checking'; count: bigint; amount: Minor };

/** Withdrawals whose money is held and that do not go on for now. */
export function waitingWithdrawals(db: Queryable): Promise<Waiting[]> {
  const sql = `select currency, coalesce(waits_for, state) as what, count(*) as count, sum(amount)::bigint as amount
    from withdrawals where waits_for is not null or state = 'checking' group by 1, 2 order by 1, 2`;
  return many<Waiting>(db, sql);
}

export async function calledLately(db: Queryable, currency: Currency): Promise<Minor> {
  const sql = `select coalesce(sum(amount), 0)::bigint as amount from withdrawals where currency = $1 and ${CALLED_LATELY}`;
  return (await one<{ amount: Minor }>(db, sql, [currency])).amount;
}
