import type { Locator, Page, Route } from '@playwright/test';
import { openBankApp } from './bank-app.ts';
import {
  dismissToasts,
  expectMoney,
  expectToast,
  lookAtMotion,
  redIn,
  stopRegularReading,
  watchToasts,
} from './home.ts';
import { baht, breakUntilRetried, button, enter, filled, th, watchCalls } from './member.ts';
import { closeSlips, expectEntry, goToStatement, openDeposit, statementOf } from './money.ts';
import { expect, test, type World } from './world.ts';

const clipboardOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** The product's time, `HH:MM` in Bangkok. */
async function bangkokTime(world: World, hoursFromNow: number): Promise<string> {
  const sql = `select to_char((app_now() + $1 * interval '1 hour') at time zone 'Asia/Bangkok', 'HH24:MI') as time`;
  return String((await world.query(sql, [hoursFromNow]))[0]?.time);
}

test.describe('a transfer to our account', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
  test.afterEach(({ world }) => closeSlips(world, '00:00', '00:00'));

  test('needs a name in English where that is all the bank reports of the sender, is credited by itself, and can be announced', async ({
    page,
    world,
  }) => {
    const member = await world.newMember({ bankCode: 'KTB' });
    await world.query("update members set bank_account_name = 'สมหญิง ใจดี' where id = $1", [member.id]);
    const opensAt = await bangkokTime(world, 2);
    await closeSlips(world, await bangkokTime(world, -2), opensAt);
    await stopRegularReading(page);
    await enter(page, world, member);
    const { account, unfold, dialog, slip, amount, press, close } = await openDeposit(page, 'bank');

    await test.step('a slip is not taken while slips are closed, and the member is told when they open', async () => {
      const closedMessage = new RegExp(
        `^${filled(th['deposit.slip.closed'], { time: `(?:\\d\\d/\\d\\d )?${opensAt}` })}$`,
      );
      await expect(dialog.getByRole('status')).toHaveText(closedMessage);
      await expect(slip).toBeHidden();
    });

    await test.step('the member writes the name in English before the number of the account can be copied', async () => {
      const kbank = account('000-000-0012');
      await expect(account('000-000-0130')).toContainText(th['deposit.bank.smsHint']);
      await expect(kbank).not.toContainText(th['deposit.bank.smsHint']);
      const copy = kbank.getByRole('button', { name: th['deposit.bank.copy'] });
      await expect(account('000-000-0011').getByRole('button', { name: th['deposit.bank.copy'] })).toBeVisible();
      await unfold('000-000-0012');
      await expect(copy).toBeHidden();
      await kbank.getByRole('button', { name: th['bankName.editFirst'] }).click();
      const name = kbank.getByLabel(th['bankName.label'], { exact: true });
      const save = kbank.getByRole('button', { name: th['action.save'], exact: true });
      const calls = watchCalls(page);
      for (const wrong of ['', 'สมหญิง ใจดี', 'SOMYING 2']) {
        await name.fill(wrong);
        await save.click();
        await expectToast(page, th['bankName.englishRequired']);
      }
      expect(calls).not.toContain('PUT /api/account/bankAccountName');
      const refusal = { status: 400, json: { message: 'INVALID_USER_INFO' } };
      await page.route('**/api/account/bankAccountName', (route) => route.fulfill(refusal), { times: 1 });
      await name.fill('somying');
      await save.click();
      await expectToast(page, th['error.INVALID_USER_INFO']);

      await name.fill(' somying  jaidee');
      await save.click();
      await expectToast(page, th['bankName.saved']);
      await copy.click();
      await expectToast(page, filled(th['action.copied'], { text: '0000000012' }));
      await expect(dialog.getByRole('button', { name: th['bankName.editFirst'] })).toBeHidden();
      const [kept] = await world.query('select bank_account_name as name from members where id = $1', [member.id]);
      expect(kept).toEqual({ name: 'SOMYING JAIDEE' });
    });

    await test.step('a transfer that is only announced is in progress in the statement and not in the balance', async () => {
      await dialog.getByText(th['deposit.manual.title'], { exact: true }).click();
      await expect(dialog.getByRole('button', { name: th['deposit.manual.send'], exact: true })).toBeDisabled();
      await amount.fill('-5');
      await press(th['deposit.manual.send']);
      await expect(amount).toHaveAccessibleDescription(th['transfer.problem.AMOUNT']);
      await amount.fill('1,500.50');
      await press(th['deposit.manual.send']);
      await expectToast(page, filled(th['deposit.manual.done'], { amount: baht('1,500.50') }));
      await close();
      await expectMoney(page, { total: '฿0.00' });
      const { entries } = await goToStatement(page);
      await expectEntry(entries.first(), th['statement.manual'], '+1,500.50', th['state.inProgress']);
      await page.goBack();
    });

    await test.step('a transfer to the account whose number was copied is credited by itself, and told though the sheet is closed', async () => {
      const closesAt = await bangkokTime(world, 3);
      await closeSlips(world, closesAt, await bangkokTime(world, 4));
      await page.reload();
      await openDeposit(page, 'bank');
      await expect(
        dialog.getByText(
          new RegExp(`^${filled(th['deposit.slip.until'], { time: `(?:\\d\\d/\\d\\d )?${closesAt}` })}$`),
        ),
      ).toBeVisible();
      const scb = account('000-000-0011');
      await expect(scb).toContainText('KRAPAO SANDBOX');
      const steps = dialog.getByRole('list', { name: th['deposit.bank.steps'] });
      const next = steps.locator('[aria-current=step]');
      const copy = scb.getByRole('button', { name: th['deposit.bank.copy'] });
      const upload = dialog.locator('label').filter({ hasText: th['deposit.slip.choose'] });
      await expect(next).toHaveText(new RegExp(th['deposit.bank.copy']));
      await expect(copy).toHaveClass(/gold-fill/);
      await expect(upload).not.toHaveClass(/gold-fill/);
      await copy.click();
      await expect(next).toHaveText(new RegExp(th['deposit.bank.transfer']));
      await expect(copy).not.toHaveClass(/gold-fill/);
      await expect(upload).toHaveClass(/gold-fill/);
      await expectToast(page, filled(th['action.copied'], { text: '0000000011' }));
      expect(await clipboardOf(page)).toBe('0000000011');
      await close();

      const bank = await openBankApp(page, world);
      await bank.transfer(member, { to: 'SCB 0000000011', amount: '432.10' });
      await expectMoney(page, { total: '฿432.10', main: '฿432.10' });
      await expectToast(page, filled(th['outcome.arrived'], { amount: baht('432.10') }));
      const told = page.getByRole('list', { name: th['outcome.list'], exact: true }).getByRole('listitem');
      await lookAtMotion(page, () =>
        expectEntry(told, filled(th['outcome.deposit'], { amount: baht('432.10') }), th['state.success']),
      );
      const { entries } = await goToStatement(page);
      await expectEntry(entries.first(), '+432.10', th['state.success']);
    });
  });
});

