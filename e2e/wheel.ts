import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { button, enter, th } from './member.ts';
import { expect, type Member, type World } from './world.ts';

/** The codes of the slices, in the wheel's order. */
export async function slicesOf(world: World): Promise<unknown[]> {
  const rows = await world.query(
    `select code from wheel_slices join wheels on wheels.id = wheel_id
      where currency = 'BAHT' and replaced_at is null order by position`,
  );
  return rows.map(({ code }) => code);
}

/** Replaces the wheel by one that almost certainly draws this slice, or, without `draw`, by the sandbox's wheel. */
export async function putUpWheel(world: World, draw?: string): Promise<void> {
  await world.query("update wheels set replaced_at = app_now() where currency = 'BAHT' and replaced_at is null");
  await world.query(
    `with first as (select min(id) as id from wheels where currency = 'BAHT'),
        copy as (insert into wheels (currency, name, coupon_days)
          select currency, name, coupon_days from wheels where id = (select id from first) returning id)
      insert into wheel_slices (wheel_id, position, code, prize_type, weight, amount, label, name, description, bg_color,
          text_color, success_percent, fail_percent)
        select copy.id, position, code, prize_type,
          case when $1::text is null then weight when code = $1 then 1000000000 else 1 end, amount, label, name, description,
          bg_color, text_color, success_percent, fail_percent
        from wheel_slices cross join copy where wheel_id = (select id from first)`,
    [draw ?? null],
  );
}

/** Gives a member coupons won some time ago, newest first. */
export async function giveCoupons(world: World, member: Member, codes: string[]): Promise<void> {
  for (const [at, code] of codes.entries())
    await world.query(
      `with spun as (
          insert into spins (member_id, id, wheel_id, slice_code, server_seed, client_seed, created_at, expires_at)
            select $1, $2, id, $3, 'seed', 'mine', app_now() - make_interval(hours => $4), app_now() + interval '7 days'
              from wheels where currency = 'BAHT' and replaced_at is null returning wheel_id, slice_code)
        update campaigns set spent = spent + amount from spun
            join wheel_slices on wheel_slices.wheel_id = spun.wheel_id and wheel_slices.code = slice_code
          where kind = 'luckydraw' and campaigns.code = '' and campaigns.currency = 'BAHT' and prize_type <> 'coin'`,
      [member.id, randomUUID(), code, at + 1],
    );
}

type Wanted = { coins?: number; draw?: string; coupons?: string[] };

export async function openWheel(page: Page, world: World, { coins = 0, draw, coupons = [] }: Wanted) {
  const member = await world.newMember();
  await world.query('update members set coins = $2 where id = $1', [member.id, coins]);
  await putUpWheel(world, draw);
  await giveCoupons(world, member, coupons);
  await enter(page, world, member, '/user/spin');
  return { member, ...wheelOf(page) };
}

function wheelOf(page: Page) {
  const coupons = page.getByRole('region', { name: th['wheel.coupons'], exact: true });
  const prize = page.getByRole('dialog', { name: th['wheel.won'], exact: true });
  const question = page.getByRole('alertdialog', { name: th['wheel.claimTitle'], exact: true });
  const problem = page.getByRole('alertdialog', { name: th['state.error'], exact: true });
  const unknown = page.getByRole('alertdialog', { name: th['state.unknown'], exact: true });
  const hub = (coins: number) => button(page, `${th['wheel.spin']} ${coins} ${th['wheel.coin']}`);
  return {
    hub,
    status: page.getByRole('status'),
    disc: page.locator('canvas'),
    coupons: coupons.getByRole('listitem').filter({ has: page.getByRole('button', { name: th['wheel.claim'] }) }),
    prize,
    question,
    problem,
    unknown,
    claim: (place: Locator) => place.getByRole('button', { name: th['wheel.claim'] }),
    answer: (place: Locator, label: string) => place.getByRole('button', { name: label, exact: true }).click(),
    isTurning: () => page.locator('canvas').evaluate((canvas) => canvas.getAnimations().length > 0),
  };
}

export const coinsOf = async (world: World, { id }: Member) =>
  (await world.query('select coins from members where id = $1', [id]))[0]?.coins;
export const spinsOf = (world: World, { id }: Member) =>
  world.query('select id, slice_code from spins where member_id = $1', [id]);

/** Opens the list of the member's spins, which are so many, and verifies the newest. */
export async function openPastSpins(page: Page, count: number) {
  await button(page, th['wheel.history']).click();
  const past = page.getByRole('dialog', { name: th['wheel.history'], exact: true });
  const verify = past.getByRole('button', { name: th['wheel.verify'] });
  // A list that was open before lacks the newest spin until it is read again.
  await expect(verify).toHaveCount(count);
  await verify.first().click();
  return past;
}
