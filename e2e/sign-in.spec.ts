import type { Page } from '@playwright/test';
import { newPhone } from '../world/people.ts';
import {
  button,
  enter,
  enterCredentials,
  expectProblem,
  field,
  filled,
  required,
  sentIn,
  signIn,
  storedToken,
  th,
  watchCalls,
} from './member.ts';
import { openWithdraw } from './money.ts';
import { expect, type Member, test } from './world.ts';

const A_WORKING_SESSION_SECONDS = 12 * 60 * 60;

const tokensIn = (page: Parameters<typeof storedToken>[0]) =>
  page.evaluate(() => [sessionStorage.getItem('token'), localStorage.getItem('token')]);

test('a member signs in with phone and password, is greeted by name, and is signed in in this tab only', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await page.goto('/login');
  await expect(field(page, th['login.phone'])).toBeVisible();

  await test.step('signing in needs a phone and a password', async () => {
    const calls = watchCalls(page);
    await button(page, th['login.submit']).click();
    await expectProblem(page, th['login.phone'], required(th['login.phone']));
    await expectProblem(page, th['login.password'], required(th['login.password']));
    await field(page, th['login.phone']).fill(newPhone());
    await button(page, th['login.submit']).click();
    await expectProblem(page, th['login.password'], required(th['login.password']));
    expect(sentIn(calls)).toEqual([]);
  });

  await test.step('a wrong password is reported under the form and does not sign the member in', async () => {
    await enterCredentials(page, { ...member, password: 'not the password' });
    await expect(page.getByRole('alert')).toHaveText(th['error.WRONG_CREDENTIAL']);
    await expect(page).toHaveURL(/\/login$/);
    expect(await storedToken(page)).toBeNull();
  });

  await test.step('a failure without a text is shown by its code', async () => {
    const unheardOf = { status: 422, json: { message: 'NEVER_HEARD_OF' } };
    await page.route('**/api/login', (route) => route.fulfill(unheardOf), { times: 1 });
    await enterCredentials(page, member);
    await expect(page.getByRole('alert')).toHaveText('NEVER_HEARD_OF');
  });

  await test.step('the right password greets the member by name', async () => {
    await enterCredentials(page, member);
    await expect(page).toHaveURL(/\/user\/home$/);
    await expect(page.getByText(member.name)).toBeVisible();
  });

  await test.step('the token is kept for this tab only, also at the root of the site', async () => {
    const tokens = await tokensIn(page);
    expect(tokens).toEqual([expect.any(String), null]);
    const otherTab = await page.context().newPage();
    await otherTab.goto('/user/home');
    await expect(otherTab).toHaveURL(/\/login/);
    await page.goto('/');
    await expect(page).toHaveURL('/user/home');
    expect(await tokensIn(page)).toEqual(tokens);
  });
});

test('a member who chose to be remembered is still signed in on the next visit', async ({ page, world, browser }) => {
  const member = await world.newMember();
  await page.goto(`/login?next=${encodeURIComponent('/user/contact')}`);
  await field(page, th['login.remember']).check();
  await enterCredentials(page, member);
  await expect(page).toHaveURL('/user/contact');
  expect(await tokensIn(page)).toEqual([null, expect.any(String)]);
  await world.moveClock(A_WORKING_SESSION_SECONDS + 60 * 60);
  await using later = await browser.newContext({ storageState: await page.context().storageState() });
  const laterPage = await later.newPage();
  await laterPage.goto('/');
  await expect(laterPage).toHaveURL(/\/user\/home$/);
  await expect(laterPage.getByText(member.name)).toBeVisible();
});

