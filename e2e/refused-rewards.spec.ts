import type { Locator, Page } from '@playwright/test';
import { lookAtWithdrawal } from './home.ts';
import { baht, button, enter, filled, th } from './member.ts';
import { payIn } from './money.ts';
import { newFriend, newLoser } from './rewards.ts';
import { giveCoupons, putUpWheel } from './wheel.ts';
import { expect, type Member, test, type World } from './world.ts';

/** How the member comes to the last button of each reward, the one that would send the wish. */
const REWARDS = {
  bonus: async (page) => {
    await page.goto('/user/bonus');
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /^NEW100 / })
      .click();
    const sheet = page.getByRole('dialog', { name: filled(th['bonus.name'], { code: 'NEW100' }), exact: true });
    return { place: sheet, receive: sheet.getByRole('button', { name: th['bonus.receive'], exact: true }) };
  },
  promotion: async (page) => {
    await page.goto('/user/bonus');
    await page.getByRole('textbox', { name: th['promotion.code'], exact: true }).fill('WELCOME50');
    await button(page, th['action.search']).click();
    const sheet = page.getByRole('dialog', { name: filled(th['promotion.name'], { code: 'WELCOME50' }), exact: true });
    return { place: sheet, receive: sheet.getByRole('button', { name: th['promotion.receive'], exact: true }) };
  },
  refund: async (page) => {
    await page.goto('/user/home');
    await button(page, th['home.refund']).click();
    await button(page, th['refund.add']).click();
    const question = page.getByRole('alertdialog');
    return { place: question, receive: question.getByRole('button', { name: th['action.confirm'], exact: true }) };
  },
  invite: async (page) => {
    await page.goto('/user/home');
    await button(page, `${th['home.receive']} ${th['home.inviteBonus']}`).click();
    const question = page.getByRole('alertdialog');
    return { place: question, receive: question.getByRole('button', { name: th['action.receive'], exact: true }) };
  },
  coupon: async (page) => {
    await page.goto('/user/spin');
    const coupons = page.getByRole('region', { name: th['wheel.coupons'], exact: true });
    await coupons.getByRole('button', { name: th['wheel.claim'] }).first().click();
    const question = page.getByRole('alertdialog');
    return { place: question, receive: question.getByRole('button', { name: th['wheel.claim'], exact: true }) };
  },
} satisfies Record<string, (page: Page) => Promise<{ place: Locator; receive: Locator }>>;
type Reward = keyof typeof REWARDS;
const NAMES = Object.keys(REWARDS) as Reward[];

/** A member whom every reward would be given: a deposit, a pot of refunds, a friend who played and a coupon. */
async function newRewarded(world: World): Promise<Member> {
  const member = await newLoser(world, 1_000);
  const token = await world.tokenOf(member);
  expect(await world.call('GET /api/refund/receive', { token })).toMatchObject({ status: 200 });
  await newFriend(world, member, { deposit: 1_000, loss: 400 });
  await payIn(world, member, 30_000);
  await giveCoupons(world, member, ['CREDIT20']);
  return member;
}

/** The call that the button would send is refused for the same cause as the page names. */
const CALLS: Record<Reward, { name: string; body?: (coupon: unknown) => object }> = {
  bonus: { name: 'GET /api/bonus/activate/NEW100' },
  promotion: { name: 'GET /api/promotion/activate/WELCOME50' },
  refund: { name: 'GET /api/refund/addWallet' },
  invite: { name: 'GET /api/invite/bonus' },
  coupon: { name: 'POST /api/spinwheel/coupon/claim', body: (coupon) => ({ coupon }) },
};

async function refusalOf(world: World, member: Member, reward: Reward): Promise<unknown> {
  const [coupon] = await world.query('select id from spins where member_id = $1 and claimed_at is null', [member.id]);
  const { name, body } = CALLS[reward];
  const token = await world.tokenOf(member);
  return (await world.call(name, { token, ...(body && { body: body(coupon?.id) }) })).body.message;
}

test.beforeAll(async ({ world }) => putUpWheel(world));

test('while a withdrawal is open each of the five rewards names it before the button can be pressed, and leads to it', async ({
  page,
  world,
}) => {
  const member = await newRewarded(world);
  const token = await world.tokenOf(member);
  expect((await world.call('POST /api/wallet/withdraw', { token, body: { amount: 25_000 } })).status).toBe(200);
  await enter(page, world, member);
  const see = filled(th['withdraw.see'], { amount: baht('25,000.00') });

  for (const reward of NAMES)
    await test.step(reward, async () => {
      const { place, receive } = await REWARDS[reward](page);
      await expect(receive).toBeDisabled();
      await expect(receive).toHaveAccessibleDescription(th['error.WITHDRAWAL_PENDING']);
      expect(await refusalOf(world, member, reward)).toBe('WITHDRAWAL_PENDING');
      await place.getByRole('link', { name: see, exact: true }).click();
      await expect(page).toHaveURL('/user/home');
      await expect(place).toBeHidden();
      await lookAtWithdrawal(page, (sheet) => expect(sheet).toContainText(baht('25,000.00')));
    });

  await test.step('a cancelled withdrawal holds no reward back, without a reload', async () => {
    const { receive } = await REWARDS.promotion(page);
    await expect(receive).toBeDisabled();
    const other = await page.context().newPage();
    await enter(other, world, member);
    await lookAtWithdrawal(other, async (sheet) => {
      await button(other, `${th['withdraw.cancel']} ${baht('25,000.00')}`).click();
      await other.getByRole('alertdialog').getByRole('button', { name: th['withdraw.cancel'], exact: true }).click();
      await expect(sheet).toContainText(th['withdraw.step.CANCELLED']);
    });
    await expect(receive).toBeEnabled();
    await expect(page.getByText(th['error.WITHDRAWAL_PENDING'])).toHaveCount(0);
  });
});

