import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { Weights } from '@krapao/contract/rewards/draw.ts';
import { many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import { IS_UP, type Slice } from './wheels.queries.ts';

export type Coupon = Slice & { id: string; created_at: Date; expires_at: Date; claimed_at: Date | null };

type NewSpin = {
  memberId: string;
  id: string;
  wheelId: bigint;
  sliceCode: string;
  serverSeed: string;
  clientSeed: string;
  couponDays: number;
};

export async function insertSpin(tx: Transaction, spin: NewSpin): Promise<void> {
  await tx.query(
    `insert into spins (member_id, id, wheel_id, slice_code, server_seed, client_seed, expires_at)
      values ($1, $2, $3, $4, $5, $6, app_now() + make_interval(days => $7))`,
    [spin.memberId, spin.id, spin.wheelId, spin.sliceCode, spin.serverSeed, spin.clientSeed, spin.couponDays],
  );
}

const COUPON = `select spins.id, created_at, expires_at, claimed_at, wheel_slices.*
  from spins join wheel_slices on wheel_slices.wheel_id = spins.wheel_id and code = slice_code`;

/** Coupons that can still be claimed, newest first. A coupon whose slice has left the wheel cannot. */
export function openCoupons(db: Queryable, memberId: string): Promise<Coupon[]> {
  return many<Coupon>(
    db,
    `${COUPON} where member_id = $1 and claimed_at is null and expires_at > app_now() and prize_type <> 'nothing'
        and exists (select from wheel_slices now join wheels on wheels.id = now.wheel_id and ${IS_UP}
          where now.code = slice_code
            and wheels.currency = (select currency from members where members.id = spins.member_id))
      order by created_at desc, spins.id`,
    [memberId],
  );
}

export function findCoupon(db: Queryable, memberId: string, id: string) {
  return maybeOne<Coupon & { is_expired: boolean }>(
    db,
    `select *, expires_at <= app_now() as is_expired from (${COUPON} where member_id = $1 and spins.id::text = $2) coupon`,
    [memberId, id],
  );
}

/** False if the coupon has expired meanwhile and its budget went back. */
export async function markClaimed(tx: Transaction, memberId: string, id: string): Promise<boolean> {
  const sql = `update spins set claimed_at = app_now() where member_id = $1 and id = $2 and returned_at is null`;
  return (await tx.query(sql, [memberId, id])).rowCount === 1;
}

/** Marks the expired coupons, each once, and answers what they would have paid. */
export function takeExpired(tx: Transaction): Promise<{ currency: Currency; worth: Minor }[]> {
  return many<{ currency: Currency; worth: Minor }>(
    tx,
    `with expired as (
        select member_id, id from spins where claimed_at is null and returned_at is null and expires_at <= app_now()
          order by member_id, id for update skip locked),
      returned as (
        update spins set returned_at = app_now() from expired
          where spins.member_id = expired.member_id and spins.id = expired.id returning wheel_id, slice_code)
      select currency, sum(amount)::bigint as worth from returned
        join wheel_slices on wheel_slices.wheel_id = returned.wheel_id and code = slice_code
        join wheels on wheels.id = returned.wheel_id
        where prize_type <> 'coin' group by currency order by currency`,
  );
}

type PastSpin = Coupon & { server_seed: string; client_seed: string; weights: Weights };

export async function listSpins(db: Queryable, memberId: string, { page, limit }: { page: number; limit: number }) {
  const [{ total }, spins] = await Promise.all([
    one<{ total: number }>(db, 'select count(*)::integer as total from spins where member_id = $1', [memberId]),
    many<PastSpin>(
      db,
      `select coupon.*, server_seed, client_seed,
          (select jsonb_agg(jsonb_build_array(code, weight) order by position)
            from wheel_slices where wheel_id = coupon.wheel_id) as weights
        from (${COUPON} where member_id = $1) coupon join spins on spins.member_id = $1 and spins.id = coupon.id
        order by coupon.created_at desc, coupon.id limit $2 offset $3`,
      [memberId, limit, (page - 1) * limit],
    ),
  ]);
  return { total, spins };
}

/** Ends the newest coupons spun since then that were not claimed; answers how many. Their budget goes back as when they expire. */
export async function endCoupons(tx: Transaction, memberId: string, since: Date, most: number): Promise<number> {
  const { rowCount } = await tx.query(
    `update spins set expires_at = app_now() where member_id = $1 and id in (
      select id from spins join wheel_slices on wheel_slices.wheel_id = spins.wheel_id and code = slice_code
        where member_id = $1 and created_at >= $2 and claimed_at is null and expires_at > app_now() and prize_type <> 'nothing'
        order by created_at desc, id limit $3)`,
    [memberId, since, most],
  );
  return rowCount ?? 0;
}
