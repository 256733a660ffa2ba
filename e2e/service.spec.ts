import type { Locator, Page } from '@playwright/test';
import { button, en, enter, field, signIn, th, VERSION } from './member.ts';
import { expect, test } from './world.ts';

test.describe('a service that is gone', () => {
  test.afterEach(async ({ world }) => world.operator('service', 'active'));

  test('is told to a visitor on the login page, until it is back', async ({ page, world }) => {
    await world.operator('service', 'gone');
    await page.goto('/login');
    await expect(page).toHaveURL('/terminated');
    await expect(page.getByRole('heading', { name: th['terminated.title'] })).toBeVisible();
    await expect(page.locator('body[data-terminated]')).toHaveCount(1);

    await world.operator('service', 'active');
    await page.getByRole('link', { name: th['action.retry'] }).click();
    await expect(field(page, th['login.phone'])).toBeVisible();
    await expect(page.locator('body[data-terminated]')).toHaveCount(0);
  });

  test('is told to a member at the next call, whichever it is', async ({ page, world }) => {
    await signIn(page, await world.newMember());
    await expect(page.getByText('฿0.00').first()).toBeVisible();
    await world.operator('service', 'gone');
    // The page may have made the next call by itself, and show the gone page already.
    const goneHeading = page.getByRole('heading', { name: th['terminated.title'] });
    await button(page, th['home.refresh']).or(goneHeading).first().click();
    await expect(page).toHaveURL('/terminated');
    await page.goto('/user/profile');
    await expect(page).toHaveURL('/terminated');
    await page.goto('/user/contact');
    await expect(page).toHaveURL('/terminated');
  });
});

test('an unknown address says so and leads home', async ({ page, world }) => {
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { level: 1, name: th['notFound.title'] })).toBeVisible();
  await enter(page, world, await world.newMember());
  await page.goto('/user/no-such-page');
  await expect(page.getByRole('heading', { level: 1, name: th['notFound.title'] })).toBeVisible();
  await page.getByRole('link', { name: th['notFound.home'] }).click();
  await expect(page).toHaveURL('/user/home');
});

test('in English an unknown address is Page Not Found', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
});

/** Checks the contact page. Returns how far below the top of its place it begins. */
async function expectContact(page: Page): Promise<number> {
  await expect(page.getByText(VERSION)).toBeVisible();
  const qr = page.getByRole('img', { name: '@krapao' });
  await expect(qr).toBeVisible();
  await expect.poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const link = page.getByRole('link', { name: th['contact.open'] });
  await expect(link).toHaveAttribute('href', 'https://line.me/R/ti/p/@krapao');
  await expect(link).toHaveAttribute('target', '_blank');
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  return (await topOf(page.getByRole('heading', { level: 1 }))) - (await topOf(page.getByRole('main')));
}

test('the contact page is the same for visitors and members, lower down for members', async ({ page, world }) => {
  await page.goto('/contact');
  expect(await expectContact(page)).toBe(0);
  await enter(page, world, await world.newMember());
  await page.getByRole('navigation').getByRole('link', { name: th['menu.contact'] }).click();
  await expect(page).toHaveURL('/user/contact');
  expect(await expectContact(page)).toBeGreaterThan(0);
});

/** Every address that the pages link to, from `start` on. */
async function crawl(page: Page, start: string): Promise<Map<string, string>> {
  const headings = new Map<string, string>();
  const waiting = [start];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (headings.has(path)) continue;
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeAttached();
    await expect(page.locator('.animate-shimmer'), 'what is still on its way may hold a link').toHaveCount(0);
    headings.set(path, (await heading.textContent()) ?? '');
    const links = await page
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    const { origin } = new URL(page.url());
    for (const link of links.map((href) => new URL(href)))
      if (link.origin === origin && !link.hash) waiting.push(link.pathname + link.search);
  }
  return headings;
}

test('no link of a visitor or a member is dead', async ({ page, world }) => {
  const visited = await crawl(page, '/login');
  expect([...visited.keys()].sort()).toEqual(['/contact', '/howto', '/login', '/register']);
  await enter(page, world, await world.newMember());
  await expect(page.getByText('฿0.00').first()).toBeVisible();
  const seen = await crawl(page, '/user/home');
  const screens = ['bonus', 'contact', 'home', 'profile', 'spin', 'statement'].map((name) => `/user/${name}`);
  expect([...seen.keys()].sort()).toEqual(screens);
  for (const headings of [visited, seen])
    for (const notFound of [th, en]) expect([...headings.values()]).not.toContain(notFound['notFound.title']);
});
