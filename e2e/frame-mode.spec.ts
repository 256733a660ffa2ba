import { IN_FULL } from '../world/tier.ts';
import { expectMoney, gameCard, gameTable, openSheet, stopRegularReading } from './home.ts';
import { button, enter, th } from './member.ts';
import { expect, test } from './world.ts';

test.use({ iframeMode: true });

test(
  'a game is played inside the app, entered by a link or a form, and left by its button or the back button with the balance fresh',
  IN_FULL,
  async ({ page, world }) => {
    const member = await world.newMember();
    await world.giveMoney(member.id, 400_00);
    const pg = await world.openAccount(member, 'pg', 40);
    const joker = await world.openAccount(member, 'joker', 100);
    await stopRegularReading(page);
    await enter(page, world, member, '/user/profile');
    await page.getByRole('navigation').getByRole('link', { name: th['menu.home'] }).click();

    await test.step('a game that is entered by a form is left by the back button of the browser', async () => {
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(request.url()));
      await (await openSheet(page, 'Joker')).press(th['game.play']);
      const frame = page.locator('iframe[title="Joker"]');
      const table = gameTable(frame.contentFrame());
      await table.signedIn(joker.username);
      await table.play('10', 'Lose');
      await table.has('90.00');
      expect(addresses.filter((address) => address.includes(joker.password))).toEqual([]);

      await page.goBack();
      await expect(frame).toBeHidden();
      await expect(page).toHaveURL('/user/home');
      await page.keyboard.press('Escape');
      await expect(gameCard(page, 'Joker')).toContainText('฿90.00');
      await expectMoney(page, { total: '฿390.00', main: '฿260.00', games: '฿130.00' });
    });

    await test.step('a game that is entered by a link is left by its button', async () => {
      const sheet = await openSheet(page, 'PG');
      await sheet.amount.fill('60');
      await sheet.press(th['game.transferAndPlay']);
      const frame = page.locator('iframe[title="PG"]');
      const table = gameTable(frame.contentFrame());
      await table.signedIn(pg.username);
      await table.has('100.00');
      const box = await frame.boundingBox();
      expect(box).toMatchObject({ x: 0, width: 390 });
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844);
      expect(page.context().pages()).toHaveLength(1);
      await table.play('50', 'Win');
      await table.has('150.00');

      await button(page, th['game.leave']).click();
      await expect(frame).toBeHidden();
      await expect(sheet.dialog.getByText('฿150.00', { exact: true })).toBeVisible();
      await sheet.close();
      await expectMoney(page, { total: '฿440.00', main: '฿200.00', games: '฿240.00' });
      await expect(page).toHaveURL('/user/home');
    });

    // The back button does not lead into the game again.
    await page.goBack();
    await expect(page).toHaveURL('/user/profile');
  },
);
