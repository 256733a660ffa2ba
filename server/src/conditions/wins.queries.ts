import type { Minor } from '@krapao/contract/money.ts';
import { one, type Transaction } from '../platform/database.ts';
import type { Condition } from './conditions.queries.ts';

/** Called in the transaction that books a result under the condition. Losses at the same game lessen what was won there. */
export async function noteWin(
  tx: Transaction,
  { member_id, id }: Condition,
  code: string,
  result: Minor,
): Promise<void> {
  await tx.query(
    `insert into condition_wins as known (member_id, condition_id, code, amount) values ($1, $2, $3, greatest($4, 0))
      on conflict (member_id, condition_id, code) do update set amount = greatest(known.amount + $4, 0),
        won_at = case when $4 > 0 then excluded.won_at else known.won_at end`,
    [member_id, id, code, result],
  );
}

/**
 * Called in the transaction that books a loss outside conditions. Answers how much of it was won at this game under a condition
 * within the last 72 hours: that was the reward's, or was never won.
 */
export async function takeWins(tx: Transaction, memberId: string, code: string, lost: Minor): Promise<Minor> {
  const { taken } = await one<{ taken: Minor }>(
    tx,
    `with open as (select condition_id, amount - gone as here,
          (sum(amount - gone) over (order by won_at desc, condition_id)) - (amount - gone) as newer
        from condition_wins where member_id = $1 and code = $2 and gone < amount
          and won_at > app_now() - interval '72 hours'),
      going as (update condition_wins set gone = gone + least(here, $3 - newer) from open
        where member_id = $1 and code = $2 and condition_wins.condition_id = open.condition_id and newer < $3
        returning least(here, $3 - newer) as part)
    select coalesce(sum(part), 0)::bigint as taken from going`,
    [memberId, code, lost],
  );
  return taken;
}
