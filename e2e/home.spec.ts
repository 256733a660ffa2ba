import type { Locator } from '@playwright/test';
import { dismissToasts, expectMoney, expectToast, gameCard, openSheet, stopRegularReading, toastOf } from './home.ts';
import { breakUntilRetried, button, enter, filled, signIn, th } from './member.ts';
import { expect, test } from './world.ts';

const DEMO = { phone: '0812345678', password: 'krapao-demo' };

test.describe('the balance', () => {
  test.use({ expectedError: /net::ERR_INTERNET_DISCONNECTED$/ });

  test('of a new member is nothing, grows by a refresh, and stays on the screen when a refresh or the network fails', async ({
    page,
    world,
  }) => {
    const member = await world.newMember();
    const balance = page.getByRole('region', { name: th['home.total'] });
    const readAt = balance.getByTitle(new RegExp(`^${th['home.updated'].split(' {')[0]}`));
    await page.clock.install({ time: '2027-03-01T09:15:00+07:00' });

    await test.step('a balance that cannot be read offers to try again', async () => {
      const retry = await breakUntilRetried(page, '**/api/wallet', 500, 'INTERNAL_SERVER_ERROR');
      await enter(page, world, member);
      await expect(page.getByRole('alert')).toContainText(th['error.INTERNAL_SERVER_ERROR']);
      await expect(page.getByText('฿')).toHaveCount(0);
      await retry();
      await expectMoney(page, { total: '฿0.00' });
      await expect(page.getByRole('alert')).toBeHidden();
    });

    await test.step('a new member has nothing yet, and is shown the first step', async () => {
      await expect(page.getByText(member.name)).toBeVisible();
      // One zero, where the total will be.
      await expect(balance.getByText(/฿/)).toHaveCount(1);
      const receive = button(page, `${th['home.receive']} ${th['home.inviteBonus']}`);
      await expect(receive).toBeDisabled();
      await expect(receive).toHaveAccessibleDescription(th['home.inviteHow']);
      const steps = page.getByRole('list', { name: th['home.first.title'], exact: true }).getByRole('listitem');
      await expect(steps).toHaveText([
        new RegExp(th['home.first.deposit']),
        new RegExp(th['home.first.game']),
        new RegExp(th['home.first.withdraw']),
      ]);
      await expect(button(page, th['home.first.button'])).toBeVisible();
      await readAt.click();
      await expect(readAt).toHaveText(/^01\/03\/2027 09:15:\d\d$/);
    });

    await test.step('refreshing shows money that has arrived, and the time of the reading', async () => {
      await world.giveMoney(member.id, 1_234_56);
      await page.clock.fastForward('02:00:00');
      await button(page, th['home.refresh']).click();
      await expect(page.getByText(th['home.refreshed'])).toBeVisible();
      await expect(page.getByText('฿1,234.56').first()).toBeVisible();
      await expect(button(page, th['home.first.button'])).toBeHidden();
      await expect(readAt).toHaveText(/^01\/03\/2027 11:15:\d\d$/);
      expect(await page.evaluate(() => localStorage.getItem('last_sync'))).toContain('01/03/2027 11:15');
    });

    await test.step('a refresh that fails is reported and leaves the balance as it was', async () => {
      await page.route('**/api/wallet/refresh/slot', (route) => route.abort());
      await button(page, th['home.refresh']).click();
      await expect(page.getByText(th['error.NETWORK_ERROR']).first()).toBeVisible();
      const menuTop = (await page.getByRole('navigation', { name: th['menu.label'] }).boundingBox())?.y ?? 0;
      const toastEnds = async () => {
        const { y = 0, height = 0 } = (await toastOf(page, th['error.NETWORK_ERROR']).boundingBox()) ?? {};
        return { isBelowTheHeader: y > menuTop / 2, isAboveTheMenu: y + height <= menuTop };
      };
      await expect.poll(toastEnds).toEqual({ isBelowTheHeader: true, isAboveTheMenu: true });
      await expect(page.getByText('฿1,234.56').first()).toBeVisible();
      await expect(button(page, th['home.refresh'])).toBeEnabled();
      await page.unroute('**/api/wallet/refresh/slot');
    });

    await test.step('a member who goes offline is told, and told no more once back', async () => {
      await page.context().setOffline(true);
      await expect(page.getByText(th['state.offline'])).toBeVisible();
      await expect(page.getByText('฿1,234.56').first()).toBeVisible();
      await page.context().setOffline(false);
      await expect(page.getByText(th['state.offline'])).toBeHidden();
    });
  });
});

