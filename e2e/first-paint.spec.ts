import type { Page } from '@playwright/test';
import { IN_FULL } from '../world/tier.ts';
import { button, en, enter, field, filled, TEXTS_OF, th, watchCalls } from './member.ts';
import { expect, test } from './world.ts';

/** Notes every move of something that the member already sees, from the first paint on. `forget` begins anew. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    sum: () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0)),
    forget: () =>
      page.evaluate(() => {
        (window as unknown as { shifts: number[] }).shifts.length = 0;
      }),
  };
}

/** Scripts of the app come once this is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  return scripts.resolve;
}

test.describe('without scripts', IN_FULL, () => {
  test.use({ javaScriptEnabled: false });

  for (const [locale, texts] of TEXTS_OF) {
    test(`/login shows its form in the language of the cookie: ${locale}`, async ({ page, context, world }) => {
      await context.addCookies([{ name: 'locale', value: locale, url: world.url }]);
      await page.goto('/login');
      await expect(page.getByRole('heading', { name: texts['login.title'] })).toBeVisible();
      await expect(field(page, texts['login.phone'])).toBeVisible();
      await expect(field(page, texts['login.password'])).toBeVisible();
      const note = page.locator('noscript p');
      await expect(note).toBeVisible();
      await expect(note).toHaveText(texts['state.noScript']);
      await expect(button(page, texts['login.submit'])).toBeDisabled();
      // The style is allowed by the policy: without it the page has no colours.
      await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(10, 12, 17)');
    });
  }
});

test('/login says when support answers, as operators wrote it, before its script has come and after it', async ({
  page,
  world,
}) => {
  await world.operator('texts set', 'contact', 'text.th=ทุกวัน 9-18 น.', 'text.en=Every day, 9 to 18');
  const asked = watchCalls(page);
  const letScriptsCome = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const support = page.getByRole('main').getByRole('link', { name: 'ทุกวัน 9-18 น.' });
  await expect(support).toBeVisible();
  await expect(page.getByText(th['login.draws'])).toBeVisible();
  letScriptsCome();
  await expect(button(page, th['login.submit'])).toBeEnabled();
  await expect(support).toBeVisible();
  expect(asked.filter((call) => call.includes('contact'))).toEqual([]);

  await page.getByLabel(th['language.label']).selectOption('en');
  await page.getByRole('main').getByRole('link', { name: 'Every day, 9 to 18' }).click();
  await expect(page).toHaveURL('/contact');
});

test('what is typed on /login before its script has come is kept, and signs the member in', async ({ page, world }) => {
  const member = await world.newMember();
  const letScriptsCome = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await field(page, th['login.phone']).fill(member.phone);
  await field(page, th['login.password']).fill(member.password);
  await expect(button(page, th['login.submit'])).toBeDisabled();
  letScriptsCome();
  await button(page, th['login.submit']).click();
  await expect(page).toHaveURL(/\/user\/home$/);
});

for (const [locale, texts] of TEXTS_OF)
  test(`what is typed on a page painted in Thai before the script has come is kept where the member has chosen ${locale}`, async ({
    page,
    world,
  }) => {
    const member = await world.newMember();
    // Of a member who chose the language before the cookie was there, or has cleared cookies.
    await page.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);

    await test.step('on /reset', async () => {
      const letScriptsCome = await holdScripts(page);
      await page.goto('/reset', { waitUntil: 'commit' });
      await field(page, th['login.phone']).fill(member.phone);
      letScriptsCome();
      await expect(page.getByRole('heading', { level: 1, name: texts['reset.title'] })).toBeVisible();
      await expect(button(page, texts['reset.send'])).toBeEnabled();
      await expect(field(page, texts['login.phone'])).toHaveValue(/^08[\d -]+$/);
    });

    await test.step('on /login, where it signs the member in', async () => {
      await page.context().clearCookies();
      const letScriptsCome = await holdScripts(page);
      await page.goto('/login', { waitUntil: 'commit' });
      await field(page, th['login.phone']).fill(member.phone);
      await field(page, th['login.password']).fill(member.password);
      letScriptsCome();
      await expect(page.getByRole('heading', { name: texts['login.title'] })).toBeVisible();
      await expect(field(page, texts['login.password'])).toHaveValue(member.password);
      await button(page, texts['login.submit']).click();
      await expect(page).toHaveURL(/\/user\/home$/);
    });
  });

test('/login asks for the script of the app only after its first paint', IN_FULL, async ({ page }) => {
  const painted = Promise.withResolvers<void>();
  await page.route('**/assets/after-paint-*.js', async (route) => {
    await painted.promise;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) asked.push(pathname);
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: th['login.title'] })).toBeVisible();
  // By now the browser has asked for all that the page names, and the letters have come.
  await page.evaluate(() => document.fonts.ready);
  expect(asked).toEqual([expect.stringContaining('/assets/after-paint-')]);
  painted.resolve();
  await expect(button(page, th['login.submit'])).toBeEnabled();
});

test('a language that was chosen is that of the next page before its script', async ({ page, world }) => {
  await page.goto('/login');
  await page.getByLabel(th['language.label']).selectOption('en');
  await expect(page.getByRole('heading', { name: en['login.title'] })).toBeVisible();
  const next = await page.context().request.get(`${world.url}/login`);
  expect(await next.text()).toContain(en['login.title']);
});

test('nothing moves on /login when its script comes, nor on home while it loads', IN_FULL, async ({ page, world }) => {
  const shifts = await watchShifts(page);
  const letScriptsCome = await holdScripts(page);
  await page.addInitScript(() => localStorage.setItem('last-sign-in', String(Date.now())));
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: th['login.title'] })).toBeVisible();
  // Letters that come after the first paint may move a word.
  await page.evaluate(() => document.fonts.ready);
  await shifts.forget();
  letScriptsCome();
  await expect(button(page, th['login.submit'])).toBeEnabled();
  await expect(page.getByText(filled(th['login.lastHere'], { time: '' }))).toBeVisible();
  expect(await shifts.sum()).toBeLessThan(0.01);

  await enter(page, world, await world.newMember());
  await page.goto('/user/home');
  await expect(button(page, th['home.first.button'])).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await shifts.sum()).toBeLessThan(0.01);
});

test('home asks for the wallet before its own script has come, and once', async ({ page, world }) => {
  await enter(page, world, await world.newMember());
  const homeScript = Promise.withResolvers<void>();
  await page.route('**/assets/home-page-*.js', async (route) => {
    await homeScript.promise;
    await route.continue();
  });
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/wallet') asked += 1;
  });
  const wallet = page.waitForRequest('**/api/wallet');
  await page.goto('/user/home', { waitUntil: 'commit' });
  await wallet;
  homeScript.resolve();
  await expect(button(page, th['home.first.button'])).toBeVisible();
  expect(asked).toBe(1);
});