test.describe('money sent to our True Wallet', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('by the number that was copied is credited by itself', async ({ page, world }) => {
    const member = await world.newMember();
    const retry = await breakUntilRetried(page, '**/api/lookup/deposit', 500, 'INTERNAL_SERVER_ERROR');
    const toasts = await watchToasts(page);
    await enter(page, world, member);

    await test.step('ways to deposit that cannot be read say so in the sheet without a toast, and offer to try again', async () => {
      await button(page, th['home.first.button']).click();
      await expect(page.getByRole('dialog').getByText(th['deposit.notLoaded'])).toBeVisible();
      await retry();
      await expect(page.getByRole('dialog').getByRole('tablist')).toBeVisible();
      expect(await toasts()).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    });

    const { dialog, close } = await openDeposit(page, 'true');
    const wallet = dialog.locator('section').filter({ hasText: '000-000-0016' });
    const copy = wallet.getByRole('button', { name: th['action.copy'] });
    await expect(wallet).toContainText('KRAPAO SANDBOX');
    for (const words of [th['deposit.credited'], filled(th['deposit.true.minimum'], { n: 2 })])
      await expect(dialog.getByText(words)).toBeVisible();

    await test.step('a number that the browser does not copy is reported', async () => {
      await page.evaluate(() => {
        Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('refused')) });
        Object.assign(document, { execCommand: () => false });
      });
      await copy.click();
      await expectToast(page, th['action.copyFailed']);
      await page.evaluate(() => {
        Reflect.deleteProperty(navigator.clipboard, 'writeText');
        Reflect.deleteProperty(document, 'execCommand');
      });
    });

    await copy.click();
    await expectToast(page, filled(th['action.copied'], { text: '0000000016' }));
    expect(await clipboardOf(page)).toBe('0000000016');
    await close();

    const app = await openBankApp(page, world);
    await app.sendToWallet(member, '321.50');
    await expectMoney(page, { total: '฿321.50', main: '฿321.50' });
    const { entries } = await goToStatement(page);
    await expectEntry(entries.first(), '+321.50', th['state.success']);
  });
});

const isShown = (image: Locator) =>
  expect.poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0);