test('a page acts as the member it shows, also after another member signs in in another tab, and is then loaded anew', async ({
  page,
  world,
}) => {
  const [member, another] = [await world.newMember(), await world.newMember()];
  for (const { id } of [member, another]) await world.giveMoney(id, 1_000_00);
  const remembered = async (tab: Page, who: Member) => {
    await tab.goto('/login');
    await field(tab, th['login.remember']).check();
    await enterCredentials(tab, who);
    await expect(tab.getByText(who.name)).toBeVisible();
  };
  await remembered(page, member);
  const otherTab = await page.context().newPage();
  await otherTab.goto('/login');
  await expect(page).toHaveURL(/\/login/);

  await test.step('also where the page has not heard of the other tab yet', async () => {
    await page.addInitScript(() => window.addEventListener('storage', (news) => news.stopImmediatePropagation(), true));
    await remembered(page, member);
    const { goToReview, confirm } = await openWithdraw(page);
    await goToReview('500');
    await remembered(otherTab, another);
    await confirm.click();
    await expect(page.getByText(another.name)).toBeVisible();
    const withdrawals = 'select from withdrawals where member_id = any($1)';
    expect(await world.query(withdrawals, [[member.id, another.id]])).toEqual([]);
  });
});

test('a member whom an operator blocks is signed out at the next step, and told why only after the right password', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await enter(page, world, member, '/user/contact');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await world.operator('member', 'block', member.phone);
  await page.goto('/user/profile');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(th['error.INVALID_USER_2'])).toBeVisible();
  expect(await storedToken(page)).toBeNull();

  await enterCredentials(page, { ...member, password: 'not the password' });
  await expect(page.getByRole('alert')).toHaveText(th['error.WRONG_CREDENTIAL']);
  await enterCredentials(page, member);
  await expect(page.getByRole('alert')).toHaveText(th['error.INACTIVE_USER']);
});

test('the intended page is kept while a visitor signs in, also while the tenth wrong password makes the visitor wait', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await page.goto('/user/profile?from=a-mail');
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/user/profile?from=a-mail')}`);

  await test.step('after ten wrong passwords even the right one has to wait', async () => {
    const body = { username: member.phone, password: 'not the password' };
    for (let failure = 1; failure <= 10; failure++) await world.call('POST /api/login', { body });
    await enterCredentials(page, member);
    await expect(page.getByRole('alert')).toHaveText(th['error.REQUEST_LIMIT']);
    await world.moveClock(15 * 60);
  });

  await enterCredentials(page, member);
  await expect(page).toHaveURL('/user/profile?from=a-mail');
  await expect(page.getByRole('heading', { name: th['profile.title'] })).toBeVisible();
});

test("the intended page is never outside the members' pages", async ({ page, world }) => {
  const member = await world.newMember();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).hostname));
  for (const next of ['//evil.example', 'javascript:document.title="evil"']) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await enterCredentials(page, member);
    await expect(page, next).toHaveURL('/user/home');
    await expect(page, next).not.toHaveTitle('evil');
  }
  expect(asked).not.toContain('evil.example');
});

test("a sign-in is needed for the members' pages, and forgotten on the public pages", async ({ page, world }) => {
  const token = await world.tokenOf(await world.newMember());
  const calls = watchCalls(page);
  const expectLogin = async (path: string) => {
    calls.length = 0;
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login(\?|$)/);
    await expect(field(page, th['login.phone'])).toBeVisible();
    expect(calls.filter((call) => !/^GET \/api\/(lookup|chat)\//.test(call))).toEqual([]);
  };
  await expectLogin('/');
  await expectLogin('/user');
  for (const { open, members } of [
    { open: '/login', members: '/user/home' },
    { open: '/contact', members: '/user/contact' },
    { open: '/register', members: '/user/profile' },
  ]) {
    await page.evaluate((stored) => sessionStorage.setItem('token', stored), token);
    await page.goto(open);
    // The page is there before its script, which forgets the sign-in.
    await expect.poll(() => storedToken(page), open).toBeNull();
    await expectLogin(members);
    await expect(page, open).toHaveURL(`/login?next=${encodeURIComponent(members)}`);
  }
});

test('a member who forgot the password sets a new one by a code, and the devices of before are signed out', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  const earlier = await world.tokenOf(member);
  const NEW = 'a horse of another colour';
  await page.goto('/login');
  // The button comes with the page's script, without which a link takes no typed words along.
  await expect(button(page, th['chat.open'])).toBeVisible();
  await field(page, th['login.phone']).fill(member.phone);
  await page.getByRole('link', { name: th['login.forgot'] }).click();

  await test.step('the phone comes along, and a code is sent to it', async () => {
    await expect(page.getByRole('heading', { name: th['reset.title'] })).toBeVisible();
    await button(page, th['reset.send']).click();
    await expect(field(page, th['register.otp'])).toBeVisible();
    await expect(page.getByRole('button', { name: '00:' })).toBeDisabled();
    await expect.poll(() => world.codeFor(member.phone)).toMatch(/^\d{6}$/);
  });

  const submit = async (code: string, password: string) => {
    await field(page, th['register.otp']).fill(code);
    await field(page, th['password.new']).fill(password);
    await field(page, th['password.confirm']).fill(password);
    await button(page, th['reset.submit']).click();
  };
  const code = await world.codeFor(member.phone);

  await test.step('a common password and a wrong code are reported at their fields', async () => {
    await submit(code, 'password1');
    await expectProblem(page, th['password.new'], th['field.PASSWORD_COMMON']);
    await submit(code === '000000' ? '000001' : '000000', NEW);
    await expectProblem(page, th['register.otp'], th['error.OTP_CODE_INVALID']);
  });

  await test.step('the right code sets the new password, with which the member signs in', async () => {
    await submit(code, NEW);
    await expect(page.getByText(th['reset.done'])).toBeVisible();
    await expect(page).toHaveURL('/login');
    expect((await world.call('GET /api/wallet', { token: earlier })).status).toBe(401);
    await enterCredentials(page, { ...member, password: NEW });
    await expect(page).toHaveURL(/\/user\/home$/);
  });
});

