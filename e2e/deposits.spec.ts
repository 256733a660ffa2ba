import type { Locator, Page } from '@playwright/test';
import { openBankApp } from './bank-app.ts';
import { comeBackTo, expectMoney, expectToast, followClock, stopRegularReading } from './home.ts';
import { enter, filled, storedToken, th, watchCalls } from './member.ts';
import { closeSlips, expectEntry, goToStatement, openDeposit, statementOf } from './money.ts';
import { expect, test, type World } from './world.ts';

const QR_LIFE_SECONDS = 10 * 60;
const clipboardOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test.describe('a deposit by QR code', () => {
  test('that is paid at the bank is reported on the sheet, and is in the balance and the statement', async ({
    page,
    world,
  }) => {
    await stopRegularReading(page);
    await followClock(page, world);
    await enter(page, world, await world.newMember());
    const { chooseProvider, dialog, press, timer, code } = await openDeposit(page);
    await chooseProvider('WW');
    await press('300');
    await press(th['deposit.qr.create']);
    await expect(code).toHaveAccessibleName(/฿300\.00/);
    await expect(timer).toHaveText(/^(?:10:00|09:[0-5]\d)$/);
    const first = String(await timer.textContent());
    await expect.poll(async () => String(await timer.textContent()) < first).toBe(true);

    const bank = await openBankApp(page, world);
    await bank.pay('300.00 BAHT to WW');
    const news = dialog.getByRole('status').filter({ hasText: th['deposit.arrived.title'] });
    await expect(news).toContainText('+฿300.00');
    await press(th['action.done']);
    await expect(dialog).toBeHidden();
    await expectMoney(page, { total: '฿300.00', main: '฿300.00' });
    const { entries } = await goToStatement(page);
    await expect(entries).toHaveCount(1);
    await expectEntry(
      entries.first(),
      filled(th['statement.deposit'], { from: 'KBANK' }),
      '+300.00',
      th['state.success'],
    );
  });

  test('below the minimum is refused beside the field, and a cancelled code is gone', async ({ page, world }) => {
    const member = await world.newMember();
    await enter(page, world, member);
    const calls = watchCalls(page);
    const sheet = await openDeposit(page);
    const { chooseProvider, amount, press, code } = sheet;
    for (const [name, tooLittle, minimum] of [
      ['WW', '99.99', '฿100.00'],
      ['FP', '9.99', '฿10.00'],
    ] as const) {
      await chooseProvider(name);
      await amount.fill(tooLittle);
      await press(th['deposit.qr.create']);
      await expect(amount).toHaveAccessibleDescription(filled(th['deposit.qr.belowMinimum'], { amount: minimum }));
    }
    await chooseProvider('KBANK');
    await expect(sheet.button(th['deposit.qr.create'])).toBeDisabled();
    expect(calls.filter((call) => call.startsWith('POST /api/qrcode'))).toEqual([]);

    await chooseProvider('FP');
    await amount.fill('10');
    await press(th['deposit.qr.create']);
    await expect(code).toBeVisible();
    await press(th['action.cancel']);
    await expect(code).toBeHidden();
    await expect(amount).toBeVisible();
    const token = String(await storedToken(page));
    expect((await world.call('GET /api/qrcode/FP', { token })).body).toMatchObject({ hasQrcode: false });
  });

  test('waits for the member who comes back, and is gone when its time is over', async ({ page, world }) => {
    await followClock(page, world);
    await enter(page, world, await world.newMember());
    let sheet = await openDeposit(page);
    await sheet.chooseProvider('FP');
    await sheet.press('50');
    await sheet.press(th['deposit.qr.create']);
    await expect(sheet.code).toBeVisible();
    await sheet.close();
    sheet = await openDeposit(page);
    await expect(sheet.provider('FP')).toBeChecked();
    await expect(sheet.code).toHaveAccessibleName(/฿50\.00/);
    await page.reload();
    sheet = await openDeposit(page);
    await sheet.chooseProvider('FP');
    await expect(sheet.code).toHaveAccessibleName(/฿50\.00/);

    await world.moveClock(QR_LIFE_SECONDS);
    await comeBackTo(page);
    await expect(sheet.dialog.getByText(th['deposit.qr.expired.title'])).toBeVisible();
    await expect(sheet.code).toBeHidden();
    await sheet.press(th['deposit.qr.again']);
    await expect(sheet.amount).toBeVisible();
  });

  test('that was made and paid on another device is reported here too', async ({ page, world }) => {
    const member = await world.newMember();
    const token = await world.tokenOf(member);
    const made = await world.call('POST /api/qrcode/WW', { token, body: { amount: 150.5 } });
    await enter(page, world, member);
    const { chooseProvider, dialog, code } = await openDeposit(page);
    await chooseProvider('WW');
    await expect(code).toHaveAccessibleName(/฿150\.50/);
    await world.pay(String(made.body.qrcodeId));
    await expect(dialog.getByRole('status').filter({ hasText: th['deposit.arrived.title'] })).toContainText('+฿150.50');
  });
});