/** What each reward says while a condition runs; the box for codes has given its place to the condition. */
const BOUND: Record<Exclude<Reward, 'promotion'>, { button: 'hidden' | 'disabled'; text: string; code: string }> = {
  bonus: { button: 'hidden', text: th['bonus.busy'], code: 'BONUS_ALREADY_ACTIVE' },
  refund: { button: 'disabled', text: th['error.REFUND_CONDITION'], code: 'REFUND_CONDITION' },
  invite: { button: 'disabled', text: th['error.BONUS_ALREADY_ACTIVE'], code: 'BONUS_ALREADY_ACTIVE' },
  coupon: { button: 'disabled', text: th['error.BONUS_REMAINING'], code: 'BONUS_REMAINING' },
};

test('while a condition runs each of the five rewards names it, and no open withdrawal', async ({ page, world }) => {
  const member = await newRewarded(world);
  const token = await world.tokenOf(member);
  expect((await world.call('GET /api/promotion/activate/WELCOME50', { token })).status).toBe(200);
  await enter(page, world, member);

  await test.step('promotion', async () => {
    await page.goto('/user/bonus');
    await expect(page.getByRole('region', { name: th['bonus.running'], exact: true })).toBeVisible();
    await expect(page.getByRole('textbox', { name: th['promotion.code'], exact: true })).toBeHidden();
  });
  await test.step('refund', async () => {
    await page.goto('/user/home');
    await button(page, th['home.refund']).click();
    const add = button(page, th['refund.add']);
    await expect(add).toBeDisabled();
    await expect(add).toHaveAccessibleDescription(BOUND.refund.text);
    expect(await refusalOf(world, member, 'refund')).toBe(BOUND.refund.code);
  });
  for (const reward of ['bonus', 'invite', 'coupon'] as const)
    await test.step(reward, async () => {
      const { place, receive } = await REWARDS[reward](page);
      const { button: is, text, code } = BOUND[reward];
      await expect(place).toContainText(text);
      await (is === 'hidden' ? expect(receive).toBeHidden() : expect(receive).toBeDisabled());
      await expect(place).not.toContainText(th['error.WITHDRAWAL_PENDING']);
      expect(await refusalOf(world, member, reward)).toBe(code);
    });
});

test('while the member owes each of the five rewards says so, also beside an open withdrawal', async ({
  page,
  world,
}) => {
  const member = await newRewarded(world);
  const token = await world.tokenOf(member);
  expect((await world.call('POST /api/wallet/withdraw', { token, body: { amount: 25_000 } })).status).toBe(200);
  await world.query(
    `insert into ledger_postings (owner, key, kind, reason, currency, from_account, to_account, amount)
      values ($1, gen_random_uuid()::text, 'post', 'test', 'BAHT', 'owed', 'house:payouts', 100)`,
    [member.id],
  );
  await enter(page, world, member);
  for (const reward of NAMES)
    await test.step(reward, async () => {
      const { place, receive } = await REWARDS[reward](page);
      await expect(receive).toBeDisabled();
      await expect(receive).toHaveAccessibleDescription(th['error.MONEY_OWED']);
      await expect(place).not.toContainText(th['error.WITHDRAWAL_PENDING']);
      expect(await refusalOf(world, member, reward)).toBe('MONEY_OWED');
    });
});

test('while money is on its way to a game each of the five rewards says so before the button can be pressed, until it has arrived', async ({
  page,
  world,
}) => {
  const member = await newRewarded(world);
  await world.openAccount(member, 'betflix');
  const token = await world.tokenOf(member);
  // The game takes the money and answers nothing, and nothing useful when it is asked about the move.
  await world.fault({ target: 'games/betflix', mode: 'timeout-after', call: 'move-in', times: 1 });
  await world.fault({ target: 'games/betflix', mode: 'garbage', call: 'status' });
  const move = { from: 'wallet', to: 'betflix', amount: 250 };
  expect((await world.call('POST /api/wallet/transfer', { token, body: move })).body).toMatchObject({
    status: 'PENDING',
  });
  await enter(page, world, member);

  for (const reward of NAMES)
    await test.step(reward, async () => {
      const { place, receive } = await REWARDS[reward](page);
      await expect(receive).toBeDisabled();
      await expect(receive).toHaveAccessibleDescription(th['error.TRANSFER_PENDING']);
      await expect(place.getByRole('link', { name: th['bonus.seeCondition'], exact: true })).toHaveCount(0);
      expect(await refusalOf(world, member, reward)).toBe('TRANSFER_PENDING');
    });

  await test.step('money that has arrived holds no reward back, without a reload', async () => {
    const { receive } = await REWARDS.promotion(page);
    await expect(receive).toBeDisabled();
    await world.fault({ target: 'games/betflix', mode: 'ok', call: 'status' });
    await world.query('update transfers set next_try_at = clock_timestamp() where member_id = $1', [member.id]);
    await expect(receive).toBeEnabled();
    await expect(page.getByText(th['error.TRANSFER_PENDING'])).toHaveCount(0);
  });
});
