import { e164Of } from '@krapao/contract/phones.ts';
import type { Page, Route } from '@playwright/test';
import {
  button,
  enterCredentials,
  enterPhone,
  enterProfile,
  expectStep,
  field,
  fillBank,
  newcomer,
  passTimeUntil,
  submitRegistration,
  th,
  walkToBank,
  watchCalls,
} from './member.ts';
import { expect, test, type World } from './world.ts';

const membersOf = (world: World, phone: string) =>
  world.query('select name, currency, source_code, invited_by, bank_account_name from members where phone = $1', [
    e164Of(phone, 'th'),
  ]);

const inviteCode = (page: Page) => page.getByLabel(th['register.inviteCode']);

test('a newcomer registers, reads that it worked, is led to the login page and signs in', async ({ page, world }) => {
  const who = newcomer();
  await page.clock.install();
  await page.goto('/register');
  await enterPhone(page, who.phone);
  await expectStep(page, 'profile');
  await page.getByLabel(th['register.source']).selectOption('friend');
  await enterProfile(page, who);
  await expectStep(page, 'bank');
  await fillBank(page, who);

  await page.clock.pauseAt(Date.now() + 60_000);
  const answered = page.waitForResponse('**/api/account');
  await submitRegistration(page);
  await answered;
  const passedMs = await passTimeUntil(page, () => page.getByText(th['register.success']).isVisible());
  await page.clock.runFor(1_900 - passedMs);
  await expect(page).toHaveURL('/register');
  await page.clock.runFor(100 + passedMs);
  await expect(page).toHaveURL('/login');
  // A toast stays for four seconds.
  const toast = page.getByText(th['register.success']);
  await page.clock.runFor(1_900);
  await expect(toast).toBeVisible();
  expect(await passTimeUntil(page, () => toast.isHidden())).toBeLessThan(1_000);
  await page.clock.resume();

  await expect(page.getByRole('heading', { level: 1, name: th['login.ready'] })).toBeVisible();
  await expect(field(page, th['login.phone'])).toHaveValue(who.phone.replace(/(\d{3})(\d{3})(\d{4})/, '$1 $2 $3'));
  await enterCredentials(page, who);
  await expect(page).toHaveURL('/user/home');
  await expect(page.getByText(who.name)).toBeVisible();
  expect(await membersOf(world, who.phone)).toEqual([
    { name: who.name, currency: 'BAHT', source_code: 'friend', invited_by: null, bank_account_name: 'SOMSAK RAKDEE' },
  ]);
});

test('going back keeps everything that was typed, a reload starts over, and sending twice registers once', async ({
  page,
  world,
}) => {
  const who = newcomer();
  await walkToBank(page, who);

  await test.step('going back keeps everything that was typed', async () => {
    await page.goBack();
    await expect(field(page, th['register.name'])).toHaveValue(who.name);
    await expect(field(page, th['register.confirm'])).toHaveValue(who.password);
    await button(page, th['action.back']).click();
    await expect(field(page, th['register.phone'])).toHaveValue(/^\d{3} \d{3} \d{4}$/);
    await button(page, th['action.next']).click();
    await expectStep(page, 'profile');
    await button(page, th['action.next']).click();
    await expect(field(page, th['register.bank'])).toHaveValue(who.bankCode);
    await expect(field(page, th['register.lastName'])).toHaveValue('RAKDEE');
  });

  await test.step('a reload in the middle starts over instead of breaking', async () => {
    await page.reload();
    await expectStep(page, 'phone');
    await expect(field(page, th['register.phone'])).toHaveValue('');
  });

  await test.step('a connection that breaks before the call reaches the server is reported', async () => {
    await enterPhone(page, who.phone);
    await enterProfile(page, who);
    await fillBank(page, who);
    await page.route('**/api/account', (route) => route.abort(), { times: 1 });
    await submitRegistration(page);
    await expect(page.getByRole('alert')).toHaveText(th['error.NETWORK_ERROR']);
    expect(await membersOf(world, who.phone)).toEqual([]);
  });

  await test.step('trying again by a double click registers once', async () => {
    const calls = watchCalls(page);
    await button(page, th['register.submit']).dblclick();
    await expect(page.getByText(th['register.success'])).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
    expect(calls.filter((call) => call === 'POST /api/account')).toHaveLength(1);
    expect(await membersOf(world, who.phone)).toHaveLength(1);
    await expect(page).toHaveURL('/login');
  });
});

