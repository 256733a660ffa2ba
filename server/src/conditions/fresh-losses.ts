import { worthOf } from '../ledger/worth.ts';
import { many, type Queryable } from '../platform/database.ts';
import type { Owner } from '../platform/sessions.ts';

/** `noticeableFall`: whole baht. */
export type LossRules = { noticeableFall: number; fallAgreedMs: number };

/** A game that a reward waits for, and for how long at least. */
export type Unsettled = { code: string; waitMs: number };

/**
 * The games whose losses are younger than `fallAgreedMs`. None, unless these losses together are more than `noticeableFall` or
 * more than a tenth of what the member had. A game that lags may tell money as lost and show it again seconds later; a reward
 * that begins or is cancelled in between would count it as won. A loss of more than `noticeableFall` that left nothing is not
 * among them: it was booked only after its game had told it for `fallAgreedMs`.
 */
export function freshLosses(
  db: Queryable,
  { memberId, currency }: Owner,
  { noticeableFall, fallAgreedMs }: LossRules,
): Promise<Unsettled[]> {
  return many<Unsettled>(
    db,
    `with losses as (select account, sum(-amount) as lost, max(posted_at) as told_at from ledger_entries
        where owner = $1 and reason = 'game_result' and account like 'game:%' and amount < 0
          and not (balance_after = 0 and -amount > $2) and posted_at > app_now() - $3 * interval '1 millisecond'
        group by account),
      had as (select sum(balance) + (select sum(lost) from losses) as amount from ledger_accounts
        where member_id = $1 and (name in ('main', 'in_transit', 'frozen') or name like 'game:%'))
    select substr(account, length('game:') + 1) as code,
        greatest(extract(epoch from told_at - app_now())::float8 * 1000 + $3, 0) as "waitMs"
      from losses where (select sum(lost) from losses) > least($2, (select amount from had) / 10) order by 1`,
    [memberId, worthOf(noticeableFall, currency), fallAgreedMs],
  );
}
