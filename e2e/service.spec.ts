import type { Locator, Page } from '@playwright/test';
import { IN_FULL } from '../world/tier.ts';
import { chatOf } from './chat.ts';
import { comeBackTo } from './home.ts';
import { button, en, enter, field, th, VERSION, watchCalls } from './member.ts';
import { expect, test, type World } from './world.ts';

test('a service that is gone is told to a member at the next call, and to a visitor until it is back', async ({
  page,
  world,
}) => {
  await enter(page, world, await world.newMember(), '/user/contact');
  await expect(page.getByText(VERSION)).toBeVisible();
  await world.operator('service', 'gone');

  await test.step('a member is told at the next call, whichever it is', async () => {
    // The page may have made the next call by itself, and show the gone page already.
    const goneHeading = page.getByRole('heading', { name: th['terminated.title'] });
    // No page has read the statement before, so this one makes a call.
    const statement = page.getByRole('navigation').locator('a[href="/user/statement"]');
    await statement.or(goneHeading).first().click();
    await expect(page).toHaveURL('/terminated');
    for (const path of ['/user/statement', '/user/home']) {
      await page.goto(path);
      await expect(page, path).toHaveURL('/terminated');
    }
  });

  await test.step('support is reached all the same, by its address and in the chat', async () => {
    await page.getByRole('main').getByRole('link', { name: th['menu.contact'] }).click();
    await expect(page).toHaveURL('/user/contact');
    await expect(page.getByRole('link', { name: th['contact.open'] })).toBeVisible();
    await button(page, th['chat.start']).click();
    const { say, log, expectSent } = chatOf(page);
    await say('my money');
    await expect(log.getByText('my money')).toBeVisible();
    await expectSent();
  });

  await test.step('a visitor is told on the login page, until the service is back', async () => {
    await page.goto('/login');
    await expect(page).toHaveURL('/terminated');
    await expect(page.getByRole('heading', { name: th['terminated.title'] })).toBeVisible();
    await expect(page.locator('body[data-terminated]')).toHaveCount(1);

    await world.operator('service', 'active');
    await page.getByRole('link', { name: th['action.retry'] }).click();
    await expect(field(page, th['login.phone'])).toBeVisible();
    await expect(page.locator('body[data-terminated]')).toHaveCount(0);
  });
});

test('a member who comes by the menu reaches support after the service is gone, and no watch reads from there', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await enter(page, world, member);
  const menu = page.getByRole('navigation');
  await expect(page.getByRole('region', { name: th['home.total'], exact: true })).toBeVisible();
  await world.operator('service', 'gone');
  // The wallet is known to this page, so its watches would go on reading.
  await menu.locator('a[href="/user/statement"]').click();
  await expect(page).toHaveURL('/terminated');

  await test.step('the contact page stays, also when the member comes back to the tab', async () => {
    const calls = watchCalls(page);
    await page.getByRole('main').getByRole('link', { name: th['menu.contact'] }).click();
    await expect(page.getByRole('link', { name: th['contact.open'] })).toBeVisible();
    await comeBackTo(page);
    await button(page, th['chat.start']).click();
    const { say, log, expectSent } = chatOf(page);
    await say('where is my money');
    await expect(log.getByText('where is my money')).toBeVisible();
    await expectSent();
    await expect(page).toHaveURL('/user/contact');
    expect(calls.filter((call) => /statement|wallet/.test(call))).toEqual([]);
  });

  await test.step('a call that is answered gone on the contact page leaves the member there', async () => {
    await page.keyboard.press('Escape');
    await menu.locator('a[href="/user/statement"]').click();
    await expect(page).toHaveURL('/terminated');
    await page.getByRole('main').getByRole('link', { name: th['menu.contact'] }).click();
    await expect(page).toHaveURL('/user/contact');
  });

  await test.step('once the service is back the watches read again', async () => {
    await world.operator('service', 'active');
    await menu.locator('a[href="/user/home"]').click();
    await expect(page.getByRole('region', { name: th['home.total'], exact: true })).toBeVisible();
    await world.giveMoney(member.id, 123_45);
    // The watch over coming back is there once the wallet was read: a return before that is not seen.
    await expect(async () => {
      await comeBackTo(page);
      await expect(page.getByRole('region', { name: th['home.total'], exact: true })).toContainText('123.45', {
        timeout: 2_000,
      });
    }).toPass();
  });
});

