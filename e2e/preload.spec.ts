import type { Page } from '@playwright/test';
import { enter } from './member.ts';
import { openDeposit, openWithdraw } from './money.ts';
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

test.describe('the screens and dialogs that a member may open next', () => {
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
});
