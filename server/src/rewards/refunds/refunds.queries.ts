import type { Minor } from '@krapao/contract/money.ts';
import { many, one, type Queryable, type Transaction } from '../../platform/database.ts';

/** A result that a reading found. It is from `readOn`, the day of the reading before, or later. */
export type GameReading = { result: Minor; readOn: string };

/**
 * Called in the transaction that books a result outside any condition. A win counts from the reading before, so that a
 * member cannot keep a win out of the midnight's sum by not looking at the game.
 */
export async function noteGameDay(tx: Transaction, memberId: string, { result, readOn }: GameReading): Promise<void> {
  await tx.query(
    `insert into game_days as days (member_id, day, result)
      values ($1, case when $2::bigint > 0 then $3::date else (app_now() at time zone 'Asia/Bangkok')::date end, $2)
      on conflict (member_id, day) do update set result = days.result + excluded.result`,
    [memberId, result, readOn],
  );
}

/**
 * `low`: the lowest that the sum of all days ever stood at a midnight. `refunded`: down to where it was refunded.
 * `lately`: what was refunded within seven days.
 */
export type Lows = { has_loss: boolean; low: Minor; refunded: Minor; lately: Minor };

/** Days count once they are over, Bangkok time: a member cannot pick the hour of their greatest loss. */
export function lowsOf(db: Queryable, memberId: string): Promise<Lows> {
  return one<Lows>(
    db,
    `select coalesce(bool_or(result < 0), false) as has_loss, least(coalesce(min(standing), 0), 0)::bigint as low,
        coalesce((select min(low) from refunds where member_id = $1), 0)::bigint as refunded,
        coalesce((select sum(amount) from refunds
          where member_id = $1 and created_at > app_now() - interval '7 days'), 0)::bigint as lately
      from (select result, sum(result) over (order by day) as standing from game_days
        where member_id = $1 and day < (app_now() at time zone 'Asia/Bangkok')::date) closed`,
    [memberId],
  );
}

export async function insertRefund(
  tx: Transaction,
  refund: { memberId: string; id: string; amount: Minor; low: Minor },
): Promise<void> {
  const { memberId, id, amount, low } = refund;
  await tx.query('insert into refunds (member_id, id, amount, low) values ($1, $2, $3, $4)', [
    memberId,
    id,
    amount,
    low,
  ]);
}

type RefundRow = { amount: Minor; created_at: Date };

export async function listRefunds(db: Queryable, memberId: string, { page, limit }: { page: number; limit: number }) {
  const [{ total }, refunds] = await Promise.all([
    one<{ total: number }>(db, 'select count(*)::integer as total from refunds where member_id = $1', [memberId]),
    many<RefundRow>(
      db,
      'select amount, created_at from refunds where member_id = $1 order by created_at desc, id limit $2 offset $3',
      [memberId, limit, (page - 1) * limit],
    ),
  ]);
  return { total, refunds };
}
