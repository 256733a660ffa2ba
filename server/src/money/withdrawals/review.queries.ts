import type { Minor } from '@krapao/contract/money.ts';
import { many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import type { ReviewFacts, ReviewRules } from './review.ts';
import type { Withdrawal, WithdrawalKey } from './withdrawals.queries.ts';

/** A large win is one of more than `huge`, or of more than `large` and ten times the balance before. */
export type ResultSizes = { large: Minor; huge: Minor };

/** Called under the member's lock, so that of two withdrawals at once the second counts the first. */
export function readReviewFacts(
  tx: Transaction,
  { memberId, id }: WithdrawalKey,
  { rules, results }: { rules: ReviewRules; results: ResultSizes },
): Promise<ReviewFacts> {
  const sql = `
    with others as (
      -- What is still being gathered counts as of now, however long ago it was asked for.
      select amount, coalesce(held_at, case when state = 'gathering' then app_now() else created_at end) as held_at
        from withdrawals where member_id = $1 and id <> $2 and state not in ('returned', 'refused', 'cancelled')),
    paid_in as (
      select amount, posted_at from ledger_entries where owner = $1 and reason = 'deposit' and member_id = $1),
    results as (
      select amount, balance_after, posted_at from ledger_entries
        where owner = $1 and reason = 'game_result' and account like 'game:%'
          and posted_at > app_now() - greatest(make_interval(days => $3), make_interval(hours => $4), interval '24 hours')),
    largest_win as (
      select (select posted_at from results where amount > 0 and posted_at > app_now() - make_interval(days => $3)
        order by amount desc, posted_at limit 1) as at),
    at_games as (
      select coalesce(sum(balance), 0) as amount from ledger_accounts
        where member_id = $1 and (name like 'game:%' or name = 'in_transit')),
    changes as (
      select what, max(changed_at) as changed_at from account_changes where member_id = $1 group by what)
    select amount, stopped_at is not null as "isStopped",
      (select coalesce(sum(amount), 0)::bigint from others where held_at > app_now() - interval '24 hours') as "inADay",
      (select coalesce(sum(amount), 0)::bigint from others
        where held_at > app_now() - make_interval(days => $3)) as "inDays",
      (select coalesce(sum(amount), 0)::bigint from paid_in) as "paidIn",
      (select (select coalesce(sum(amount), 0)::bigint from paid_in where posted_at <= coalesce(at, 'infinity'))
        - (select coalesce(sum(amount), 0)::bigint from others
          where held_at <= coalesce(at, app_now() - make_interval(days => $3))) from largest_win) as "paidInBefore",
      exists (select from results won where posted_at > app_now() - make_interval(hours => $4)
          and (won.amount > $8 or (won.amount > $7 and won.amount > 10 * (balance_after - won.amount)))) as "hasLargeResult",
      exists (select from conditions where member_id = $1 and state = 'succeeded' and total > start
        and finished_at > app_now() - make_interval(hours => $4)
        and 2 * ((select coalesce(sum(amount), 0) from ledger_entries
            where owner = $1 and reason = 'game_result' and account like 'game:%' and posting_id > grant_id)
          - (select amount from at_games)) < total - start) as "hasUnseenWins",
      exists (select from conditions where member_id = $1 and state = 'succeeded' and total > start
        and finished_at > app_now() - make_interval(hours => $4)
        and 2 * (select coalesce(sum(least(won, lost)), 0) from (
            select sum(amount) filter (where amount > 0 and posting_id > grant_id) as won,
                sum(-amount) filter (where amount < 0 and posting_id < grant_id) as lost
              from ledger_entries where owner = $1 and reason = 'game_result' and account like 'game:%'
                and posted_at > started_at - interval '1 hour' and posted_at <= finished_at
              group by account) as at_game where won > 0 and lost > 0) >= total - start) as "hasLossesBack",
      exists (select from changes where what = 'bank' and changed_at > app_now() - make_interval(hours => $5)
        and changed_at > least((select min(posted_at) from paid_in),
          (select min(paid_at) from payments where payments.member_id = $1))) as "hasNewBank",
      (select (select coalesce(sum(amount), 0)::bigint from others
          where held_at > app_now() - make_interval(hours => $6))
        from changes where what = 'password' and changed_at > app_now() - make_interval(hours => $6)) as "sincePassword",
      exists (select from changes where what = 'password' and changed_at > held_at) as "isPasswordNewer",
      exists (select from paid_in deposit where posted_at > app_now() - interval '24 hours'
        and exists (select from spins where member_id = $1 and spins.created_at >= deposit.posted_at)
        and 10 * abs((select coalesce(sum(amount), 0) from results where results.posted_at >= deposit.posted_at))
          < deposit.amount) as "hasCoinsWithoutPlay",
      (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'by', raised_by) order by id), '[]')
        from member_flags where member_id = $1 and cleared_at is null) as flags,
      array(select payment_id from disputes where member_id = $1 and ended_at is null order by id) as disputed,
      exists (select from ledger_accounts where member_id = $1 and name = 'owed' and balance < 0) as "isOwing"
    from withdrawals where member_id = $1 and id = $2`;
  const { timesPaidInDays, largeResultHours, newBankHours, newPasswordHours } = rules;
  const windows = [timesPaidInDays, largeResultHours, newBankHours, newPasswordHours];
  const { large, huge } = results;
  return one<ReviewFacts>(tx, sql, [memberId, id, ...windows, large, huge]);
}

/** Leaves the withdrawal to an operator. */
export async function markChecking(tx: Transaction, { memberId, id }: WithdrawalKey, reasons: string[]): Promise<void> {
  await tx.query(
    `update withdrawals set state = 'checking', reasons = $3, next_try_at = null, waits_for = null
      where member_id = $1 and id = $2 and state in ('held', 'checking')`,
    [memberId, id, reasons],
  );
}

/** A withdrawal as operators see it. */
export type Named = Pick<Withdrawal, 'member_id' | 'id' | 'amount' | 'currency' | 'state'> & {
  reasons: string[];
  approved_at: Date | null;
  stopped_at: Date | null;
  returned_why: string | null;
};

const NAMED = 'member_id, id, amount, currency, state, reasons, approved_at, stopped_at, returned_why';

/** Called under the member's lock, which every step of a withdrawal takes. */
export function findNamed(tx: Transaction, memberId: string, id: string): Promise<Named | null> {
  return maybeOne<Named>(tx, `select ${NAMED} from withdrawals where member_id = $1 and id::text = lower($2)`, [
    memberId,
    id,
  ]);
}

type Checking = Named & { age: string };

export function withdrawalsToCheck(db: Queryable, limit: number): Promise<Checking[]> {
  const sql = `select ${NAMED}, date_trunc('second', app_now() - created_at)::text as age
    from withdrawals where state = 'checking' order by created_at limit $1`;
  return many<Checking>(db, sql, [limit]);
}

/** What was approved for the member within 24 hours, and was not given back. */
export async function approvedLately(tx: Transaction, memberId: string): Promise<Minor> {
  const sql = `select coalesce(sum(amount), 0)::bigint as amount from withdrawals
    where member_id = $1 and approved_at > app_now() - interval '24 hours' and state not in ('returned', 'cancelled')`;
  return (await one<{ amount: Minor }>(tx, sql, [memberId])).amount;
}

/** A worker takes it up once it may leave (pay-out.ts). */
const goOn = (leavesAt: string) =>
  `state = 'held', leaves_at = ${leavesAt}, next_try_at = greatest(clock_timestamp(), ${leavesAt}), tries = 0`;

/** It leaves no sooner than so long from now, and than without the approval. */
export async function approveWithdrawal(tx: Transaction, { member_id, id }: Named, leaveAfterMs: number) {
  const leavesAt = `greatest(leaves_at, clock_timestamp() + $3 * interval '1 millisecond')`;
  const sql = `update withdrawals set approved_at = app_now(), ${goOn(leavesAt)} where member_id = $1 and id = $2`;
  await tx.query(sql, [member_id, id, leaveAfterMs]);
}

export async function stopWithdrawal(tx: Transaction, { member_id, id }: Named): Promise<void> {
  const sql = 'update withdrawals set stopped_at = app_now() where member_id = $1 and id = $2';
  await tx.query(sql, [member_id, id]);
}

/** What was stopped while it was gathered goes on gathering. */
export async function releaseStop(tx: Transaction, { member_id, id, state }: Named): Promise<void> {
  const sql = `update withdrawals set stopped_at = null${state === 'checking' ? `, ${goOn('leaves_at')}` : ''}
    where member_id = $1 and id = $2`;
  await tx.query(sql, [member_id, id]);
}