test.describe('a transfer to our account', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('whose number was copied is credited by itself', async ({ page, world }) => {
    const member = await world.newMember();
    await stopRegularReading(page);
    await enter(page, world, member);
    const { account, close } = await openDeposit(page, 'bank');
    const scb = account('000-000-0011');
    await expect(scb).toContainText('KRAPAO SANDBOX');
    await scb.getByRole('button', { name: th['action.copy'] }).click();
    await expectToast(page, filled(th['action.copied'], { text: '0000000011' }));
    expect(await clipboardOf(page)).toBe('0000000011');
    await close();

    const bank = await openBankApp(page, world);
    await bank.transfer(member, { to: 'SCB 0000000011', amount: '432.10' });
    await expectMoney(page, { total: '฿432.10', main: '฿432.10' });
    const { entries } = await goToStatement(page);
    await expectEntry(entries.first(), '+432.10', th['state.success']);
  });

  test('needs a name in English first where that name is all the bank reports of the sender', async ({
    page,
    world,
  }) => {
    const member = await world.newMember({ bankCode: 'KTB' });
    await world.query("update members set bank_account_name = 'สมหญิง ใจดี' where id = $1", [member.id]);
    await enter(page, world, member);
    const { account, dialog } = await openDeposit(page, 'bank');
    const kbank = account('000-000-0012');
    const copy = kbank.getByRole('button', { name: th['action.copy'] });
    await expect(account('000-000-0011').getByRole('button', { name: th['action.copy'] })).toBeVisible();
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

    await name.fill(' somying  jaidee');
    await save.click();
    await expectToast(page, th['bankName.saved']);
    await copy.click();
    await expectToast(page, filled(th['action.copied'], { text: '0000000012' }));
    await expect(dialog.getByRole('button', { name: th['bankName.editFirst'] })).toBeHidden();
    const [kept] = await world.query('select bank_account_name as name from members where id = $1', [member.id]);
    expect(kept).toEqual({ name: 'SOMYING JAIDEE' });
  });

  test('that is only announced is in progress in the statement and not in the balance', async ({ page, world }) => {
    await enter(page, world, await world.newMember());
    const { dialog, amount, press, close } = await openDeposit(page, 'bank');
    await dialog.getByText(th['deposit.manual.title'], { exact: true }).click();
    await press(th['deposit.manual.send']);
    await expect(amount).toHaveAccessibleDescription(th['transfer.problem.AMOUNT']);
    await amount.fill('1,500.50');
    await press(th['deposit.manual.send']);
    await expectToast(page, th['deposit.manual.done']);
    await close();
    await expectMoney(page, { total: '฿0.00' });
    const { entries } = await goToStatement(page);
    await expectEntry(entries.first(), th['statement.manual'], '+1,500.50', th['state.inProgress']);
  });
});