test('an unknown address says so in the chosen language, and leads home', async ({ page, world }) => {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await page.goto('/no-such-page');
  await expect(heading(th['notFound.title'])).toBeVisible();
  await page.evaluate(() => localStorage.setItem('locale', 'en'));
  await page.goto('/no/such/page');
  await expect(heading('Page Not Found')).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('locale'));
  await enter(page, world, await world.newMember(), '/user/no-such-page');
  await expect(heading(th['notFound.title'])).toBeVisible();
  await page.getByRole('link', { name: th['notFound.home'] }).click();
  await expect(page).toHaveURL('/user/home');
});

/** Checks the contact page. Returns how far below the top of its place it begins. */
async function expectContact(page: Page, world: World): Promise<number> {
  await expect(page.getByText(VERSION)).toBeVisible();
  const { body } = await world.call('GET /api/lookup/contact?locale=th');
  await expect(page.getByText(String(body.contactText))).toBeVisible();
  const qr = page.getByRole('img', { name: '@krapao' });
  await expect(qr).toBeVisible();
  await expect.poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const link = page.getByRole('link', { name: th['contact.open'] });
  await expect(link).toHaveAttribute('href', 'https://line.me/R/ti/p/@krapao');
  await expect(link).toHaveAttribute('target', '_blank');
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  return (await topOf(page.getByRole('heading', { level: 1 }))) - (await topOf(page.getByRole('main')));
}

/** As a link does: the app stays loaded, and shows another page, which has a heading of its own. */
async function goWithin(page: Page, path: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  const before = (await heading.textContent()) ?? '';
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await expect(heading).not.toHaveText(before);
}

const VISITORS_MENU = ['/login', '/register', '/howto', '/contact'];
/** The entry without an address opens the conditions. */
const MEMBERS_MENU = ['/user/home', '/user/statement', null, '/user/contact', '/user/profile'];

/** Where the entries of the menu at the bottom lead. */
const menuOf = (page: Page) =>
  page
    .getByRole('navigation', { name: th['menu.label'], exact: true })
    .locator('a, button')
    .evaluateAll((all) => all.map((entry) => entry.getAttribute('href')));

type Visit = (path: string) => Promise<void>;

/** The headings of all addresses that the pages link to, from `start` on. Each page is looked at by `visit`. */
async function crawl(page: Page, start: string, visit: Visit): Promise<Map<string, string>> {
  const headings = new Map<string, string>();
  const waiting = [start];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (headings.has(path)) continue;
    await (headings.size === 0 ? page.goto(path) : goWithin(page, path));
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeAttached();
    await expect(page.locator('.animate-shimmer'), 'what is still on its way may hold a link').toHaveCount(0);
    headings.set(path, (await heading.textContent()) ?? '');
    await visit(path);
    const links = await page
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    const { origin } = new URL(page.url());
    for (const link of links.map((href) => new URL(href)))
      if (link.origin === origin && !link.hash) waiting.push(link.pathname + link.search);
  }
  return headings;
}

test(
  'no link of a visitor or a member is dead, and both read the same contact page, the member lower down',
  IN_FULL,
  async ({ page, world }) => {
    const placeOfContact = new Map<string, number>();
    const visit: Visit = async (path) => {
      const isMembers = path.startsWith('/user/');
      expect(await menuOf(page), path).toEqual(isMembers ? MEMBERS_MENU : VISITORS_MENU);
      if (path.endsWith('/contact')) placeOfContact.set(path, await expectContact(page, world));
    };
    const visited = await crawl(page, '/login', visit);
    expect([...visited.keys()].sort()).toEqual(['/contact', '/howto', '/login', '/register', '/reset']);

    const token = await world.tokenOf(await world.newMember());
    await page.addInitScript((stored) => sessionStorage.setItem('token', stored), token);
    const seen = await crawl(page, '/user/home', visit);
    const screens = ['bonus', 'contact', 'home', 'howto', 'profile', 'spin', 'statement'].map(
      (name) => `/user/${name}`,
    );
    expect([...seen.keys()].sort()).toEqual(screens);
    for (const headings of [visited, seen])
      for (const notFound of [th, en]) expect([...headings.values()]).not.toContain(notFound['notFound.title']);

    expect(placeOfContact.get('/contact')).toBe(0);
    expect(placeOfContact.get('/user/contact')).toBeGreaterThan(0);
  },
);

test('a page that was opened while the service was away fills by itself once it is back', async ({ page, world }) => {
  const statement = '**/api/statement*';
  await page.route(statement, (route) => route.fulfill({ status: 503, json: { message: 'SERVICE_UNAVAILABLE' } }));
  await enter(page, world, await world.newMember(), '/user/statement');
  const failure = page.getByRole('alert').filter({ hasText: th['statement.unread'] });
  await expect(failure).toBeVisible();
  await page.unroute(statement);
  await expect(failure).toHaveCount(0, { timeout: 30_000 });
});
