import type { Page } from '@playwright/test';
import { chatOf } from './chat.ts';
import { dismissToasts, expectToast } from './home.ts';
import { baht, enter, filled, th } from './member.ts';
import { goToStatement, openEntry, openWithdraw, statementOf, writeEntries } from './money.ts';
import { expect, test } from './world.ts';

const AMOUNT = '25,000.00';
const sheetOf = (page: Page) => page.getByRole('dialog').filter({ hasText: th['movement.reference'] });

test('a movement opens from home, the statement and a toast, has an address that can be reloaded, and back closes it', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 60_000_00);
  await enter(page, world, member);
  const sheet = sheetOf(page);
  const { goToReview, confirm, review } = await openWithdraw(page);
  await goToReview('25000');
  await confirm.click();
  await expect(review).toBeHidden();

  await test.step('the toast that tells it leads to it', async () => {
    await expectToast(page, filled(th['withdraw.wait'], { amount: baht(AMOUNT) }));
    await page.getByRole('button', { name: th['movement.view'], exact: true }).click();
    await expect(sheet).toContainText(AMOUNT);
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL('/user/home');
    await dismissToasts(page);
  });

  await test.step('on home its line leads to it, with its steps, its account and the word that home has', async () => {
    const line = page.getByRole('region', { name: th['motion.title'], exact: true }).getByRole('button');
    await expect(line).toContainText(th['withdraw.step.CHECKING']);
    await line.click();
    await expect(page).toHaveURL(/\/user\/home\?movement=[0-9a-f-]{36}$/);
    await expect(sheet.getByText(th['withdraw.step.CHECKING'], { exact: true })).toBeVisible();
    const steps = sheet.getByRole('list', { name: th['movement.steps'], exact: true }).getByRole('listitem');
    await expect(steps).toHaveCount(4);
    await expect(steps.nth(0)).toContainText(new RegExp(`${th['movement.asked.withdraw']}.*\\d\\d:\\d\\d:\\d\\d`));
    await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step');
    await expect(steps.nth(1)).toContainText(th['movement.checked']);
    await expect(sheet).toContainText('KBANK');
    await expect(sheet).toContainText('฿35,000.00');
    await expect(sheet).toContainText(/WD-[0-9A-F]{4}-[0-9A-F]{4}/);
  });

  await test.step('it is there again after a reload, and closing it by hand leaves the page', async () => {
    await page.reload();
    await expect(sheet).toContainText(AMOUNT);
    await sheet.getByRole('button', { name: th['action.close'], exact: true }).click();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL('/user/home');
  });

  await test.step('on the statement the whole row leads to it', async () => {
    const { entries } = await goToStatement(page);
    const { back } = await openEntry(page, entries.first());
    await back();
    await expect(entries.first()).toBeVisible();
  });

  await test.step('an address of another member’s movement, or of none, opens nothing of it', async () => {
    const stranger = await world.newMember();
    const [theirs] = await writeEntries(world, stranger, [{ amount: 777_00, at: new Date() }]);
    await page.goto(`/user/statement?movement=${theirs}`);
    await expect(page.getByText(th['movement.none'], { exact: true })).toBeVisible();
    await expect(page.getByText('777.00')).toHaveCount(0);
    await page.goto('/user/statement?movement=x');
    await expect(statementOf(page).entries.first()).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('a question about a movement goes to the chat with it, the bot names its amount, and the thread leads back to it', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 60_000_00);
  const token = await world.tokenOf(member);
  await world.call('POST /api/wallet/withdraw', { token, body: { amount: 25_000 } });
  await world.call('POST /api/wallet/withdraw', { token, body: { amount: 300 } });
  await enter(page, world, member, '/user/statement');
  const { entries } = statementOf(page);
  const { sheet } = await openEntry(page, entries.filter({ hasText: AMOUNT }));
  const chat = chatOf(page);

  await sheet.getByRole('button', { name: th['movement.ask'], exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(chat.panel.getByText(new RegExp(AMOUNT))).toBeVisible();
  await chat.panel.getByRole('button', { name: th['chat.send'], exact: true }).click();
  await chat.expectSent();
  const answer = chat.log.getByText(new RegExp(`25,000\\.00 .*${th['withdraw.step.CHECKING']}`)).last();
  await expect(answer).toBeVisible();
  await expect(chat.log).not.toContainText('300.00');

  const card = chat.log.getByRole('button').filter({ hasText: /WD-/ });
  await expect(card).toContainText(AMOUNT);
  await expect(card).toContainText(th['withdraw.step.CHECKING']);
  await card.click();
  await expect(sheet).toContainText(AMOUNT);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/user/statement');
});

test('at 320 × 568 a statement row is at most 64 px high, and three are in sight', async ({ page, world }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const member = await world.newMember();
  await writeEntries(
    world,
    member,
    Array.from({ length: 6 }, (_, at) => ({ amount: (at + 1) * 1_234_500, at: new Date(Date.now() - at * 60_000) })),
  );
  await enter(page, world, member, '/user/statement');
  const { entries } = statementOf(page);
  await expect(entries).toHaveCount(6);
  const boxes = await entries.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().toJSON()));
  for (const { height } of boxes) expect(height).toBeLessThanOrEqual(64);
  const menu = await page.getByRole('navigation').boundingBox();
  expect(boxes.filter(({ bottom }) => bottom <= (menu?.y ?? 0)).length).toBeGreaterThanOrEqual(3);
});
