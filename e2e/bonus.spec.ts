import type { Page, Route } from '@playwright/test';
import {
  COLOURS,
  comeBackTo,
  dismissToasts,
  expectMoney,
  expectToast,
  redIn,
  stopRegularReading,
  untilGamesMayBeAsked,
} from './home.ts';
import { baht, breakUntilRetried, button, enter, field, filled, th, watchCalls } from './member.ts';
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
  filled(th['bonus.progressText'], {
    total: baht(total),
    start: baht('1,000.00'),
    fail: baht('50.00'),
    success: baht('3,000.00'),
  });
const ofBonus = (key: 'met' | 'ended' | 'cancelled') =>
  filled(th[`statement.finish.${key}`], { what: th['statement.link.bonus'] });

const goHome = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: th['menu.home'], exact: true }).click();

test('a bonus is received after a deposit, shows the progress of its condition, keeps money from leaving, and is taken back when it is cancelled', async ({
  page,
  world,
}) => {
  const member = await newDepositor(world, 500);
  await enterBonusPage(page, world, member);
  const { card, sheetOf, receive, condition, progress, problem, question, cancel, code } = bonusPage(page);
  const cancelButton = condition.getByRole('button', { name: th['bonus.cancel'], exact: true });

  await test.step('it is received, and shows the progress of its condition', async () => {
    await expect(card('NEW100').locator('img')).toHaveAttribute('src', '/art/rewards/new100.svg');
    await card('NEW100').click();
    await expect(sheetOf('NEW100').getByRole('list').locator('img')).toHaveAttribute('src', '/art/rewards/new100.svg');
    for (const word of [
      ...[filled(th['bonus.locks'], { amount: baht('1,000.00') }), '฿3,000.00', '฿50.00'],
      ...[filled(th['bonus.times.limit'], { n: 1 }), filled(th['bonus.notice'], { fail: 5 })],
    ])
      await expect(sheetOf('NEW100').getByText(word, { exact: true })).toBeVisible();
    // What the deposit earns, and the most that any deposit earns.
    await expect(sheetOf('NEW100').getByText('฿500.00', { exact: true })).toHaveCount(2);
    await receive('NEW100').click();
    await expectToast(page, filled(th['bonus.received'], { code: 'NEW100', amount: baht('500.00') }));
    await expect(sheetOf('NEW100')).toBeHidden();
    await expect(condition.getByRole('heading', { name: filled(th['bonus.name'], { code: 'NEW100' }) })).toBeVisible();
    await expect(condition).toContainText(filled(th['bonus.granted'], { amount: baht('500.00') }));
    await expect(condition).toContainText(
      filled(th['bonus.meaning'], { success: baht('3,000.00'), fail: baht('50.00') }),
    );
    await expect(progress).toHaveAttribute('aria-valuetext', standing('1,000.00'));
  });

  await test.step('no other bonus can be received meanwhile', async () => {
    await expect(card('NEW100')).toHaveAttribute('aria-current', 'true');
    await expect(card('NEW100')).toContainText(th['bonus.current']);
    await card('WEEK10').click();
    await expect(sheetOf('WEEK10')).toContainText(th['bonus.busy']);
    await expect(receive('WEEK10')).toBeHidden();
    await sheetOf('WEEK10').getByRole('button', { name: th['action.ok'], exact: true }).click();
    await expect(card('WEEK10')).toBeFocused();
  });

  await test.step('no money can be withdrawn meanwhile', async () => {
    await goHome(page);
    await expectMoney(page, { total: '฿1,000.00' });
    const running = filled(th['home.condition.running'], { type: th['statement.link.bonus'] });
    const line = page.getByRole('link', { name: new RegExp(running) });
    await expect(line).toContainText('฿3,000.00');
    await expect(line).not.toContainText('%');
    const locked = page.getByRole('link', { name: new RegExp(`^${th['home.locked'].split(' {')[0]}`) });
    await expect(locked).toContainText(filled(th['bonus.toGo'], { amount: '฿2,000.00' }));
    const { asked, amount } = await openWithdraw(page);
    for (const word of [th['withdraw.locked'], filled(th['bonus.toGo'], { amount: baht('2,000.00') })])
      await expect(asked.getByText(word, { exact: true })).toBeVisible();
    await expect(asked.getByText('฿1,000.00', { exact: true }).first()).toBeVisible();
    await expect(asked.getByRole('progressbar')).toHaveAttribute('aria-valuetext', standing('1,000.00'));
    await expect(amount).toHaveCount(0);
    await asked.getByRole('link', { name: th['bonus.seeCondition'], exact: true }).click();
    await expect(page).toHaveURL('/user/bonus');
    await expect(asked).toBeHidden();
  });

  await test.step('a cancellation that fails says that the bonus was not cancelled', async () => {
    const refusal = { status: 422, json: { message: 'TRANSFER_FAIL' } };
    await page.route('**/api/bonus/clear', (route) => route.fulfill(refusal), { times: 1 });
    await cancel();
    await expect(problem(th['bonus.cancel.failed'])).toContainText(th['error.TRANSFER_FAIL']);
    await problem(th['bonus.cancel.failed']).getByRole('button', { name: th['action.ok'], exact: true }).click();
    await expect(question).toBeHidden();
    await expect(cancelButton).toBeVisible();
  });

  await test.step('cancelling asks first, brings money home, and takes back the bonus with its winnings', async () => {
    const { username } = await world.openAccount(member, 'pg', 400);
    await world.round('pg', username, { stake: 100, win: 300 });
    const calls = watchCalls(page);
    await cancelButton.click();
    for (const text of [
      th['bonus.cancel.home'],
      filled(th['bonus.cancel.back'], { amount: baht('500.00') }),
      th['bonus.cancel.keep'],
    ])
      await expect(question).toContainText(text);
    const stay = question.getByRole('button', { name: th['bonus.cancel.stay'], exact: true });
    const lose = question.getByRole('button', { name: th['bonus.cancel'], exact: true });
    await expect(lose).toHaveCSS('color', COLOURS.out);
    expect((await lose.boundingBox())?.x).toBe((await stay.boundingBox())?.x);
    await stay.click();
    await expect(question).toBeHidden();
    expect(calls).not.toContain('GET /api/bonus/clear');

    await cancel();
    await expectToast(page, filled(th['bonus.cancelled'], { amount: baht('700.00') }));
    await expect(code).toBeVisible();
    await expect(condition).toBeHidden();
    // The bonus may be received once, and the member has received it.
    await expect(card('NEW100')).toBeDisabled();
    await expect(card('NEW100')).toContainText(th['bonus.limitReached']);
    await expect(card('DAILY20')).toContainText(th['bonus.receive']);
    const { entries } = await goToStatement(page);
    await expectEntry(entries.first(), ofBonus('cancelled'), 'NEW100', '−700.00', th['statement.status.takenBack']);
    await goHome(page);
    await expectMoney(page, { total: '฿500.00', main: '฿500.00', games: '฿0.00' });
  });
});

