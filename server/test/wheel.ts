import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Currency } from '@krapao/contract/money.ts';
import type { Database } from '../src/platform/database.ts';
import type { Answer, Player, Product } from './harness.ts';

type Caller = Pick<Product, 'call'>;
type Slice = { code: string; weight: number; type: string };
type Setup = {
  activeSpinwheel: { name: string; slices: Slice[]; serverSeedHash: string; weightsHash: string } | null;
  userCoin: number;
};

export async function setupOf(product: Caller, { token }: Player): Promise<Setup> {
  return (await product.call('GET /api/spinwheel/setup', { token })).body as Setup;
}

export async function coinsOf(product: Caller, member: Player): Promise<number> {
  return (await setupOf(product, member)).userCoin;
}

/** Gives a member coins without a deposit. */
export async function giveCoins(db: Database, { id }: Player, coins: number): Promise<void> {
  await db.query('update members set coins = coins + $2 where id = $1', [id, coins]);
}

type SpinAnswer = {
  success: boolean;
  error?: string;
  result?: Record<'_id' | 'code' | 'label' | 'serverSeed' | 'clientSeed' | 'nextServerSeedHash', string> & {
    remainingCoin: number;
  };
};

/** `key` is an Idempotency-Key. A refused spin is an answer too. */
export async function spin(
  product: Caller,
  { token }: Player,
  { clientSeed, key }: { clientSeed?: string; key?: string } = {},
): Promise<SpinAnswer> {
  const headers = { ...(key && { 'idempotency-key': key }) };
  const body = clientSeed === undefined ? {} : { clientSeed };
  const answer = await product.call('POST /api/spinwheel/spin', { token, headers, body });
  if (answer.status !== 200) throw new Error(`a spin answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as SpinAnswer;
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The slice that a member who does not trust the house computes at home. */
export function drawnAtHome(serverSeed: string, clientSeed: string, weights: [string, number][]): string | undefined {
  const chances = weights.flatMap(([code, weight]) => Array.from({ length: weight }, () => code));
  let left = 0;
  for (const byte of createHmac('sha256', serverSeed).update(clientSeed).digest())
    left = (left * 256 + byte) % chances.length;
  return chances[left];
}

/** Gives a member a prize as if it had been drawn. Returns its coupon. */
export async function win(db: Database, { id }: Player, code: string, currency: Currency = 'BAHT'): Promise<string> {
  const coupon = randomUUID();
  await db.query(
    `with spun as (
        insert into spins (member_id, id, wheel_id, slice_code, server_seed, client_seed, expires_at)
          select $1, $2, id, $3, 'server', 'client', app_now() + make_interval(days => coupon_days)
            from wheels where currency = $4 and put_up_at is not null and replaced_at is null
          returning wheel_id, slice_code)
      update campaigns set spent = spent + amount from spun
          join wheel_slices on wheel_slices.wheel_id = spun.wheel_id and wheel_slices.code = slice_code
        where kind = 'luckydraw' and campaigns.code = '' and campaigns.currency = $4 and prize_type <> 'coin'`,
    [id, coupon, code, currency],
  );
  return coupon;
}

/** Replaces the wheel in baht by one with only these of its slices, and amounts multiplied by `times`. */
export async function putUpOther(db: Database, codes: string[], { times = 1 } = {}): Promise<void> {
  await db.query(
    `with old as (update wheels set replaced_at = app_now() where currency = 'BAHT' and replaced_at is null returning id),
        new as (insert into wheels (currency, name, coupon_days, replaced_at)
          select currency, name, coupon_days, app_now() from wheels where id in (select id from old) returning id),
        slices as (insert into wheel_slices select new.id, position, code, prize_type, weight, amount * $2, label, name,
            description, bg_color, text_color, success_percent, fail_percent
          from wheel_slices, new where wheel_id in (select id from old) and code = any ($1) returning wheel_id)
      select from slices`,
    [codes, times],
  );
  await db.query('update wheels set replaced_at = null where id = (select max(id) from wheels)');
}

export async function claim(
  product: Caller,
  { token }: Player,
  coupon: string,
  key?: string,
): Promise<Pick<Answer, 'status' | 'body'>> {
  const headers = { ...(key && { 'idempotency-key': key }) };
  const { status, body } = await product.call('POST /api/spinwheel/coupon/claim', { token, headers, body: { coupon } });
  return { status, body };
}

type Coupon = {
  _id: string;
  amount: number;
  createdAt: string;
  expireIn: string;
  prize: { name: string; slice: { code: string } };
};

export async function couponsOf(product: Caller, { token }: Player, query = ''): Promise<Coupon[]> {
  const { body } = await product.call(`GET /api/spinwheel/coupon${query}`, { token });
  return (body as { coupons: Coupon[] }).coupons;
}