test('a slip or a True Wallet gift is credited once it is sent, and a wrong one is refused with the reason', async ({
  page,
  world,
}) => {
  await closeSlips(world, '00:00', '00:00');
  const member = await world.newMember();
  const bank = await openBankApp(page, world);
  const picture = await bank.transfer(member, { to: 'KBANK 0000000012', amount: '250.75', isTold: false });
  const gift = await bank.makeVoucher('175.25');
  const toasts = await watchToasts(page);
  await enter(page, world, member);
  await expectMoney(page, { total: '฿0.00' });
  const { dialog, slip, link, turnTo, press, button: named } = await openDeposit(page, 'true');
  const slips = page.getByRole('dialog', { name: th['slips.title'], exact: true });
  const seeSlips = () => dialog.getByRole('link', { name: th['deposit.slip.status'] }).click();
  const goHome = () => page.getByRole('navigation').getByRole('link', { name: th['menu.home'], exact: true }).click();

  await test.step('a wrong link of a gift stays in its box', async () => {
    const told = dialog.getByRole('alert');
    await expect(named(th['deposit.true.send'])).toBeDisabled();
    for (const wrong of ['https://example.com/?v=1', gift.replace(/.{5}$/, 'wrong')]) {
      await link.fill(wrong);
      await press(th['deposit.true.send']);
      await expect(told).toHaveText(th['error.TRUELINK_INVALID']);
      await expect(link).toHaveValue(wrong);
    }
    // Told in the form: it goes when the next link is sent.
    const { promise: isSeen, resolve: send } = Promise.withResolvers<void>();
    const loseIt = async (route: Route) => {
      await isSeen;
      await route.abort();
    };
    await page.route('**/api/wallet/truelink', loseIt, { times: 1 });
    await press(th['deposit.true.send']);
    await expect(told).toHaveCount(0);
    send();
    await expect(told).toHaveText(th['state.unknownOnce']);
    expect(await redIn(told.locator('..'))).toEqual([]);
    expect(await toasts()).not.toContain(th['error.TRUELINK_INVALID']);
  });

  await test.step('a file that is no picture is refused at once, and a picture that is no slip once it was read', async () => {
    await turnTo('bank');
    const calls = watchCalls(page);
    await slip.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await expect(slip).toHaveAccessibleDescription(th['chat.fileNotSupported']);
    await slip.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await press(th['deposit.slip.send']);
    await expect(dialog.getByRole('alert')).toHaveText(th['error.SLIP_INVALID_FILE']);
    await press(th['deposit.slip.other']);
    expect(calls.filter((call) => call === 'POST /api/wallet/slip')).toHaveLength(1);

    await slip.setInputFiles({ name: 'holiday.png', mimeType: 'image/png', buffer: await page.screenshot() });
    // Its upload ends when the sheet is closed: then a toast says so.
    const closed = Promise.withResolvers<void>();
    await page.route('**/api/wallet/slip', async (route) => {
      await closed.promise;
      await route.continue();
    });
    await press(th['deposit.slip.send']);
    await press(th['action.close']);
    await expect(dialog).toBeHidden();
    closed.resolve();
    await expectToast(page, th['error.SLIP_RECEIVED']);
    await page.unroute('**/api/wallet/slip');
    await dismissToasts(page);
    await openDeposit(page);
    await seeSlips();
    await expectEntry(slips.getByRole('listitem'), '-', th['state.failed'], th['slip.CANNOT_READ_CROPPED_IMAGE']);
    await page.keyboard.press('Escape');
    await expect(slips).toBeHidden();
    await goHome();
    await dismissToasts(page);
  });

  await test.step('a slip proves a transfer that the bank did not report, and can be opened', async () => {
    await openDeposit(page, 'bank');
    for (const words of [th['deposit.credited'], th['deposit.slip.rule']])
      await expect(dialog.getByText(words)).toBeVisible();
    await slip.setInputFiles(picture);
    const preview = dialog.getByRole('img', { name: th['deposit.slip.preview'] });
    await isShown(preview);
    await expect(dialog.getByText(picture.name)).toBeVisible();
    await toasts();
    await press(th['deposit.slip.send']);
    await expect(dialog.getByText(th['error.SLIP_RECEIVED'], { exact: true })).toBeVisible();
    await seeSlips();

    const newest = slips.getByRole('listitem').first();
    await expectEntry(newest, '250.75', th['state.success']);
    // The sheet itself said it.
    expect(await toasts()).not.toContain(th['error.SLIP_RECEIVED']);
    await newest.getByRole('button', { name: new RegExp(filled(th['slips.viewOf'], { time: '' })) }).click();
    const image = page.getByRole('dialog', { name: th['slips.image'], exact: true });
    await isShown(image.getByRole('img'));
    await page.keyboard.press('Escape');
    await expect(image).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(slips).toBeHidden();
    await expectEntry(statementOf(page).entries.first(), '+250.75', th['state.success']);
    await goHome();
    await expectMoney(page, { total: '฿250.75' });
  });

  await test.step('a gift is credited once its link is sent, and no second time', async () => {
    await openDeposit(page, 'true');
    await link.fill(` ${gift} `);
    await press(th['deposit.true.send']);
    await expectToast(page, th['error.TRUELINK_SENT']);
    await expect(dialog).toBeHidden();
    await expectMoney(page, { total: '฿426.00' });
    await openDeposit(page, 'true');
    await link.fill(gift);
    await press(th['deposit.true.send']);
    await expect(dialog.getByRole('alert')).toHaveText(th['error.TRUELINK_DUPLICATE']);
    await expect(link).toHaveValue(gift);
  });
});
