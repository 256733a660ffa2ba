import type { Page } from '@playwright/test';
import { IN_FULL } from '../world/tier.ts';
import { expectMoney, expectToast } from './home.ts';
import { button, enter, field, th } from './member.ts';
import { openDeposit, openWithdraw, withdrawButton } from './money.ts';
import { expect, test } from './world.ts';

/** The scripts that the page has fetched, by the name of their screen or dialog. */
function watchScripts(page: Page): Set<string> {
  const names = new Set<string>();
  page.on('requestfinished', (request) => {
    const name = /\/assets\/([\w-]+?)-[\w-]{8}\.js$/.exec(request.url())?.[1];
    if (name) names.add(name);
  });
  return names;
}

test.describe('the screens and dialogs that a member may open next', IN_FULL, () => {
  test.describe('without a data saver', () => {
    test.use({ savesData: false, expectedError: /ERR_INTERNET_DISCONNECTED/ });

    test('are fetched once the page has come to rest, and open although the network has gone', async ({
      page,
      context,
      world,
    }) => {
      const scripts = watchScripts(page);
      await enter(page, world, await world.newMember());
      for (const name of ['deposit-sheet', 'withdraw-sheet', 'statement-page', 'spin-page', 'toast-region'])
        await expect.poll(() => scripts).toContain(name);
      await context.setOffline(true);
      await openWithdraw(page);
    });

    test('are those of home for somebody who begins to sign in', async ({ page }) => {
      const scripts = watchScripts(page);
      await page.goto('/login');
      await expect.poll(() => scripts).toContain('member-shell');
      expect([...scripts]).not.toContain('home-page');
      await field(page, th['login.phone']).fill('08');
      await expect.poll(() => scripts).toContain('home-page');
    });
  });

  test('are fetched on opening for a member who saves data; what shows messages is fetched ahead', async ({
    page,
    world,
  }) => {
    const scripts = watchScripts(page);
    await enter(page, world, await world.newMember());
    await expect.poll(() => scripts).toContain('toast-region');
    expect([...scripts]).not.toContain('deposit-sheet');
    expect([...scripts]).not.toContain('statement-page');
    await openDeposit(page, 'qr');
    expect([...scripts]).toContain('deposit-sheet');
  });

  test.describe('without the network', () => {
    test.use({ expectedError: /ERR_(?:INTERNET_DISCONNECTED|FAILED)|Failed to fetch dynamically imported module/ });

    test('leave the screen as it is, a toast says why, and open once the network is back', async ({
      page,
      context,
      world,
    }) => {
      const scripts = watchScripts(page);
      await enter(page, world, await world.newMember());
      await expect.poll(() => scripts).toContain('toast-region');
      await context.setOffline(true);
      await withdrawButton(page).click();
      await expectToast(page, th['error.NETWORK_ERROR']);
      await expectMoney(page, { total: '฿0.00' });
      await context.setOffline(false);
      await openWithdraw(page);
    });

    test('a screen that cannot be fetched says why beside the menu, and is there once the network is back', async ({
      page,
      context,
      world,
    }) => {
      await enter(page, world, await world.newMember());
      await expectMoney(page, { total: '฿0.00' });
      await context.setOffline(true);
      const menu = page.getByRole('navigation');
      await menu.getByRole('link', { name: th['menu.statementShort'], exact: true }).click();
      await expect(page.getByRole('main').getByRole('alert')).toContainText(th['error.NETWORK_ERROR']);
      await menu.getByRole('link', { name: th['menu.home'], exact: true }).click();
      await expectMoney(page, { total: '฿0.00' });
      await menu.getByRole('link', { name: th['menu.statementShort'], exact: true }).click();
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText(th['statement.none'])).toBeVisible();
    });

    test('a message that cannot be shown yet is shown once its code can be fetched', async ({ page, world }) => {
      const failed: string[] = [];
      page.on('requestfailed', (request) => failed.push(request.url()));
      await page.route('**/assets/toast-region-*.js', (route) => route.abort());
      await enter(page, world, await world.newMember());
      // Once ahead, and once for the toast.
      await expect.poll(() => failed).toHaveLength(1);
      const refresh = button(page, th['home.refresh']);
      await refresh.click();
      await expect.poll(() => failed).toHaveLength(2);
      await expectMoney(page, { total: '฿0.00' });
      await page.unroute('**/assets/toast-region-*.js');
      await refresh.click();
      await expectToast(page, th['home.refreshed']);
    });
  });
});