test('a session that expired leads to the login page, which says why, and back', async ({ page, world }) => {
  const member = await world.newMember();
  await enter(page, world, member, '/user/contact');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await world.moveClock(A_WORKING_SESSION_SECONDS + 60 * 60);
  await page.getByRole('navigation').getByRole('link', { name: th['menu.profile'] }).click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/user/profile')}`);
  await expect(page.getByText(th['error.EXPIRED_AUTH_TOKEN'])).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  await enterCredentials(page, member);
  await expect(page).toHaveURL('/user/profile');
  await expect(page.getByText(member.phone)).toBeVisible();
});

test('/login tells when this device was last used to log in, and of nobody on a device that never was', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  const lastHere = page.getByText(filled(th['login.lastHere'], { time: '' }));
  await page.goto('/login');
  await expect(page.getByText(th['login.draws'])).toBeVisible();
  await expect(button(page, th['login.submit'])).toBeEnabled();
  await expect(lastHere).toHaveCount(0);
  await enterCredentials(page, member);
  await expect(page).toHaveURL(/\/user\/home$/);
  await page.getByRole('button', { name: th['menu.logOut'], exact: true }).click();
  await expect(lastHere).toHaveText(/ \d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  await page.reload();
  await expect(lastHere).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const own of [member.name, member.phone, member.phone.slice(1)]) expect(kept).not.toContain(own);
});

test('signing out ends the token, and neither the back button nor the next member shows anything of the member', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 77_00);
  await signIn(page, member);
  await expect(page.getByText('฿77.00').first()).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: th['menu.profile'] }).click();
  await expect(page.getByText(member.phone)).toBeVisible();
  const token = (await storedToken(page)) ?? '';
  expect((await world.call('GET /api/wallet', { token })).status).toBe(200);

  await test.step('signing out ends the token', async () => {
    await page.getByRole('button', { name: th['menu.logOut'], exact: true }).click();
    await expect(page).toHaveURL('/login');
    expect(await storedToken(page)).toBeNull();
    await expect.poll(async () => (await world.call('GET /api/wallet', { token })).status).toBe(401);
  });

  await test.step('the back button shows nothing', async () => {
    await page.goBack();
    await expect(field(page, th['login.phone'])).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText(member.name)).toBeHidden();
    await expect(page.getByText('฿')).toBeHidden();
  });

  await test.step('the member who signs in next sees nothing of the member before', async () => {
    const next = await world.newMember();
    // Without a reload, which would forget everything by itself.
    await enterCredentials(page, next);
    await expect(page.getByText(next.bankAccountNo.slice(-4))).toBeVisible();
    await expect(page.getByText('฿0.00').first()).toBeVisible();
    await expect(page.getByText('฿77.00')).toHaveCount(0);
  });
});