test('a bonus whose answer is lost is received once, a lost condition reads as ended, and a win moves the bar until it is full', async ({
  page,
  world,
}) => {
  const member = await newDepositor(world, 500);
  await enterBonusPage(page, world, member);
  const { card, receive, problem, progress, condition, code } = bonusPage(page);

  await test.step('a bonus whose answer is lost is received once when the member tries again', async () => {
    await page.route(
      '**/api/bonus/activate/*',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    // The page looks for the bonus by itself, and is kept from finding it until the member has tried again.
    await page.route('**/api/statement', (route) => route.abort());
    await card('DAILY20').click();
    await receive('DAILY20').click();
    const unknown = problem(th['state.unknown']);
    await expect(unknown).toContainText(th['state.unknownOnce']);
    expect(await redIn(unknown)).toEqual([]);
    await unknown.getByRole('button', { name: th['action.retry'], exact: true }).click();
    await expectToast(page, filled(th['bonus.received'], { code: 'DAILY20', amount: baht('100.00') }));
    await page.unroute('**/api/statement');
    const { entries } = await goToStatement(page);
    await expectEntry(entries.first(), th['statement.link.bonus'], 'DAILY20', '+100.00');
    await expect(entries).toHaveCount(2);
  });

  const pg = await test.step('a condition that is lost reads as ended in the statement, not as a failure', async () => {
    const { username } = await world.openAccount(member, 'pg', 600);
    // Of 600 baht, 5% are left.
    await world.round('pg', username, { stake: 570, win: 0 });
    await page.goBack();
    await untilGamesMayBeAsked(world, member);
    await comeBackTo(page);
    await expect(code).toBeVisible();
    const { entries } = await goToStatement(page);
    await expectEntry(entries.first(), ofBonus('ended'), 'DAILY20', '0.00', th['statement.status.ended']);
    await page.goBack();
    await dismissToasts(page);
    return username;
  });

  await test.step('a win in a game moves the bar without a reload, and a full bar ends the condition', async () => {
    await world.round('pg', pg, { stake: 30, win: 0 });
    await payIn(world, member, 500);
    await callAs(world, member, '/api/bonus/activate/NEW100');
    // At another game: what is won where all was lost before may be that money, and an operator looks at it first.
    const { username: joker } = await world.openAccount(member, 'joker', 400);
    await expect(progress).toHaveAttribute('aria-valuetext', standing('1,000.00'));
    await world.round('joker', joker, { stake: 100, win: 350.5 });
    await untilGamesMayBeAsked(world, member);
    await comeBackTo(page);
    await expect(progress).toHaveAttribute('aria-valuetext', standing('1,250.50'));
    await expect(condition).toContainText(filled(th['bonus.toGo'], { amount: baht('1,749.50') }));
    await world.round('joker', joker, { stake: 100, win: 1_849.5 });
    await untilGamesMayBeAsked(world, member);
    await comeBackTo(page);
    await expectToast(page, th['bonus.ended']);
    await expect(condition).toBeHidden();
    await expect(code).toBeVisible();
    const { entries } = await goToStatement(page);
    await expectEntry(entries.first(), ofBonus('met'), 'NEW100', '0.00', th['state.success']);
  });
});

test('a bonus without a deposit is refused with the reason, and a promotion is found by its code, received once, and cancelled when a bet is settled', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 500_00);
  const list = '**/api/bonus?*';
  await page.route(list, (route) => route.fulfill({ json: [] }), { times: 1 });
  const retry = await breakUntilRetried(page, list, 503, 'SERVICE_UNAVAILABLE');
  await enterBonusPage(page, world, member);
  const { card, receive, problem, sheetOf, ...rest } = bonusPage(page);
  const { code, search, promotionOf, receivePromotion, condition, cancel } = rest;

  await test.step('no bonuses, and a page that cannot be read, say what can be done', async () => {
    await expect(page.getByRole('alert')).toContainText(th['error.SERVICE_UNAVAILABLE']);
    await retry();
    await expect(page.getByText(th['bonus.none'])).toBeVisible();
    await comeBackTo(page);
  });

  await test.step('without a deposit a bonus is refused with the reason', async () => {
    await card('DAILY20').click();
    await expect(receive('DAILY20')).toBeDisabled();
    await expect(receive('DAILY20')).toHaveAccessibleDescription(th['bonus.noDeposit']);
    // The page may not know yet that no deposit counts any more.
    await page.route(list, async (route) => {
      const response = await route.fetch();
      const bonuses = (await response.json()) as { earns: number }[];
      await route.fulfill({ response, json: bonuses.map((bonus) => ({ ...bonus, earns: 100 })) });
    });
    await comeBackTo(page);
    await receive('DAILY20').click();
    const notYet = problem(th['bonus.notYet']);
    await expect(notYet).toContainText(th['bonus.noDeposit']);
    expect(await redIn(notYet)).toEqual([]);
    await page.unroute(list);
    await notYet.getByRole('button', { name: th['action.ok'], exact: true }).click();
    await expect(notYet).toBeHidden();
    await expect(sheetOf('DAILY20')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheetOf('DAILY20')).toBeHidden();
  });

  await test.step('a promotion is found by its code however it is typed', async () => {
    await button(page, th['action.search']).click();
    await expect(code).toBeFocused();
    await expect(code).toHaveAccessibleDescription(filled(th['field.REQUIRED'], { field: th['promotion.code'] }));
    const { promise: isSeen, resolve: answer } = Promise.withResolvers<void>();
    const waitUntilSeen = async (route: Route) => {
      await isSeen;
      await route.continue();
    };
    await page.route('**/api/promotion/find/*', waitUntilSeen, { times: 1 });
    await search('nothing');
    await expect(promotionOf('NOTHING').getByText(th['promotion.searching']).first()).toBeVisible();
    answer();
    await expect(promotionOf('NOTHING')).toContainText(th['promotion.notFound']);
    await page.keyboard.press('Escape');
    const calls = watchCalls(page);
    await search(' welcome50');
    const token = await world.tokenOf(member);
    const { body } = await world.call('GET /api/promotion/find/WELCOME50?locale=th', { token });
    for (const word of [
      String(body.description),
      '฿50.00',
      filled(th['bonus.ofStart'], { percent: 300 }),
      filled(th['bonus.notice'], { fail: 5 }),
    ])
      await expect(promotionOf('WELCOME50').getByText(word, { exact: true })).toBeVisible();
    expect(calls).toContain('GET /api/promotion/find/WELCOME50');
    const openBets = { status: 422, json: { message: 'OPEN_BETS', games: ['joker', 'laolotto', 'pg'] } };
    await page.route('**/api/promotion/activate/*', (route) => route.fulfill(openBets), { times: 1 });
    await receivePromotion('WELCOME50');
    // By the names that the games have on their cards.
    const games = 'Joker, Lao Lotto และ PG';
    const notYet = problem(th['bonus.notYet']);
    await expect(notYet).toContainText(filled(th['bonus.openBets'], { games }));
    expect(await redIn(notYet)).toEqual([]);
    await notYet.getByRole('button', { name: th['action.ok'], exact: true }).click();
    await expect(notYet).toBeHidden();
    await receivePromotion('WELCOME50');
    await expectToast(page, filled(th['promotion.saved'], { amount: baht('50.00') }));
    await expect(condition.getByRole('heading')).toHaveText(filled(th['promotion.name'], { code: 'WELCOME50' }));
    await expect(field(page, th['promotion.code'])).toBeHidden();
  });

  await test.step('a cancellation that waits for an open bet says so, and goes by itself when the bet is settled', async () => {
    const { username } = await world.openAccount(member, 'pg', 400);
    const { settle } = await world.bet('pg', username, 100);
    await cancel();
    await expect(condition.getByRole('status')).toContainText(th['bonus.clearing.text']);
    await expect(condition.getByRole('button', { name: th['bonus.cancel'], exact: true })).toBeHidden();
    await settle(0);
    await expect(code).toBeVisible();
    await expectToast(page, filled(th['bonus.cancelled'], { amount: baht('50.00') }));
  });

  await test.step('a promotion is received once', async () => {
    await search('welcome50');
    await receivePromotion('WELCOME50');
    await expect(problem()).toContainText(th['error.PROMOTION_RECEIVED']);
  });
});
