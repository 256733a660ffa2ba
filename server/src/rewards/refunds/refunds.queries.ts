import type { Minor } from '@krapao/contract/money.ts';
import { USUAL_GIVEN_BACK } from '../../allowances/limits.ts';
import type { GameReading } from '../../ledger/game-reading.ts';
import { many, one, type Queryable, type Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';

const TODAY = `(app_now() at time zone 'Asia/Bangkok')::date`;

/**
 * Called in the transaction that books a result. A win counts from the reading before, so that a member cannot keep a win
 * out of the midnight's sum by not looking at the game; and what of it may be money that fell to nothing, on the day of
 * the fall, if the fall counted. Anything else that is won or lost under a condition counts nowhere; nor does it when it is
 * lost afterwards.
 */
export async function noteGameDay(
  tx: Transaction,
  memberId: string,
  { result, readOn, rises }: GameReading,
  { isBound, wonUnderOne }: { isBound: boolean; wonUnderOne: Minor },
): Promise<void> {
  const risen = rises.reduce((sum, { amount }) => sum + amount, 0n);
  const days = rises.filter(({ isCounted }) => isCounted).map(({ day, amount }) => ({ day, amount }));
  if (!isBound) days.push({ day: readOn, amount: result - risen + wonUnderOne });
  for (const { day, amount } of days) {
    if (amount === 0n) continue;
    await tx.query(
      `insert into game_days as days (member_id, day, result)
        values ($1, case when $2::bigint > 0 then $3::date else ${TODAY} end, $2)
        on conflict (member_id, day) do update set result = days.result + excluded.result`,
      [memberId, amount, day],
    );
  }
}

/** A day at whose end the sum of all days stood lower than ever: from `top` down to `low`. `rate`: by the terms of that day. */
type NewLow = { top: Minor; low: Minor; rate: bigint };

/**
 * `refunded`: down to where lows were refunded. `newLows`: those below it, from the top down. `lately`: what was refunded
 * within seven days.
 */
export type Lows = { has_loss: boolean; refunded: Minor; lately: Minor; newLows: NewLow[] };

/** A bet that is open may still win back what was lost on the day when it was placed, and on days after. */
const OPEN_BETS_SINCE = '(select min(in_play_since) from game_accounts where game_accounts.member_id = $1)';

/** While money is on its way to a game, nobody can see what was staked there. */
const MOVING_SINCE = `(select min((created_at at time zone 'Asia/Bangkok')::date) from transfers
  where transfers.member_id = $1 and status = 'PENDING')`;

/** A fall to nothing does not count for a day: its money may be told again. A small one counts. */
const FALLEN = `least(greatest(-result, 0), (select coalesce(sum(amount - risen), 0) from game_falls
  where game_falls.member_id = $1 and game_falls.day = game_days.day and is_counted and not is_small
    and fell_at > app_now() - interval '24 hours'))`;

type Told = Omit<Lows, 'newLows'> & { new_lows: Record<keyof NewLow, string>[] };

/**
 * Days count once they are over, Bangkok time: a member cannot pick the hour of their greatest loss. A reading of the first
 * minutes of the next day does not end them (`reading_day`): it may leave out a bet of the last moment.
 */
export async function lowsOf(db: Queryable, { memberId, currency }: Owner): Promise<Lows> {
  const { new_lows, ...lows } = await one<Told>(
    db,
    `with days as (select day, result + ${FALLEN} as result from game_days
        where member_id = $1 and day < least(reading_day(), ${OPEN_BETS_SINCE}, ${MOVING_SINCE})),
      standings as (select day, sum(result) over (order by day) as standing from days),
      lows as (select day, least(min(standing) over (order by day), 0) as low,
          least(min(standing) over (order by day rows between unbounded preceding and 1 preceding), 0) as top from standings),
      before as (select coalesce(min(low), 0)::bigint as refunded, coalesce(sum(amount)
          filter (where created_at > app_now() - interval '7 days'), 0)::bigint as lately from refunds where member_id = $1)
    select refunded, lately, coalesce((select bool_or(result < 0) from days), false) as has_loss,
      coalesce((select json_agg(json_build_object('top', least(top, refunded)::text, 'low', low::text, 'rate', refund_rate::text)
          order by day)
        from lows, loss_terms_on($2, day, $3) where low < top and low < refunded), '[]') as new_lows
      from before`,
    [memberId, currency, USUAL_GIVEN_BACK],
  );
  const newLows = new_lows.map(({ top, low, rate }) => ({ top: BigInt(top), low: BigInt(low), rate: BigInt(rate) }));
  return { ...lows, newLows };
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