test('an invite link counts for the inviter, even when the newcomer comes back later without it', async ({
  page,
  world,
}) => {
  const inviter = await world.newMember();
  const who = newcomer();
  await page.goto(`/register?code=PR${inviter.id}`);
  await enterPhone(page, who.phone);
  await expect(inviteCode(page)).toHaveValue(`PR${inviter.id}`);
  await expect(inviteCode(page)).not.toBeEditable();
  expect(await page.evaluate(() => localStorage.getItem('invite-code'))).toBe(`PR${inviter.id}`);

  await page.goto('/register');
  await enterPhone(page, who.phone);
  await expect(inviteCode(page)).toHaveValue(`PR${inviter.id}`);
  await expect(inviteCode(page)).not.toBeEditable();
  await enterProfile(page, who);
  await fillBank(page, who);
  await submitRegistration(page);
  await expect(page.getByText(th['register.success'])).toBeVisible();
  expect(await membersOf(world, who.phone)).toEqual([expect.objectContaining({ invited_by: inviter.id })]);
});

test('a newcomer corrects an unknown invite code, a phone that is a member already and a taken bank account', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  const who = newcomer();

  await test.step('an invite link with an unknown code does not prevent registering', async () => {
    await page.goto('/register?code=PR00000000');
    await enterPhone(page, who.phone);
    await enterProfile(page, who);
    await expect(page.getByText(th['field.NO_USER'])).toBeVisible();
    await inviteCode(page).clear();
    await button(page, th['action.next']).click();
    await expectStep(page, 'bank');
  });

  await test.step('a phone that is a member already is offered the login page', async () => {
    await page.goBack();
    await expectStep(page, 'profile');
    await page.goBack();
    await expectStep(page, 'phone');
    await enterPhone(page, member.phone);
    await expectStep(page, 'profile');
    await button(page, th['action.next']).click();
    await expect(page.getByRole('alert')).toHaveText(th['error.EXISTING_USER']);
    await page.getByRole('main').getByRole('link', { name: th['register.logIn'] }).first().click();
    await expect(page).toHaveURL('/login');
  });

  await test.step('a phone that is a member already can be changed for another one', async () => {
    await page.getByRole('main').getByRole('link', { name: th['login.register'], exact: true }).click();
    await expectStep(page, 'phone');
    await enterPhone(page, member.phone);
    await enterProfile(page, who);
    await button(page, th['register.changePhone']).click();
    await expectStep(page, 'phone');
    await expect(page.getByText(th['error.EXISTING_USER'])).toBeVisible();
    await enterPhone(page, who.phone);
    await expectStep(page, 'profile');
    await button(page, th['action.next']).click();
    await expectStep(page, 'bank');
  });

  await test.step('a bank account that is taken is reported beside the number, which can be corrected', async () => {
    await fillBank(page, { ...who, accountNo: member.bankAccountNo });
    await submitRegistration(page);
    await expect(page.getByText(th['error.EXISTING_BANK'])).toBeVisible();
    await expect(field(page, th['register.accountNo'])).toBeFocused();
    expect(await membersOf(world, who.phone)).toEqual([]);
    await field(page, th['register.accountNo']).fill(who.accountNo);
    await submitRegistration(page);
    await expect(page.getByText(th['register.success'])).toBeVisible();
    expect(await membersOf(world, who.phone)).toEqual([expect.objectContaining({ invited_by: null })]);
  });
});

test('a connection that breaks before the answer arrives leaves one member, who is shown the way to the login page', async ({
  page,
  world,
}) => {
  const who = newcomer();
  await walkToBank(page, who);
  const loseTheAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/account', loseTheAnswer, { times: 1 });
  await submitRegistration(page);
  await expect(page.getByRole('alert')).toHaveText(th['error.NETWORK_ERROR']);
  await submitRegistration(page);
  await expect(page.getByRole('alert')).toHaveText(th['error.EXISTING_USER']);
  expect(await membersOf(world, who.phone)).toHaveLength(1);
  await page.getByRole('main').getByRole('link', { name: th['register.logIn'] }).first().click();
  await expect(page).toHaveURL('/login');
  const { status } = await world.call('POST /api/login', { body: { username: who.phone, password: who.password } });
  expect(status).toBe(200);
});
