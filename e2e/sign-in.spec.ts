import { enterCredentials, field, signIn, storedToken, th, watchCalls } from './member.ts';
import { expect, test } from './world.ts';

const A_WORKING_SESSION_SECONDS = 12 * 60 * 60;

test('a member signs in and is greeted by name', async ({ page, world }) => {
  const member = await world.newMember();
  await signIn(page, member);
  await expect(page.getByText(member.name)).toBeVisible();
});

test('a wrong password is reported under the form and does not sign the member in', async ({ page, world }) => {
  const { phone } = await world.newMember();
  await page.goto('/login');
  await enterCredentials(page, { phone, password: 'not the password' });
  await expect(page.getByRole('alert')).toHaveText(th['error.WRONG_CREDENTIAL']);
  await expect(page).toHaveURL(/\/login$/);
  expect(await storedToken(page)).toBeNull();
});

test('a blocked member is told so, and only after the right password', async ({ page, world }) => {
  const member = await world.newMember();
  await world.operator('member', 'block', member.phone);
  await page.goto('/login');
  await enterCredentials(page, { ...member, password: 'not the password' });
  await expect(page.getByRole('alert')).toHaveText(th['error.WRONG_CREDENTIAL']);
  await enterCredentials(page, member);
  await expect(page.getByRole('alert')).toHaveText(th['error.INACTIVE_USER']);
});

test('after ten wrong passwords even the right one has to wait', async ({ page, world }) => {
  const member = await world.newMember();
  const body = { username: member.phone, password: 'not the password' };
  for (let failure = 1; failure <= 10; failure++) await world.call('POST /api/login', { body });
  await page.goto('/login');
  await enterCredentials(page, member);
  await expect(page.getByRole('alert')).toHaveText(th['error.REQUEST_LIMIT']);
  await world.moveClock(15 * 60);
  await enterCredentials(page, member);
  await expect(page).toHaveURL(/\/user\/home$/);
});

test.describe('remember me', () => {
  test('keeps the token for the next visit', async ({ page, world, browser }) => {
    const member = await world.newMember();
    await page.goto('/login');
    await field(page, th['login.remember']).check();
    await enterCredentials(page, member);
    await expect(page).toHaveURL(/\/user\/home$/);
    expect(await page.evaluate(() => [sessionStorage.getItem('token'), localStorage.getItem('token')])).toEqual([
      null,
      expect.any(String),
    ]);
    await world.moveClock(A_WORKING_SESSION_SECONDS + 60 * 60);
    await using later = await browser.newContext({ storageState: await page.context().storageState() });
    const laterPage = await later.newPage();
    await laterPage.goto('/');
    await expect(laterPage).toHaveURL(/\/user\/home$/);
    await expect(laterPage.getByText(member.name)).toBeVisible();
  });

  test('that is not chosen keeps the token for this tab only', async ({ page, world }) => {
    await signIn(page, await world.newMember());
    expect(await page.evaluate(() => [sessionStorage.getItem('token'), localStorage.getItem('token')])).toEqual([
      expect.any(String),
      null,
    ]);
    await page.reload();
    await expect(page).toHaveURL(/\/user\/home$/);
    const otherTab = await page.context().newPage();
    await otherTab.goto('/user/home');
    await expect(otherTab).toHaveURL(/\/login/);
  });
});

test.describe('the intended page', () => {
  test('is kept while a visitor signs in', async ({ page, world }) => {
    await page.goto('/user/profile?from=a-mail');
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/user/profile?from=a-mail')}`);
    await enterCredentials(page, await world.newMember());
    await expect(page).toHaveURL('/user/profile?from=a-mail');
    await expect(page.getByRole('heading', { name: th['profile.title'] })).toBeVisible();
  });

  test("is never outside the members' pages", async ({ page, world }) => {
    const member = await world.newMember();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).hostname));
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/user/..//evil.example',
      'javascript:document.title="evil"',
    ]) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await enterCredentials(page, member);
      await expect(page, next).toHaveURL('/user/home');
      await expect(page, next).not.toHaveTitle('evil');
    }
    expect(asked).not.toContain('evil.example');
  });
});

test.describe('a sign-in', () => {
  test("is needed for the members' pages", async ({ page }) => {
    const calls = watchCalls(page);
    for (const path of ['/', '/user', '/user/home', '/user/profile', '/user/contact']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/login(\?|$)/);
      await expect(field(page, th['login.phone'])).toBeVisible();
    }
    expect(calls.filter((call) => !/^GET \/api\/(lookup|chat)\//.test(call))).toEqual([]);
  });

  test('is kept at the root of the site', async ({ page, world }) => {
    await signIn(page, await world.newMember());
    const token = await storedToken(page);
    await page.goto('/');
    await expect(page).toHaveURL('/user/home');
    expect(await storedToken(page)).toBe(token);
  });

  test('is forgotten on the public pages', async ({ page, world }) => {
    const member = await world.newMember();
    for (const path of ['/login', '/contact', '/register']) {
      await signIn(page, member);
      expect(await storedToken(page)).not.toBeNull();
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await storedToken(page), path).toBeNull();
      await page.goto('/user/profile');
      await expect(page, path).toHaveURL(/\/login\?next=/);
    }
  });
});

test('a session that expired leads to the login page, which says why, and back', async ({ page, world }) => {
  const member = await world.newMember();
  await signIn(page, member);
  await expect(page.getByText(member.name)).toBeVisible();
  await world.moveClock(A_WORKING_SESSION_SECONDS + 60 * 60);
  await page.getByRole('navigation').getByRole('link', { name: th['menu.profile'] }).click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/user/profile')}`);
  await expect(page.getByText(th['error.EXPIRED_AUTH_TOKEN'])).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  await enterCredentials(page, member);
  await expect(page).toHaveURL('/user/profile');
  await expect(page.getByText(member.phone)).toBeVisible();
});

test('a member whom an operator blocks is signed out at the next step', async ({ page, world }) => {
  const member = await world.newMember();
  await signIn(page, member);
  await world.operator('member', 'block', member.id);
  await page.goto('/user/profile');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(th['error.INVALID_USER_2'])).toBeVisible();
  expect(await storedToken(page)).toBeNull();
});

test('signing out ends the token, and the back button shows nothing', async ({ page, world }) => {
  const member = await world.newMember();
  await signIn(page, member);
  await page.getByRole('navigation').getByRole('link', { name: th['menu.profile'] }).click();
  await expect(page.getByText(member.phone)).toBeVisible();
  const token = (await storedToken(page)) ?? '';
  expect((await world.call('GET /api/wallet', { token })).status).toBe(200);

  await page.getByRole('button', { name: th['menu.logOut'] }).click();
  await expect(page).toHaveURL('/login');
  expect(await storedToken(page)).toBeNull();
  await expect.poll(async () => (await world.call('GET /api/wallet', { token })).status).toBe(401);

  await page.goBack();
  await expect(field(page, th['login.phone'])).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(member.name)).toBeHidden();
  await expect(page.getByText('฿')).toBeHidden();
});
