import type { Currency, Minor } from '@krapao/contract/money.ts';
import { many, one, type Queryable, type Transaction } from '../../platform/database.ts';
import type { WaitsFor, Withdrawal, WithdrawalKey } from './withdrawals.queries.ts';

/** What decides whether a held withdrawal may be called now. */
type Leave = {
  state: Withdrawal['state'];
  is_approved: boolean;
  is_blocked: boolean;
  is_paused: boolean;
  /** The member has another bank account by now than the withdrawal would be paid to. */
  has_other_account: boolean;
  /** Milliseconds, of real time, until it may leave: meanwhile the member can cancel it. Not above zero: it may. */
  leaves_in_ms: number;
  /**
   * Milliseconds, of real time, until a game can no longer make a move of the member that was given back because the game did
   * not know it. Null: there is no such move.
   */
  late_move_in_ms: number | null;
  /** What operators knew when they approved it. */
  reasons: string[];
  /** What went to the channel in this currency within the last hour without an operator's approval. */
  called_lately: Minor;
};

const IS_PAUSED = `coalesce((select value = 'true' from settings where name = 'payoutsPaused'), false) as is_paused`;

const CALLED_LATELY = `approved_at is null and state in ('called', 'paid')
  and called_at > clock_timestamp() - interval '1 hour'`;

/** A move that came late and is being fetched back is waited for as well: until then nobody knows what the member owes. */
const LATE_MOVE_IN_MS = `(select max(case when arrived_late_at is null
      then extract(epoch from called_at - clock_timestamp())::float8 * 1000 + $3 else $4 end)
    from transfer_legs leg where leg.member_id = members.id and state = 'refused' and direction = 'in' and absent_at is not null
      and (arrived_late_at is null and called_at > clock_timestamp() - $3 * interval '1 millisecond'
        or exists (select from transfers where transfers.member_id = members.id and transfers.id = fetched_by
          and status = 'PENDING')))`;

/** How soon a withdrawal is tried again that waits for money to be fetched back. */
const FETCHED_IN_MS = 5_000;

/** Called under the member's lock and the lock of payouts. `movesFinalAfterMs`: how long after its call a move may be made. */
export function readLeave(tx: Transaction, { memberId, id }: WithdrawalKey, movesFinalAfterMs: number): Promise<Leave> {
  const sql = `select state, approved_at is not null as is_approved, blocked_at is not null as is_blocked,
      ${IS_PAUSED}, reasons,
      (withdrawals.bank_code, withdrawals.bank_account_no) <> (members.bank_code, members.bank_account_no) as has_other_account,
      coalesce(extract(epoch from leaves_at - clock_timestamp()), 0)::float8 * 1000 as leaves_in_ms,
      ${LATE_MOVE_IN_MS} as late_move_in_ms,
      (select coalesce(sum(amount), 0)::bigint from withdrawals lately
        where lately.currency = withdrawals.currency and ${CALLED_LATELY}) as called_lately
    from withdrawals join members on members.id = member_id where member_id = $1 and withdrawals.id = $2`;
  return one<Leave>(tx, sql, [memberId, id, movesFinalAfterMs, FETCHED_IN_MS]);
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