test('a refresh says that the balance is updated only where the games were read, and as of when it is otherwise', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 500_00);
  const { username } = await world.openAccount(member, 'pg', 200);
  await stopRegularReading(page);
  await enter(page, world, member);
  await expectMoney(page, { total: '฿500.00' });
  const refreshes = '**/api/wallet/refresh/slot';

  await test.step('an answer that asked no game tells the time of the last reading', async () => {
    const answered = page.waitForResponse('**/api/wallet');
    await page.reload();
    const known = await (await answered).json();
    const { asOf } = known.slots.find(({ code }: { code: string }) => code === 'pg');
    const time = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: 'Asia/Bangkok', dateStyle: 'short', timeStyle: 'medium' },
    } as const)
      .format(new Date(asOf))
      .replace(',', '');
    for (const url of [refreshes, '**/api/wallet']) await page.route(url, (route) => route.fulfill({ json: known }));
    await button(page, th['home.refresh']).click();
    await expectToast(page, filled(th['home.notRead'], { time }));
    await expect(page.getByText(th['home.refreshed'])).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('last_sync'))).toBe(time);
    for (const url of [refreshes, '**/api/wallet']) await page.unroute(url);
  });

  await test.step('one that read them says so', async () => {
    await dismissToasts(page);
    await world.round('pg', username, { stake: 50, win: 0 });
    await button(page, th['home.refresh']).click();
    await expectToast(page, th['home.refreshed']);
    await expectMoney(page, { total: '฿450.00' });
  });
});

/** How many cards of a row can be seen whole before it slides. */
const cardsInSight = (rail: Locator) =>
  rail.getByRole('list').evaluate((list) => {
    const { left, right } = list.getBoundingClientRect();
    const isWhole = (card: Element) => {
      const box = card.getBoundingClientRect();
      return box.left >= left - 1 && box.right <= right + 1;
    };
    return [...list.children].filter(isWhole).length;
  });

test('the demo member has 12,480.50 baht in all, in the main wallet and two games, and games stand in rows that slide', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, DEMO);
  await expectMoney(page, { total: '฿12,480.50', main: '฿8,200.00', games: '฿4,280.50' });
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(10, 12, 17)');
  const credit = (amount: string) => filled(th['home.credit'], { amount });
  await expect(gameCard(page, 'PG')).toHaveAccessibleName(`PG ฿1,250.00 ≈ ${credit('125.00')} ${th['home.viewData']}`);
  await expect(gameCard(page, 'Joker')).toHaveAccessibleName(
    `Joker ฿3,030.50 ≈ ${credit('303.05')} ${th['home.viewData']}`,
  );

  const rail = (name: string) => page.getByRole('region', { name, exact: true });
  for (const [name, count] of [
    [th['home.slot'], 7],
    [th['home.sport'], 6],
    [th['home.lotto'], 3],
  ] as const)
    await expect(rail(name).getByRole('listitem')).toHaveCount(count);
  for (const name of [th['home.slot'], th['home.sport'], th['home.lotto']])
    expect(await cardsInSight(rail(name))).toBe(3);
  const [background, logo] = [gameCard(page, 'PG').locator('img').first(), gameCard(page, 'PG').locator('img').last()];
  await expect(background).toHaveAttribute('src', '/art/games/pg-background.svg');
  await expect(logo).toHaveAttribute('src', '/art/games/pg-logo.svg');
  const { width = 0, height = 1 } = (await background.boundingBox()) ?? {};
  expect(width / height).toBeCloseTo(300 / 211, 1);

  const [first, last] = [gameCard(page, 'PG'), gameCard(page, 'AreaSlot')];
  const arrow = (text: string) => button(page, filled(text, { name: th['home.slot'] }));
  await expect(first).toBeInViewport();
  await expect(last).not.toBeInViewport();
  await expect(arrow(th['rail.back'])).toBeDisabled();
  await arrow(th['rail.on']).click();
  await expect(first).not.toBeInViewport();
  await arrow(th['rail.on']).click();
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(arrow(th['rail.on'])).toBeDisabled();
  await expect(arrow(th['rail.back'])).toBeEnabled();
  // Three games fit into the row, so it does not slide.
  await expect(button(page, filled(th['rail.on'], { name: th['home.lotto'] }))).toBeHidden();

  await test.step('every page begins at the same left edge, and home stays lit on the pages that it leads to', async () => {
    const menu = page.getByRole('navigation', { name: th['menu.label'] });
    const edge = (await page.getByRole('region', { name: th['home.total'] }).boundingBox())?.x;
    for (const name of [th['menu.profile'], th['menu.statement'], th['menu.contact']]) {
      await menu.getByRole('link', { name, exact: true }).click();
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText(name);
      expect([name, (await heading.boundingBox())?.x]).toEqual([name, edge]);
    }
    await menu.getByRole('link', { name: th['menu.home'], exact: true }).click();
    await page.getByRole('link', { name: th['home.bonus'] }).click();
    await expect(page).toHaveURL('/user/bonus');
    await expect(menu.locator('[aria-current]')).toHaveText(th['menu.home']);
    await page.getByRole('main').getByRole('link', { name: th['menu.home'], exact: true }).click();
    await expect(page).toHaveURL('/user/home');
  });
});

