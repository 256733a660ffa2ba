import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { Weights } from '@krapao/contract/rewards/draw.ts';
import type { PRIZE_TYPES } from '@krapao/contract/rewards/spin-wheel.ts';
import type { TextByLocale } from '../../conditions/campaigns.ts';
import { AppError } from '../../platform/app-error.ts';
import { many, maybeOne, type Queryable, type Transaction } from '../../platform/database.ts';

export type Slice = {
  code: string;
  prize_type: (typeof PRIZE_TYPES)[number];
  weight: number;
  amount: Minor;
  label: TextByLocale;
  name: TextByLocale;
  description: TextByLocale;
  bg_color: string;
  text_color: string;
  success_percent: number;
  fail_percent: number;
};

export type Wheel = { id: bigint; name: TextByLocale; coupon_days: number; is_active: boolean; slices: Slice[] };

/** Drafts were never put up; a wheel whose place another has taken is kept for its spins. */
export const IS_UP = 'put_up_at is not null and replaced_at is null';

/** Answers the wheel also while the programme is closed: prizes won on it can still be claimed. */
export async function currentWheel(db: Queryable, currency: Currency): Promise<Wheel | null> {
  const wheel = await maybeOne<Omit<Wheel, 'slices'>>(
    db,
    `select id, name, coupon_days, coalesce(is_given(campaigns), false) as is_active
      from wheels left join campaigns on kind = 'luckydraw' and code = '' and campaigns.currency = wheels.currency
      where wheels.currency = $1 and ${IS_UP}`,
    [currency],
  );
  return wheel && { ...wheel, slices: await slicesOf(db, wheel.id) };
}

const SLICE = `code, prize_type, weight, amount, label, name, description, bg_color, text_color, success_percent,
  fail_percent`;

export function slicesOf(db: Queryable, wheelId: bigint): Promise<Slice[]> {
  return many<Slice>(db, `select ${SLICE} from wheel_slices where wheel_id = $1 order by position`, [wheelId]);
}

/** Asked under the programme's lock, which whoever puts up another wheel takes too. */
export async function requireUp(tx: Transaction, { id }: Wheel): Promise<void> {
  if (!(await maybeOne(tx, `select from wheels where id = $1 and ${IS_UP}`, [id]))) throw new AppError('WHEEL_CHANGED');
}

export async function isWheelActive(db: Queryable, currency: Currency): Promise<boolean> {
  const sql = `select from wheels join campaigns on kind = 'luckydraw' and code = '' and campaigns.currency = wheels.currency
    where wheels.currency = $1 and ${IS_UP} and is_given(campaigns)`;
  return (await maybeOne(db, sql, [currency])) !== null;
}

export function weightsOf({ slices }: Pick<Wheel, 'slices'>): Weights {
  return slices.map(({ code, weight }) => [code, weight] as const);
}

/** The worth of a prize in money; coins are worth none. */
export function worthOf({ prize_type, amount }: Pick<Slice, 'prize_type' | 'amount'>): Minor {
  return prize_type === 'coin' ? 0n : amount;
}

export function dearestPrize({ slices }: Pick<Wheel, 'slices'>): Minor {
  return slices.map(worthOf).reduce((most, worth) => (worth > most ? worth : most), 0n);
}

type PromisedSeed = { server_seed: Buffer; wheel_id: bigint };

/** Stores the seed that the next spin reveals, promised for this wheel; a seed that is there stays. */
export async function promiseSeed(
  db: Queryable,
  memberId: string,
  wheelId: bigint,
  newSeed: Buffer,
): Promise<PromisedSeed> {
  await db.query(
    `insert into wheel_seeds as seeds (member_id, wheel_id, server_seed) values ($1, $2, $3)
      on conflict (member_id) do update set wheel_id = excluded.wheel_id, server_seed = excluded.server_seed
        where seeds.wheel_id <> excluded.wheel_id`,
    [memberId, wheelId, newSeed],
  );
  return (await findSeed(db, memberId)) ?? { server_seed: newSeed, wheel_id: wheelId };
}

export function findSeed(db: Queryable, memberId: string): Promise<PromisedSeed | null> {
  return maybeOne<PromisedSeed>(db, 'select server_seed, wheel_id from wheel_seeds where member_id = $1', [memberId]);
}

export async function replaceSeed(tx: Transaction, memberId: string, wheelId: bigint, newSeed: Buffer): Promise<void> {
  await tx.query('update wheel_seeds set wheel_id = $2, server_seed = $3 where member_id = $1', [
    memberId,
    wheelId,
    newSeed,
  ]);
}