test.describe('a slip', () => {
  /** The product's time, `HH:MM` in Bangkok. */
  async function bangkokTime(world: World, hoursFromNow: number): Promise<string> {
    const sql = `select to_char((app_now() + $1 * interval '1 hour') at time zone 'Asia/Bangkok', 'HH24:MI') as time`;
    return String((await world.query(sql, [hoursFromNow]))[0]?.time);
  }
  const isShown = (image: Locator) =>
    expect.poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0);

  test.beforeEach(({ world }) => closeSlips(world, '00:00', '00:00'));

  test('proves a transfer that the bank did not report, and can be opened', async ({ page, world }) => {
    const member = await world.newMember();
    const bank = await openBankApp(page, world);
    const picture = await bank.transfer(member, { to: 'KBANK 0000000012', amount: '250.75', isTold: false });
    await enter(page, world, member);
    await expectMoney(page, { total: '฿0.00' });
    const { dialog, slip, press } = await openDeposit(page, 'bank');
    await slip.setInputFiles(picture);
    const preview = dialog.getByRole('img', { name: th['deposit.slip.preview'] });
    await isShown(preview);
    await expect(dialog.getByText(picture.name)).toBeVisible();
    await press(th['deposit.slip.send']);
    await expectToast(page, th['error.SLIP_RECEIVED']);
    await dialog.getByRole('link', { name: th['deposit.slip.status'] }).click();

    const slips = page.getByRole('dialog', { name: th['slips.title'], exact: true });
    await expectEntry(slips.getByRole('listitem'), '250.75', th['state.success']);
    await slips.getByRole('button', { name: new RegExp(filled(th['slips.viewOf'], { time: '' })) }).click();
    const image = page.getByRole('dialog', { name: th['slips.image'], exact: true });
    await isShown(image.getByRole('img'));
    await page.keyboard.press('Escape');
    await expect(image).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(slips).toBeHidden();
    await expectEntry(statementOf(page).entries.first(), '+250.75', th['state.success']);
    await page.getByRole('navigation').getByRole('link', { name: th['menu.home'], exact: true }).click();
    await expectMoney(page, { total: '฿250.75' });
  });

  test('that is no slip is refused with the reason: a file that is no picture at once, a picture once it was read', async ({
    page,
    world,
  }) => {
    await enter(page, world, await world.newMember());
    const { dialog, slip, press } = await openDeposit(page, 'bank');
    const calls = watchCalls(page);
    await slip.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await expect(slip).toHaveAccessibleDescription(th['chat.fileNotSupported']);
    await slip.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await press(th['deposit.slip.send']);
    await expect(dialog.getByRole('alert')).toHaveText(th['error.SLIP_INVALID_FILE']);
    await press(th['deposit.slip.other']);
    expect(calls.filter((call) => call === 'POST /api/wallet/slip')).toHaveLength(1);

    await slip.setInputFiles({ name: 'holiday.png', mimeType: 'image/png', buffer: await page.screenshot() });
    await press(th['deposit.slip.send']);
    await dialog.getByRole('link', { name: th['deposit.slip.status'] }).click();
    const slips = page.getByRole('dialog', { name: th['slips.title'], exact: true });
    await expectEntry(slips.getByRole('listitem'), '-', th['state.failed'], th['slip.CANNOT_READ_CROPPED_IMAGE']);
  });

  test('is not taken while slips are closed, and the member is told when they open', async ({ page, world }) => {
    const opensAt = await bangkokTime(world, 2);
    await closeSlips(world, await bangkokTime(world, -2), opensAt);
    await enter(page, world, await world.newMember());
    const { dialog, slip } = await openDeposit(page, 'bank');
    const closedMessage = new RegExp(
      `^${filled(th['deposit.slip.closed'], { time: `(?:\\d\\d/\\d\\d )?${opensAt}` })}$`,
    );
    await expect(dialog.getByRole('status')).toHaveText(closedMessage);
    await expect(slip).toBeHidden();
  });
});

test('a True Wallet gift is credited once its link is sent, and a wrong link stays in its box', async ({
  page,
  world,
}) => {
  await enter(page, world, await world.newMember());
  const bank = await openBankApp(page, world);
  const gift = await bank.makeVoucher('175.25');
  const { dialog, link, press, button: named } = await openDeposit(page, 'true');
  await expect(named(th['deposit.true.send'])).toBeDisabled();
  for (const wrong of ['https://example.com/?v=1', gift.replace(/.{5}$/, 'wrong')]) {
    await link.fill(wrong);
    await press(th['deposit.true.send']);
    await expectToast(page, th['error.TRUELINK_INVALID']);
    await expect(link).toHaveValue(wrong);
  }

  await link.fill(` ${gift} `);
  await press(th['deposit.true.send']);
  await expectToast(page, th['error.TRUELINK_SENT']);
  await expect(dialog).toBeHidden();
  await expectMoney(page, { total: '฿175.25' });
  await openDeposit(page, 'true');
  await link.fill(gift);
  await press(th['deposit.true.send']);
  await expectToast(page, th['error.TRUELINK_DUPLICATE']);
  await expect(link).toHaveValue(gift);
});
