import type { Page } from '@playwright/test';
import { button, enter, field, signIn, storedToken, th } from './member.ts';
import { acceptAgreement, expect, test } from './world.ts';

const rowOf = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]');

async function changePassword(page: Page, old: string, fresh: string): Promise<void> {
  await page.goto('/user/profile');
  await button(page, th['profile.changePassword']).click();
  await field(page, th['password.old']).fill(old);
  await field(page, th['password.new']).fill(fresh);
  await field(page, th['password.confirm']).fill(fresh);
  await button(page, th['action.save']).click();
}

test('a member reads the profile', async ({ page, world }) => {
  const member = await world.newMember({ bankAccountNo: '1234567890' });
  await enter(page, world, member);
  await page.getByRole('navigation').getByRole('link', { name: th['menu.profile'] }).click();
  await expect(rowOf(page, th['profile.id'])).toHaveText(member.id);
  await expect(rowOf(page, th['profile.username'])).toHaveText(member.phone);
  await expect(rowOf(page, th['profile.createdAt'])).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
  await expect(rowOf(page, th['profile.bankAccountName'])).toHaveText('SOMYING JAIDEE');
  await expect(page.getByRole('definition').filter({ hasText: 'ธนาคารกสิกรไทย' })).toBeVisible();
  await expect(rowOf(page, th['profile.bankAccountNo'])).toHaveText('123-456-7890');
  await expect(page.getByRole('definition').filter({ hasText: member.name })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('an account number of another length is shown as it is', async ({ page, world }) => {
  await enter(page, world, await world.newMember({ bankCode: 'GSB', bankAccountNo: '123456789012' }));
  await page.goto('/user/profile');
  await expect(rowOf(page, th['profile.bankAccountNo'])).toHaveText('123456789012');
});

test('a wrong old password is reported in an alert and changes nothing', async ({ page, world }) => {
  const member = await world.newMember();
  await enter(page, world, member);
  await changePassword(page, 'not the password', 'a new password');
  const alert = page.getByRole('alertdialog', { name: th['state.error'] });
  await expect(alert).toContainText(th['error.WRONG_PASSWORD']);
  await alert.getByRole('button', { name: th['action.ok'] }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole('dialog', { name: th['password.title'] })).toBeVisible();
  const { status } = await world.call('POST /api/login', {
    body: { username: member.phone, password: member.password },
  });
  expect(status).toBe(200);
});

test('a changed password keeps this sign-in, ends the others, and replaces the old password', async ({
  page,
  world,
  browser,
}) => {
  const member = await world.newMember();
  await using elsewhere = await browser.newContext();
  await acceptAgreement(elsewhere);
  const otherPage = await elsewhere.newPage();
  await signIn(otherPage, member);
  await signIn(page, member);
  const oldToken = await storedToken(page);

  await changePassword(page, member.password, 'a new password');
  const saved = page.getByRole('alertdialog', { name: th['state.saved'] });
  await expect(saved).toContainText(th['password.saved']);
  await saved.getByRole('button', { name: th['action.ok'] }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  expect(await storedToken(page)).not.toBe(oldToken);
  await page.reload();
  await expect(rowOf(page, th['profile.username'])).toHaveText(member.phone);

  await otherPage.getByRole('navigation').getByRole('link', { name: th['menu.profile'] }).click();
  await expect(otherPage).toHaveURL(/\/login\?next=/);
  expect(await storedToken(otherPage)).toBeNull();

  const login = async (password: string) =>
    (await world.call('POST /api/login', { body: { username: member.phone, password } })).status;
  expect(await login(member.password)).toBe(401);
  expect(await login('a new password')).toBe(200);
});

test('a profile that cannot be read offers to try again', async ({ page, world }) => {
  const member = await world.newMember();
  await enter(page, world, member);
  const broken = { status: 503, json: { message: 'SERVICE_UNAVAILABLE' } };
  await page.route('**/api/account/profile', (route) => route.fulfill(broken));
  await page.goto('/user/profile');
  await expect(page.getByRole('alert')).toContainText(th['error.SERVICE_UNAVAILABLE']);
  await page.unroute('**/api/account/profile');
  await button(page, th['action.retry']).click();
  await expect(rowOf(page, th['profile.username'])).toHaveText(member.phone);
});
