import type { Page } from '@playwright/test';
import { comeBackTo, expectMoney, expectToast, stopRegularReading } from './home.ts';
import { button, enter, field, filled, th, watchCalls } from './member.ts';
import { expectEntry, goToStatement, openWithdraw, payIn } from './money.ts';
import { expect, type Member, test, type World } from './world.ts';

/** A member who has just deposited `baht`, from which a bonus is computed. */
async function newDepositor(world: World, baht: number): Promise<Member & { token: string }> {
  const member = await world.newMember();
  return { ...member, token: await payIn(world, member, baht) };
}

/** Makes a call over HTTP, for tests that are about the screens after it. */
async function callAs(world: World, { token }: { token: string }, path: string): Promise<void> {
  expect(await world.call(`GET ${path}`, { token })).toMatchObject({ status: 200 });
}

async function enterBonusPage(page: Page, world: World, member: Member): Promise<void> {
  await stopRegularReading(page);
  await enter(page, world, member, '/user/bonus');
  await expect(page.getByRole('heading', { level: 1, name: th['bonus.title'], exact: true })).toBeVisible();
}

function bonusPage(page: Page) {
  const condition = page.getByRole('region', { name: th['bonus.running'], exact: true });
  const sheetOf = (code: string) => page.getByRole('dialog', { name: filled(th['bonus.name'], { code }), exact: true });
  const promotionOf = (code: string) =>
    page.getByRole('dialog', { name: filled(th['promotion.name'], { code }), exact: true });
  const question = page.getByRole('alertdialog', { name: th['bonus.cancel.question'], exact: true });
  const code = page.getByRole('textbox', { name: th['promotion.code'], exact: true });
  return {
    condition,
    code,
    question,
    progress: condition.getByRole('progressbar', { name: th['bonus.progress'], exact: true }),
    card: (code: string) => page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${code} `) }),
    receive: (code: string) => sheetOf(code).getByRole('button', { name: th['bonus.receive'], exact: true }),
    sheetOf,
    promotionOf,
    search: async (text: string) => {
      await code.fill('');
      await code.pressSequentially(text);
      await expect(code).toHaveValue(text.toUpperCase());
      await button(page, th['action.search']).click();
    },
    receivePromotion: (code: string) =>
      promotionOf(code).getByRole('button', { name: th['promotion.receive'], exact: true }).click(),
    cancel: async () => {
      await condition.getByRole('button', { name: th['bonus.cancel'], exact: true }).click();
      await question.getByRole('button', { name: th['bonus.cancel'], exact: true }).click();
    },
    problem: (title: string = th['state.error']) => page.getByRole('alertdialog', { name: title, exact: true }),
  };
}

/** The bar's text for screen readers, for a start of 1,000 baht with the bonuses' terms. */
const standing = (total: string) =>
  filled(th['bonus.progressText'], { total, start: '฿1,000.00', fail: '฿50.00', success: '฿3,000.00' });
const ofBonus = (key: 'met' | 'ended' | 'cancelled') =>
  filled(th[`statement.finish.${key}`], { what: th['statement.link.bonus'] });

test('a bonus is received after a deposit, shows the progress of its condition, and keeps money from leaving', async ({
  page,
  world,
}) => {
  await enterBonusPage(page, world, await newDepositor(world, 500));
  const { card, sheetOf, receive, condition, progress, problem } = bonusPage(page);
  await card('NEW100').click();
  for (const word of ['฿500.00', filled(th['bonus.times.limit'], { n: 1 }), filled(th['bonus.notice'], { fail: 5 })])
    await expect(sheetOf('NEW100').getByText(word, { exact: true })).toBeVisible();
  await receive('NEW100').click();
  await expectToast(page, filled(th['bonus.received'], { code: 'NEW100' }));
  await expect(sheetOf('NEW100')).toBeHidden();
  await expect(condition.getByRole('heading', { name: filled(th['bonus.name'], { code: 'NEW100' }) })).toBeVisible();
  await expect(condition).toContainText(filled(th['bonus.granted'], { amount: '฿500.00' }));
  await expect(condition).toContainText(filled(th['bonus.meaning'], { success: '฿3,000.00', fail: '฿50.00' }));
  await expect(progress).toHaveAttribute('aria-valuetext', standing('฿1,000.00'));

  await expect(card('NEW100')).toHaveAttribute('aria-current', 'true');
  await expect(card('NEW100')).toContainText(th['bonus.current']);
  await card('WEEK10').click();
  await expect(sheetOf('WEEK10')).toContainText(th['bonus.busy']);
  await expect(receive('WEEK10')).toBeHidden();
  await sheetOf('WEEK10').getByRole('button', { name: th['action.ok'], exact: true }).click();
  await expect(card('WEEK10')).toBeFocused();

  await page.getByRole('navigation').getByRole('link', { name: th['menu.home'], exact: true }).click();
  await expectMoney(page, { total: '฿1,000.00' });
  const { goToReview, confirm } = await openWithdraw(page);
  await goToReview('500');
  await confirm.click();
  await expect(problem()).toContainText(th['error.BONUS_CONDITION']);
});

test('without a deposit a bonus is refused with the reason', async ({ page, world }) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 500_00);
  await enterBonusPage(page, world, member);
  const { card, receive, problem, sheetOf } = bonusPage(page);
  await card('DAILY20').click();
  await receive('DAILY20').click();
  await expect(problem()).toContainText(th['error.BONUS_CONDITION']);
  await problem().getByRole('button', { name: th['action.ok'], exact: true }).click();
  await expect(sheetOf('DAILY20')).toBeVisible();
});

test('a win in a game moves the bar without a reload, and a full bar ends the condition', async ({ page, world }) => {
  const member = await newDepositor(world, 500);
  await callAs(world, member, '/api/bonus/activate/NEW100');
  const { username } = await world.openAccount(member, 'pg', 400);
  await enterBonusPage(page, world, member);
  const { progress, condition, code } = bonusPage(page);
  await expect(progress).toHaveAttribute('aria-valuetext', standing('฿1,000.00'));
  await world.round('pg', username, { stake: 100, win: 350.5 });
  await comeBackTo(page);
  await expect(progress).toHaveAttribute('aria-valuetext', standing('฿1,250.50'));
  await expect(condition).toContainText(filled(th['bonus.toGo'], { amount: '฿1,749.50' }));
  await world.round('pg', username, { stake: 100, win: 1_849.5 });
  await comeBackTo(page);
  await expectToast(page, th['bonus.ended']);
  await expect(condition).toBeHidden();
  await expect(code).toBeVisible();
  const { entries } = await goToStatement(page);
  await expectEntry(entries.first(), ofBonus('met'), 'NEW100', '0.00', th['state.success']);
});

test('a condition that is lost reads as ended in the statement, not as a failure', async ({ page, world }) => {
  const member = await newDepositor(world, 500);
  await callAs(world, member, '/api/bonus/activate/NEW100');
  const { username } = await world.openAccount(member, 'pg', 1_000);
  await world.round('pg', username, { stake: 950, win: 0 });
  await enterBonusPage(page, world, member);
  await expect(bonusPage(page).code).toBeVisible();
  const { entries } = await goToStatement(page);
  await expectEntry(entries.first(), ofBonus('ended'), 'NEW100', '0.00', th['statement.status.ended']);
});

test('cancelling asks first, brings money home, and takes back the bonus with its winnings', async ({
  page,
  world,
}) => {
  const member = await newDepositor(world, 500);
  await callAs(world, member, '/api/bonus/activate/NEW100');
  const { username } = await world.openAccount(member, 'pg', 400);
  await world.round('pg', username, { stake: 100, win: 300 });
  await enterBonusPage(page, world, member);
  const { condition, question, cancel, code, card } = bonusPage(page);
  const calls = watchCalls(page);
  await condition.getByRole('button', { name: th['bonus.cancel'], exact: true }).click();
  for (const text of [
    th['bonus.cancel.home'],
    filled(th['bonus.cancel.back'], { amount: '฿500.00' }),
    th['bonus.cancel.keep'],
  ])
    await expect(question).toContainText(text);
  await question.getByRole('button', { name: th['bonus.cancel.stay'], exact: true }).click();
  await expect(question).toBeHidden();
  expect(calls).not.toContain('GET /api/bonus/clear');

  await cancel();
  await expectToast(page, th['error.BONUS_CLEAR']);
  await expect(code).toBeVisible();
  await expect(condition).toBeHidden();
  // The bonus may be received once, and the member has received it.
  await expect(card('NEW100')).toBeDisabled();
  await expect(card('NEW100')).toContainText(th['bonus.limitReached']);
  await expect(card('DAILY20')).toContainText(th['bonus.receive']);
  const { entries } = await goToStatement(page);
  await expectEntry(entries.first(), ofBonus('cancelled'), 'NEW100', '−700.00', th['statement.status.takenBack']);
  await page.getByRole('navigation').getByRole('link', { name: th['menu.home'], exact: true }).click();
  await expectMoney(page, { total: '฿500.00', main: '฿500.00', games: '฿0.00' });
});

test('a cancellation that waits for an open bet says so, and goes by itself when the bet is settled', async ({
  page,
  world,
}) => {
  const member = await newDepositor(world, 500);
  await callAs(world, member, '/api/bonus/activate/NEW100');
  const { username } = await world.openAccount(member, 'pg', 400);
  const { settle } = await world.bet('pg', username, 100);
  await enterBonusPage(page, world, member);
  const { condition, cancel, code } = bonusPage(page);
  await cancel();
  await expect(condition.getByRole('status')).toContainText(th['bonus.clearing.text']);
  await expect(condition.getByRole('button', { name: th['bonus.cancel'], exact: true })).toBeHidden();
  await settle(0);
  await expect(code).toBeVisible({ timeout: 20_000 });
  await expectToast(page, th['error.BONUS_CLEAR']);
});

test('a cancellation that fails says that the bonus was not cancelled', async ({ page, world }) => {
  const member = await newDepositor(world, 500);
  await callAs(world, member, '/api/bonus/activate/NEW100');
  await page.route('**/api/bonus/clear', (route) => route.fulfill({ status: 422, json: { message: 'TRANSFER_FAIL' } }));
  await enterBonusPage(page, world, member);
  const { cancel, problem, condition, question } = bonusPage(page);
  await cancel();
  await expect(problem(th['bonus.cancel.failed'])).toContainText(th['error.TRANSFER_FAIL']);
  await problem(th['bonus.cancel.failed']).getByRole('button', { name: th['action.ok'], exact: true }).click();
  await expect(question).toBeHidden();
  await expect(condition.getByRole('button', { name: th['bonus.cancel'], exact: true })).toBeVisible();
});

test('a promotion is found by its code however it is typed, and received once', async ({ page, world }) => {
  const member = await world.newMember();
  await enterBonusPage(page, world, member);
  const { code, search, promotionOf, receivePromotion, condition, cancel, problem } = bonusPage(page);
  await button(page, th['action.search']).click();
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(filled(th['field.REQUIRED'], { field: th['promotion.code'] }));
  await search('nothing');
  await expect(promotionOf('NOTHING')).toContainText(th['promotion.notFound']);
  await page.keyboard.press('Escape');
  await search(' welcome50');
  for (const word of ['฿50.00', filled(th['bonus.ofStart'], { percent: 300 }), filled(th['bonus.notice'], { fail: 5 })])
    await expect(promotionOf('WELCOME50').getByText(word, { exact: true })).toBeVisible();
  await receivePromotion('WELCOME50');
  await expectToast(page, filled(th['promotion.saved'], { amount: '฿50.00' }));
  await expect(condition.getByRole('heading')).toHaveText(filled(th['promotion.name'], { code: 'WELCOME50' }));
  await expect(field(page, th['promotion.code'])).toBeHidden();

  await cancel();
  await search('welcome50');
  await receivePromotion('WELCOME50');
  await expect(problem()).toContainText(th['error.PROMOTION_RECEIVED']);
});

test('a bonus whose answer is lost is received once when the member tries again', async ({ page, world }) => {
  const member = await newDepositor(world, 500);
  await page.route(
    '**/api/bonus/activate/*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await enterBonusPage(page, world, member);
  const { card, receive, problem } = bonusPage(page);
  await card('DAILY20').click();
  await receive('DAILY20').click();
  await expect(problem()).toContainText(th['error.NETWORK_ERROR']);
  await problem().getByRole('button', { name: th['action.retry'], exact: true }).click();
  await expectToast(page, filled(th['bonus.received'], { code: 'DAILY20' }));
  const { entries } = await goToStatement(page);
  await expectEntry(entries.first(), th['statement.link.bonus'], 'DAILY20', '+100.00');
  await expect(entries).toHaveCount(2);
});

test('no bonuses, and a page that cannot be read, say what can be done', async ({ page, world }) => {
  await page.route('**/api/bonus?*', (route) =>
    route.fulfill({ status: 503, json: { message: 'SERVICE_UNAVAILABLE' } }),
  );
  await enterBonusPage(page, world, await world.newMember());
  await expect(page.getByRole('alert')).toContainText(th['error.SERVICE_UNAVAILABLE']);
  await page.unroute('**/api/bonus?*');
  await page.route('**/api/bonus?*', (route) => route.fulfill({ json: [] }));
  await button(page, th['action.retry']).click();
  await expect(page.getByText(th['bonus.none'])).toBeVisible();
});
