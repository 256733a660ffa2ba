import type { Page } from '@playwright/test';
import { expectMoney } from './home.ts';
import { button, enter, enterCredentials, filled, la, type Texts, th } from './member.ts';
import { expect, type Member, test, type World } from './world.ts';

const PAGES = ['home', 'statement', 'profile', 'bonus', 'spin', 'contact', 'howto'].map((name) => `/user/${name}`);

/** Requests of this address wait until the answer is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Signs the member in without the form, to be remembered in this browser. */
async function enterRemembered(page: Page, world: World, member: Member, path = '/user/home'): Promise<void> {
  const token = await world.tokenOf(member);
  // An address of this site at which no app runs.
  await page.goto('/healthz');
  await page.evaluate((given) => localStorage.setItem('token', given), token);
  await page.goto(path);
}

const skeleton = (page: Page) => page.getByRole('main').getByRole('status').first();
const lastBalance = (page: Page, t: Texts = th) => page.getByRole('region', { name: t['home.total'], exact: true });

test.describe('a member’s page before its script has come', () => {
  for (const [locale, texts] of [
    ['th', th],
    ['la', la],
  ] as const)
    test(`shows header, menu and the shape of what is to come: ${locale}`, async ({ page, context, world }) => {
      await context.addCookies([{ name: 'locale', value: locale, url: world.url }]);
      await page.route('**/assets/*.js', (route) => route.abort());
      for (const path of ['/user/home', '/user/statement']) {
        await page.goto(path);
        await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
        const menu = page.getByRole('navigation', { name: texts['menu.label'] });
        await expect(menu.getByRole('link', { name: texts['menu.statementShort'], exact: true })).toBeVisible();
        await expect(skeleton(page)).toBeVisible();
        await expect(skeleton(page)).toContainText(texts['state.loading']);
        await expect(skeleton(page).locator('.animate-shimmer').first()).toBeVisible();
        // Nothing of a member is in a page that everybody is sent.
        await expect(page.getByText('฿')).toHaveCount(0);
        await expect(button(page, texts['menu.logOut'])).toBeDisabled();
        await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
      }
      await expect(page.getByRole('heading', { level: 1, name: texts['statement.title'] })).toBeVisible();
    });
});

for (const path of PAGES)
  test(`${path} is taken over as it was painted: what waits for figures stays until they are there`, async ({
    page,
    world,
  }) => {
    const member = await world.newMember();
    const letScriptsCome = await hold(page, '**/assets/*.js');
    const letCallsCome = await hold(page, '**/api/**');
    const token = await world.tokenOf(member);
    await page.addInitScript((given) => sessionStorage.setItem('token', given), token);
    await page.goto(path, { waitUntil: 'commit' });
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeAttached();
    const painted = await page.evaluateHandle(() => [
      ...document.querySelectorAll('header, nav, main, h1, main [role=status]'),
    ]);
    letScriptsCome();
    await expect(button(page, th['menu.logOut'])).toBeEnabled();
    const areThere = () => painted.evaluate((all) => all.map((one) => [one.localName, one.isConnected]));
    const all = await areThere();
    expect(all.length).toBeGreaterThanOrEqual(path === '/user/howto' ? 4 : 5);
    expect(all.filter(([, isThere]) => !isThere)).toEqual([]);
    letCallsCome();
    if (path === '/user/home') await expectMoney(page, { total: '฿0.00' });
    await expect(page.locator('main [role=status] .animate-shimmer')).toHaveCount(0);
    await expect(heading).toBeAttached();
  });

test('a painted page follows its address: a filtered statement is that statement', async ({ page, world }) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 100_00);
  await enter(page, world, member, '/user/statement?type=withdraw');
  await expect(page.getByText(th['statement.noneFound'])).toBeVisible();
  await expect(page.getByRole('radio', { name: th['statement.type.withdraw'] })).toBeChecked();
  await expect(page).toHaveURL(/\?type=withdraw$/);
});

test('a painted page in another language than the member’s becomes the member’s', async ({ page, world }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'la'));
  await enter(page, world, await world.newMember(), '/user/statement');
  await expect(page.getByRole('heading', { level: 1, name: la['statement.title'] })).toBeVisible();
  await expect(page.getByText(la['statement.none'])).toBeVisible();
});

test('a visitor at a member’s address is led to /login, and back after signing in', async ({ page, world }) => {
  const member = await world.newMember();
  await page.goto('/user/statement?type=deposit');
  await expect(page).toHaveURL(/\/login\?next=/);
  await enterCredentials(page, member);
  await expect(page).toHaveURL(/\/user\/statement\?type=deposit$/);
});

test('while the wallet is read, home shows it as it was last known, dimmed and with its time, and then the new one', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 1_234_56);
  await page.clock.install({ time: '2027-03-01T09:15:00+07:00' });
  await enterRemembered(page, world, member);
  await expectMoney(page, { total: '฿1,234.56' });
  await world.giveMoney(member.id, 1_000_00);

  const letCallsCome = await hold(page, '**/api/wallet');
  await page.clock.setSystemTime('2027-03-01T11:15:00+07:00');
  await page.reload();
  const last = lastBalance(page);
  await expect(last.getByText('฿1,234.56')).toBeVisible();
  await expect(last.getByText('฿1,234.56').locator('xpath=ancestor::p')).toHaveCSS('opacity', '0.6');
  await expect(last.getByText(filled(th['home.staleAt'], { time: '09:15' }))).toBeVisible();
  // Nothing moves money by old figures.
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(skeleton(page)).toBeVisible();
  letCallsCome();
  await expectMoney(page, { total: '฿2,234.56' });
  await expect(page.getByText(filled(th['home.staleAt'], { time: '09:15' }))).toHaveCount(0);
});

test('after a member has signed out and another has signed in, nothing of the first one is ever shown or kept', async ({
  page,
  world,
}) => {
  const [first, second] = [await world.newMember(), await world.newMember()];
  await world.giveMoney(first.id, 7_654_32);
  await page.addInitScript((shown) => {
    const look = () => {
      if (document.body?.textContent?.includes(shown)) sessionStorage.setItem('seen', location.pathname);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  }, '7,654.32');
  const seen = () => page.evaluate(() => sessionStorage.getItem('seen'));
  const kept = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

  await enterRemembered(page, world, first);
  await expectMoney(page, { total: '฿7,654.32' });
  await expect.poll(kept).toContain('765432');
  expect(await seen()).toBe('/user/home');

  await button(page, th['menu.logOut']).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await kept()).not.toContain('765432');
  expect(await kept()).not.toContain('last-wallet');

  await page.evaluate(() => sessionStorage.removeItem('seen'));
  const letCallsCome = await hold(page, '**/api/wallet');
  await enterCredentials(page, second);
  await expect(page).toHaveURL(/\/user\/home$/);
  await expect(skeleton(page)).toBeVisible();
  await expect(lastBalance(page)).toHaveCount(0);
  await page.reload();
  await expect(button(page, th['menu.logOut'])).toBeEnabled();
  await expect(skeleton(page)).toBeVisible();
  await expect(lastBalance(page)).toHaveCount(0);
  letCallsCome();
  await expectMoney(page, { total: '฿0.00' });
  expect(await seen()).toBeNull();
  expect(await kept()).not.toContain('765432');
});
