import { openBankApp } from './bank-app.ts';
import {
  comeBackTo,
  coveredByToasts,
  expectMoney,
  expectRedToast,
  expectToast,
  followClock,
  stopRegularReading,
  toastOf,
} from './home.ts';
import { baht, button, enter, filled, th, watchCalls } from './member.ts';
import { expectEntry, goToStatement, openDeposit } from './money.ts';
import { expect, test } from './world.ts';

const QR_LIFE_SECONDS = 10 * 60;

test('a deposit by QR code is refused below the minimum, can be cancelled, waits for the member, expires, and once paid is in the balance', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  const token = await world.tokenOf(member);
  const made = await world.call('POST /api/qrcode/WW', { token, body: { amount: 150.5 } });
  await stopRegularReading(page);
  await followClock(page, world);
  await enter(page, world, member);
  const calls = watchCalls(page);
  const sheet = await openDeposit(page);
  const { chooseProvider, provider, amount, dialog, press, timer, code } = sheet;
  const news = dialog.getByRole('status').filter({ hasText: th['deposit.arrived.title'] });

  await test.step('a code that was made and paid on another device is reported here too', async () => {
    const offered = dialog.getByRole('radio');
    const codes = ['KBANK', 'WW', 'PAYONEX', 'PAYTIMZ', 'FP'];
    await dialog.getByText(th['deposit.qr.others'], { exact: true }).click();
    await expect(offered).toHaveCount(codes.length);
    for (const name of codes) await expect(provider(name)).toBeVisible();
    await chooseProvider('WW');
    await expect(code).toHaveAccessibleName(/150\.50/);
    await world.pay(String(made.body.qrcodeId));
    await expect(news).toContainText('+฿150.50');
    await press(th['deposit.arrived.play']);
    await expect(dialog).toBeHidden();
  });

  await test.step('an amount below the minimum is refused beside the field', async () => {
    await openDeposit(page);
    for (const [name, tooLittle, minimum] of [
      ['WW', '99.99', '100.00'],
      ['PAYONEX', '99.99', '100.00'],
      ['PAYTIMZ', '9.99', '10.00'],
      ['FP', '9.99', '10.00'],
    ] as const) {
      await chooseProvider(name);
      await amount.fill(tooLittle);
      await press(th['deposit.qr.create']);
      await expect(amount).toHaveAccessibleDescription(
        filled(th['deposit.qr.belowMinimum'], { amount: baht(minimum) }),
      );
    }
    for (const words of [th['deposit.credited'], filled(th['deposit.qr.life'], { n: 10 })])
      await expect(dialog.getByText(words)).toBeVisible();
    await chooseProvider('KBANK');
    await expect(sheet.button(th['deposit.qr.create'])).toBeDisabled();
    expect(calls.filter((call) => call.startsWith('POST /api/qrcode'))).toEqual([]);
  });

  await test.step('a code that the provider does not make is reported in red, and can be tried again', async () => {
    await chooseProvider('FP');
    await amount.fill('10');
    await world.fault({ target: 'payments/fp', mode: 'refuse', call: 'create', times: 1 });
    await press(th['deposit.qr.create']);
    await expectRedToast(page, th['error.QR_FAIL']);
    const toast = toastOf(page, th['error.QR_FAIL']);
    // A toast under a pointer stays.
    await toast.hover();
    for (const [width, height] of [
      [320, 568],
      [390, 844],
      [768, 1024],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => coveredByToasts(page, dialog), { message: `${width} px` }).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await toast.hover();
    // By keyboard, so that the pointer still holds the toast.
    await amount.press('Enter');
    await expect(toast).toBeHidden();
  });

  await test.step('a cancelled code is gone', async () => {
    await expect(code).toBeVisible();
    // Another provider's view is read anew: its code may have been replaced.
    const readAnew = page.waitForRequest(/\/api\/qrcode\/WW$/);
    await chooseProvider('WW');
    await readAnew;
    await chooseProvider('FP');
    await press(th['action.cancel']);
    await expect(code).toBeHidden();
    await expect(amount).toBeVisible();
    expect((await world.call('GET /api/qrcode/FP', { token })).body).toMatchObject({ hasQrcode: false });
  });

  await test.step('a code waits for the member who comes back, and is gone when its time is over', async () => {
    await press('50');
    await press(th['deposit.qr.create']);
    await expect(code).toBeVisible();
    await press(th['deposit.qr.done']);
    await expectToast(page, th['deposit.qr.refresh']);
    await expect(dialog).toBeHidden();
    await openDeposit(page);
    await expect(code).toHaveAccessibleName(/ 50\.00/);
    await page.reload();
    // The provider that was used last is chosen.
    await openDeposit(page);
    await expect(code).toHaveAccessibleName(/ 50\.00/);

    await world.moveClock(QR_LIFE_SECONDS);
    await comeBackTo(page);
    await expect(dialog.getByText(th['deposit.qr.expired.title'])).toBeVisible();
    await expect(code).toBeHidden();
    await press(th['deposit.qr.again']);
    await expect(amount).toBeVisible();
  });

  await test.step('a code that is paid at the bank is reported on the sheet, and is in the balance and the statement', async () => {
    await chooseProvider('WW');
    await press('300');
    await press(th['deposit.qr.create']);
    await expect(code).toHaveAccessibleName(/300\.00/);
    await expect(timer).toHaveText(/^(?:10:00|09:[0-5]\d)$/);
    const first = String(await timer.textContent());
    await expect.poll(async () => String(await timer.textContent()) < first).toBe(true);

    const bank = await openBankApp(page, world);
    await bank.pay('300.00 BAHT to WW');
    await expect(news).toContainText('+฿300.00');
    await expect(dialog.getByRole('tablist')).toHaveCount(0);
    await press(th['deposit.arrived.play']);
    await expect(dialog).toBeHidden();
    await expectMoney(page, { total: '฿450.50', main: '฿450.50' });
    await expect(page.getByText(filled(th['outcome.arrived'], { amount: baht('300.00') }))).toHaveCount(0);
    await expect(page.getByRole('list', { name: th['outcome.list'], exact: true })).toHaveCount(0);
    const { entries } = await goToStatement(page);
    await expect(entries).toHaveCount(2);
    await expectEntry(
      entries.first(),
      filled(th['statement.deposit'], { from: 'KBANK' }),
      '+300.00',
      th['state.success'],
    );
  });
});

