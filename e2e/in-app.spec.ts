import { expectMoney, gameTable, openSheet } from './home.ts';
import { button, en, enter, filled, th } from './member.ts';
import { closeSlips, openDeposit } from './money.ts';
import { expect, test } from './world.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BROWSERS = [
  { app: 'LINE', on: 'Android', userAgent: `${ANDROID} Line/14.19.1/IAB` },
  { app: 'Facebook', on: 'Android', userAgent: `${ANDROID} [FB_IAB/FB4A;FBAV/490.0.0.63.82;]` },
  { app: 'Instagram', on: 'an iPhone', userAgent: `${IPHONE} Mobile/22B83 Instagram 358.0.6.27.102 (iPhone14,5)` },
] as const;

for (const { app, on, userAgent } of BROWSERS)
  test.describe(`in the browser of ${app} on ${on}`, () => {
    test.use({ userAgent });

    test('a game is played in the same tab, and going back from it leads home', async ({ page, world }) => {
      const member = await world.newMember();
      await world.giveMoney(member.id, 100_00);
      const accounts = {
        PG: await world.openAccount(member, 'pg', 40),
        Joker: await world.openAccount(member, 'joker'),
      };
      await enter(page, world, member);
      for (const [name, { username, password }] of Object.entries(accounts)) {
        const sheet = await openSheet(page, name);
        await expect(sheet.dialog.getByRole('link')).toHaveCount(0);
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        await sheet.press(th['game.play']);
        await gameTable(page).signedIn(username);
        expect(page.url()).toContain(world.sandboxUrl);
        expect(asked.filter((address) => address.includes(password))).toEqual([]);
        expect(page.context().pages()).toHaveLength(1);
        await page.goBack();
        await expect(page).toHaveURL('/user/home');
        await expectMoney(page, { total: '฿100.00' });
        await page.keyboard.press('Escape');
        await expect(button(page, th['home.withdraw'])).toBeVisible();
      }
    });

    test('no file is offered, a slip can be sent, and a line leads to the phone’s own browser', async ({
      page,
      context,
      world,
    }) => {
      await closeSlips(world, '00:00', '00:00');
      const hint = page.getByRole('complementary').filter({ hasText: filled(th['inApp.text'], { app }) });
      const expectWayOut = async (path: string) => {
        await expect(hint).toHaveCount(1);
        const out = hint.getByRole('link', { name: th['inApp.open'] });
        const { host } = new URL(world.url);
        if (app === 'LINE') await expect(out).toHaveAttribute('href', `${world.url}${path}?openExternalBrowser=1`);
        else if (on === 'Android')
          await expect(out).toHaveAttribute('href', new RegExp(`^intent://${host}${path}#Intent;scheme=http;.*;end$`));
        else {
          await expect(hint).toContainText(th['inApp.menu']);
          await expect(hint.getByRole('button')).toHaveAccessibleName(`${th['action.copy']} ${th['inApp.address']}`);
        }
      };
      await page.goto('/login');
      await expectWayOut('/login');

      await enter(page, world, await world.newMember(), '/user/statement');
      await expect(page.getByText(th['statement.none'])).toBeVisible();
      await expect(button(page, th['statement.export'])).toHaveCount(0);
      await expectWayOut('/user/statement');

      await page.getByRole('navigation').getByRole('link', { name: th['menu.home'] }).click();
      await expectMoney(page, { total: '฿0.00' });
      await expectWayOut('/user/home');
      const { slip, dialog, press } = await openDeposit(page, 'bank');
      expect(await slip.evaluate((input) => input.hasAttribute('capture'))).toBe(false);
      await slip.setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: await page.screenshot() });
      await press(th['deposit.slip.send']);
      await expect(dialog.getByText(th['error.SLIP_RECEIVED'], { exact: true })).toBeVisible();
      expect(context.pages()).toHaveLength(1);
    });

    test('a QR code is saved by a screenshot, which the sheet says', async ({ page, world }) => {
      await enter(page, world, await world.newMember());
      const { dialog, amount, press, code } = await openDeposit(page, 'qr');
      await amount.fill('100');
      await press(th['deposit.qr.create']);
      await expect(code).toBeVisible();
      await expect(dialog.getByText(th['deposit.qr.screenshot'])).toBeVisible();
      await expect(dialog.getByRole('button', { name: th['deposit.qr.save'] })).toHaveCount(0);
    });
  });

test('the phone’s own browser is offered no way out, and files as before', async ({ page, world }) => {
  await enter(page, world, await world.newMember(), '/user/statement');
  await expect(page.getByText(th['statement.none'])).toBeVisible();
  await expect(button(page, th['statement.export'])).toBeVisible();
  for (const { 'inApp.open': open } of [th, en]) await expect(page.getByRole('link', { name: open })).toHaveCount(0);
});
