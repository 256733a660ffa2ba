import { maybeOne, one, type Queryable } from '../../platform/database.ts';
import type { Withdrawal, WithdrawalKey } from './withdrawals.queries.ts';

export type Course = Pick<Withdrawal, 'state' | 'bank_code' | 'bank_account_no' | 'bank_account_name'> & {
  returned_why: string | null;
  created_at: Date;
  sent_at: Date | null;
  approved_at: Date | null;
  finished_at: Date | null;
  has_left: boolean;
  is_reviewed: boolean;
};

const IS_REVIEWED = `(approved_at is not null or state = 'checking' or reasons <> '{}')`;

export function readCourse(db: Queryable, { memberId, id }: WithdrawalKey): Promise<Course | null> {
  const sql = `select state, bank_code, bank_account_no, bank_account_name, returned_why, created_at, sent_at, approved_at,
      finished_at, called_at is not null as has_left, ${IS_REVIEWED} as is_reviewed
    from withdrawals where member_id = $1 and id = $2`;
  return maybeOne<Course>(db, sql, [memberId, id]);
}

/** Fewer say nothing about the next one. */
const ENOUGH = 20;
/** The newest of the last seven days; more make no other median. */
const NEWEST = 2_000;

type Took = { sent: number | null; paid: number | null };
export type UsualWithdrawals = { plain: Took; reviewed: Took & { decided: number | null } };

const median = (until: string, which: string) =>
  `case when count(${until}) filter (where ${which}) >= ${ENOUGH} then
    round(percentile_cont(0.5) within group (order by extract(epoch from ${until} - created_at)) filter (where ${which}))::int end`;

/**
 * Medians in seconds since a withdrawal was asked for. One that was cancelled or returned was neither sent nor paid as
 * usual; a review that ended in a return was decided all the same.
 */
export async function usualWithdrawals(db: Queryable): Promise<UsualWithdrawals> {
  const isPaid = `state = 'paid'`;
  const row = await one<Record<'sent' | 'paid' | 'reviewed_sent' | 'reviewed_paid' | 'decided', number | null>>(
    db,
    `select ${median('sent_at', `${isPaid} and not is_reviewed`)} as sent,
        ${median('finished_at', `${isPaid} and not is_reviewed`)} as paid,
        ${median('sent_at', `${isPaid} and is_reviewed`)} as reviewed_sent,
        ${median('finished_at', `${isPaid} and is_reviewed`)} as reviewed_paid,
        ${median('decided_at', 'is_reviewed')} as decided
      from (select state, created_at, sent_at, finished_at, ${IS_REVIEWED} as is_reviewed,
          case when state <> 'cancelled'
            then coalesce(approved_at, case when state = 'returned' and called_at is null then finished_at end) end as decided_at
        from withdrawals where finished_at > app_now() - interval '7 days'
        order by finished_at desc limit ${NEWEST}) lately`,
  );
  return {
    plain: { sent: row.sent, paid: row.paid },
    reviewed: { sent: row.reviewed_sent, paid: row.reviewed_paid, decided: row.decided },
  };
}
