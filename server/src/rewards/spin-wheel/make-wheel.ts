import type { Currency } from '@krapao/contract/money.ts';
import { insertRow, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import { IS_UP, type Slice, slicesOf, type Wheel } from './wheels.queries.ts';

export type NewWheel = { currency: Currency; name: Wheel['name']; coupon_days: number; slices: Slice[] };

/** A draft, which nobody spins until it is put up. From then on nothing of it is ever changed. */
export async function insertWheel(db: Queryable, wheel: NewWheel, operator: string): Promise<bigint> {
  const { currency, name, coupon_days, slices } = wheel;
  const row = { currency, name: JSON.stringify(name), coupon_days, made_by: operator, put_up_at: null };
  const { id } = await insertRow<{ id: bigint }>(db, 'wheels', row);
  for (const [position, { label, name, description, ...slice }] of slices.entries()) {
    const texts = {
      label: JSON.stringify(label),
      name: JSON.stringify(name),
      description: JSON.stringify(description),
    };
    await insertRow(db, 'wheel_slices', { wheel_id: id, position, ...slice, ...texts });
  }
  return id;
}

/** Puts a draft in the place of the wheel that is up. */
export async function putUpWheel(db: Queryable, id: bigint, operator: string): Promise<void> {
  await db.query(
    `update wheels set replaced_at = app_now()
      where ${IS_UP} and currency = (select currency from wheels draft where draft.id = $1)`,
    [id],
  );
  await db.query('update wheels set put_up_at = app_now(), put_up_by = $2 where id = $1', [id, operator]);
}

export type ShownWheel = NewWheel & {
  id: bigint;
  made_by: string | null;
  put_up_at: Date | null;
  put_up_by: string | null;
  replaced_at: Date | null;
};

const ROW = 'id, currency, name, coupon_days, made_by, put_up_at, put_up_by, replaced_at';

/** The wheels that are up and the drafts, or the one that is named. */
export async function wheelsToShow(db: Queryable, id: bigint | null, limit: number): Promise<ShownWheel[]> {
  const sql = `select ${ROW} from wheels where case when $1::bigint is null then replaced_at is null else id = $1 end
    order by id desc limit $2`;
  const wheels = await many<Omit<ShownWheel, 'slices'>>(db, sql, [id, limit]);
  return Promise.all(wheels.map(async (wheel) => ({ ...wheel, slices: await slicesOf(db, wheel.id) })));
}

export async function lockWheel(tx: Transaction, id: bigint): Promise<ShownWheel | null> {
  const wheel = await maybeOne<Omit<ShownWheel, 'slices'>>(tx, `select ${ROW} from wheels where id = $1 for update`, [
    id,
  ]);
  return wheel && { ...wheel, slices: await slicesOf(tx, wheel.id) };
}

/** Coupons of members, by the code of their slice, that could not be claimed if the wheel had only these slices. */
export async function couponsWithout(db: Queryable, { currency, slices }: NewWheel): Promise<number> {
  const sql = `select count(*)::integer as count from spins
      join wheels on wheels.id = wheel_id
      join wheel_slices on wheel_slices.wheel_id = wheels.id and wheel_slices.code = slice_code
    where currency = $1 and claimed_at is null and expires_at > app_now() and prize_type <> 'nothing'
      and slice_code <> all ($2)`;
  const codes = slices.map(({ code }) => code);
  return (await one<{ count: number }>(db, sql, [currency, codes])).count;
}