test('after a deposit “Play” leads to the game played last with the amount, and the next deposit offers way and amount again', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 100_00);
  await world.openAccount(member, 'pg', 100);
  const token = await world.tokenOf(member);
  await enter(page, world, member);
  const { chooseProvider, provider, amount, press, close, dialog, code } = await openDeposit(page, 'qr');
  await chooseProvider('PAYTIMZ');
  await amount.fill('150.50');
  await press(th['deposit.qr.create']);
  await expect(code).toBeVisible();
  const made = await world.call('GET /api/qrcode/PAYTIMZ', { token });
  await world.pay(String(made.body.qrcodeId));
  await press(th['deposit.arrived.play']);
  await expect(dialog).toBeHidden();
  const game = page.getByRole('dialog', { name: 'PG', exact: true });
  await expect(game.getByLabel(th['game.amount'], { exact: true })).toHaveValue('150.50');
  await game.getByRole('button', { name: th['action.close'], exact: true }).click();

  await openDeposit(page);
  await expect(provider('PAYTIMZ')).toBeChecked();
  await expect(amount).toHaveValue('150.50');
  await close();

  await test.step('a device that hides money offers no amount', async () => {
    await button(page, th['home.hide']).click();
    await openDeposit(page);
    await expect(provider('PAYTIMZ')).toBeChecked();
    await expect(amount).toHaveValue('');
    await close();
    await button(page, th['home.show']).click();
  });

  await test.step('nor is one offered to whoever signs in next', async () => {
    await button(page, th['menu.logOut']).click();
    const next = await world.newMember();
    await enter(page, world, next);
    await openDeposit(page);
    await expect(amount).toHaveValue('');
  });
});