test('a game whose provider is silent shows the last known balance and its age', async ({ page, world }) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 100_00);
  const { username } = await world.openAccount(member, 'circus', 40);
  await enter(page, world, member);
  await expect(gameCard(page, 'Circus')).toContainText('฿40.00');
  const since = new RegExp(filled(th['home.staleAt'], { time: '\\d\\d:\\d\\d' }));
  await expect(gameCard(page, 'Circus')).not.toContainText(since);
  await world.fault({ target: 'games/circus', mode: 'timeout-before', call: 'balance' });
  try {
    await world.round('circus', username, { stake: 10, win: 0 });
    await button(page, th['home.refresh']).click();
    await expect(gameCard(page, 'Circus')).toContainText(since);
    await expectMoney(page, { total: '฿100.00', main: '฿60.00', games: '฿40.00' });
  } finally {
    await world.fault({ target: 'games/circus', mode: 'ok' });
  }
  await button(page, th['home.refresh']).click();
  await expect(gameCard(page, 'Circus')).toContainText('฿30.00');
  await expect(gameCard(page, 'Circus')).not.toContainText(since);

  await test.step('back closes the dialog on top, then the sheet, and leads to nothing that was closed', async () => {
    const { dialog, unfold, press, close } = await openSheet(page, 'Circus');
    const question = page.getByRole('alertdialog');
    await unfold();
    await press(th['game.reset']);
    await expect(question).toBeVisible();
    await page.goBack();
    await expect(question).toBeHidden();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await page.goForward();
    await expect(page).toHaveURL('/user/home');
    await openSheet(page, 'Circus');
    await close();
    await page.getByRole('link', { name: th['home.bonus'] }).click();
    await expect(page).toHaveURL('/user/bonus');
    await page.goBack();
    await expect(page).toHaveURL('/user/home');
    await page.goForward();
    await page.getByRole('navigation').getByRole('link', { name: th['menu.home'] }).click();
    await openSheet(page, 'Circus');
    await page.reload();
    await expect(gameCard(page, 'Circus')).toBeVisible();
    await expect(dialog).toBeHidden();
    await openSheet(page, 'Circus');
    await close();
    await page.goBack();
    await expect(page).toHaveURL('/user/bonus');
    await page.goForward();
  });

  await test.step('a sheet is pulled shut by its handle, and comes back when it is pulled a little', async () => {
    const { dialog } = await openSheet(page, 'Circus');
    // By its own translation: where it lies also depends on its height, which a reading that is late changes.
    const isPulledBy = (translation: string) => expect(dialog).toHaveCSS('translate', translation);
    const pull = async (distance: number) => {
      const handle = ((await dialog.boundingBox())?.y ?? 0) + 12;
      await page.mouse.move(195, handle);
      await page.mouse.down();
      await page.mouse.move(195, handle + distance, { steps: 4 });
      await isPulledBy(`0px ${distance}px`);
      await page.mouse.up();
    };
    await isPulledBy('none');
    await pull(30);
    await isPulledBy('none');
    await pull(500);
    await expect(dialog).toBeHidden();
  });
});
