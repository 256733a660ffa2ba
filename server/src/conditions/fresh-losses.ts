import { worthOf } from '../ledger/worth.ts';
import { many, type Queryable } from '../platform/database.ts';
import type { Owner } from '../platform/sessions.ts';

/** `noticeableFall`: whole baht. */
export type LossRules = { noticeableFall: number; fallAgreedMs: number };

/** A game that a reward waits for, and for how long at least. */
export type Unsettled = { code: string; waitMs: number };

/**
 * A game that lags tells money as lost that is there, and shows it again after seconds. A reward that began, or was cancelled,
 * between the two would count that money as won since. So neither happens before the games have stayed with what they told
 * as lost. An account that fell to nothing is not listed: its game had to agree for as long before that was booked.
 */
export function freshLosses(
  db: Queryable,
  { memberId, currency }: Owner,
  { noticeableFall, fallAgreedMs }: LossRules,
): Promise<Unsettled[]> {
  return many<Unsettled>(
    db,
    `select substr(account, length('game:') + 1) as code,
        greatest(extract(epoch from max(posted_at) - app_now())::float8 * 1000 + $3, 0) as "waitMs"
      from ledger_entries
      where owner = $1 and reason = 'game_result' and account like 'game:%' and amount < 0 and balance_after > 0
        and posted_at > app_now() - $3 * interval '1 millisecond'
      group by account having -sum(amount) > $2 order by 1`,
    [memberId, worthOf(noticeableFall, currency), fallAgreedMs],
  );
}
