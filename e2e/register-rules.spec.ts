import type { Page } from '@playwright/test';
import { digits, newPhone } from '../world/people.ts';
import {
  button,
  en,
  enter,
  enterPhone,
  enterProfile,
  expectStep,
  field,
  fillBank,
  filled,
  newcomer,
  next,
  signIn,
  submitRegistration,
  th,
  walkToBank,
  watchCalls,
} from './member.ts';
import { expect, test } from './world.ts';

/** The calls that send something. The page reads the chat's history by itself, which does not count. */
const sentIn = (calls: string[]) =>
  calls.filter((call) => !call.startsWith('GET ') && call !== 'POST /api/chat/history');

/** Expects the message at its field, on the screen and for a screen reader. */
async function expectProblem(page: Page, label: string, message: string): Promise<void> {
  const wrong = field(page, label);
  await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  await expect(wrong).toHaveAccessibleDescription(new RegExp(`^${message.replaceAll(/[().]/g, '\\$&')}`));
  await expect(page.getByRole('paragraph').filter({ hasText: message }).first()).toBeVisible();
}

const required = (label: string) => filled(th['field.REQUIRED'], { field: label });
const PASSWORD_LENGTH = filled(th['field.PASSWORD_LENGTH'], { min: 8, max: 128 });

test.describe('the phone', () => {
  test('is refused unless it has ten digits, and nothing is sent', async ({ page }) => {
    await page.goto('/register');
    await expectStep(page, 'phone');
    const calls = watchCalls(page);
    await enterPhone(page, '');
    await expectProblem(page, th['register.phone'], required(th['register.phone']));
    for (const phone of [digits(9), digits(11), '08123abcde']) {
      await enterPhone(page, phone);
      await expectProblem(page, th['register.phone'], th['field.PHONE_NUMBER_REQUIRE_10_DIGIT']);
      await expectStep(page, 'phone');
      await field(page, th['register.phone']).fill('');
    }
    expect(sentIn(calls)).toEqual([]);
  });

  test('may have spaces and dashes, and can be corrected', async ({ page }) => {
    await page.goto('/register');
    await enterPhone(page, digits(9));
    await expectProblem(page, th['register.phone'], th['field.PHONE_NUMBER_REQUIRE_10_DIGIT']);
    await field(page, th['register.phone']).fill('081-234 5670');
    await expect(page.getByText(th['field.PHONE_NUMBER_REQUIRE_10_DIGIT'])).toBeHidden();
    await next(page);
    await expectStep(page, 'profile');
  });
});

test.describe('the profile', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/register');
    await enterPhone(page, newPhone());
    await expectStep(page, 'profile');
  });

  test('requires a name, a password and its confirmation', async ({ page }) => {
    const calls = watchCalls(page);
    await next(page);
    for (const label of [th['register.name'], th['register.password'], th['register.confirm']])
      await expectProblem(page, label, required(label));
    await expectStep(page, 'profile');
    expect(sentIn(calls)).toEqual([]);
  });

  test('refuses a name of digits or symbols and takes any script', async ({ page }) => {
    const calls = watchCalls(page);
    for (const name of ['สมชาย 007', 'Robert<b>', 'a@b.c', '   ']) {
      await enterProfile(page, { ...newcomer(), name });
      const message = name.trim() ? th['field.NAME_INVALID'] : required(th['register.name']);
      await expectProblem(page, th['register.name'], message);
    }
    expect(sentIn(calls)).toEqual([]);
    await enterProfile(page, { ...newcomer(), name: "ณัฐพล O'Neil-ສີ" });
    await expectStep(page, 'bank');
  });

  test('refuses seven characters as a password and takes eight', async ({ page }) => {
    const calls = watchCalls(page);
    await enterProfile(page, { ...newcomer(), password: 'seven77' });
    await expectProblem(page, th['register.password'], PASSWORD_LENGTH);
    expect(sentIn(calls)).toEqual([]);
    await enterProfile(page, { ...newcomer(), password: 'eight888' });
    await expectStep(page, 'bank');
  });

  test('refuses two passwords that differ, until they agree', async ({ page }) => {
    const { name, password } = newcomer();
    const calls = watchCalls(page);
    await field(page, th['register.name']).fill(name);
    await field(page, th['register.password']).fill(password);
    await field(page, th['register.confirm']).fill(`${password}!`);
    await next(page);
    await expectProblem(page, th['register.confirm'], th['field.PASSWORD_MISMATCH']);
    expect(sentIn(calls)).toEqual([]);
    await field(page, th['register.password']).fill(`${password}!`);
    await expect(page.getByText(th['field.PASSWORD_MISMATCH'])).toBeHidden();
    await next(page);
    await expectStep(page, 'bank');
    expect(calls).toContain('POST /api/account/validate');
  });
});

test.describe('the bank', () => {
  test('requires a bank, a number and both names', async ({ page, world }) => {
    const who = newcomer();
    await walkToBank(page, { ...who, bankCode: '', accountNo: '', firstName: ' ', lastName: '' });
    const calls = watchCalls(page);
    await submitRegistration(page);
    await expectProblem(page, th['register.bank'], th['register.bank.choose']);
    for (const label of [th['register.accountNo'], th['register.firstName'], th['register.lastName']])
      await expectProblem(page, label, required(label));
    expect(sentIn(calls)).toEqual([]);
    expect(await world.query('select from members where phone = $1', [who.phone])).toEqual([]);
    await fillBank(page, who);
    await submitRegistration(page);
    await expect(page.getByText(th['register.success'])).toBeVisible();
  });

  test('refuses a number that does not fit the bank', async ({ page }) => {
    const who = newcomer();
    await walkToBank(page, { ...who, accountNo: '123456789' });
    const calls = watchCalls(page);
    await submitRegistration(page);
    await expectProblem(page, th['register.accountNo'], th['field.ACCOUNT_NO_INVALID']);
    await fillBank(page, { ...who, bankCode: 'GSB', accountNo: digits(10) });
    await submitRegistration(page);
    await expectProblem(page, th['register.accountNo'], th['field.ACCOUNT_NO_INVALID']);
    expect(sentIn(calls)).toEqual([]);
    await fillBank(page, { ...who, bankCode: 'GSB', accountNo: digits(12) });
    await submitRegistration(page);
    await expect(page.getByText(th['register.success'])).toBeVisible();
  });

  test('writes the account name in capitals, trimmed and joined', async ({ page, world }) => {
    const who = newcomer();
    await walkToBank(page, who);
    await field(page, th['register.firstName']).fill('');
    await field(page, th['register.firstName']).pressSequentially(' somsak ');
    await expect(field(page, th['register.firstName'])).toHaveValue(' SOMSAK ');
    await submitRegistration(page);
    await expect(page.getByText(th['register.success'])).toBeVisible();
    expect(await world.query('select bank_account_name from members where phone = $1', [who.phone])).toEqual([
      { bank_account_name: 'SOMSAK RAKDEE' },
    ]);
  });

  test('is KTB, TMB or BBL only with an English name', async ({ page }) => {
    const who = newcomer();
    await walkToBank(page, { ...who, lastName: 'รักดี' });
    const calls = watchCalls(page);
    for (const bankCode of ['KTB', 'TMB', 'BBL']) {
      await field(page, th['register.bank']).selectOption(bankCode);
      await field(page, th['register.lastName']).fill('รักดี');
      await submitRegistration(page);
      await expectProblem(page, th['register.lastName'], th['field.BANK_ACCOUNT_NAME_ENG']);
      expect(sentIn(calls)).toEqual([]);
      await field(page, th['register.lastName']).fill('rakdee');
      await expect(page.getByText(th['field.BANK_ACCOUNT_NAME_ENG'])).toBeHidden();
    }
    await submitRegistration(page);
    await expect(page.getByText(th['register.success'])).toBeVisible();
  });

  test('of another kind takes a Thai name', async ({ page }) => {
    await walkToBank(page, { ...newcomer(), firstName: 'สมศักดิ์', lastName: 'รักดี' });
    await submitRegistration(page);
    await expect(page.getByText(th['register.success'])).toBeVisible();
  });
});

test('in English the messages are the specified ones', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await page.goto('/register');
  await enterPhone(page, digits(9), en);
  await expect(page.getByText('The phone number must support 10 digits', { exact: true })).toBeVisible();
  await enterPhone(page, newPhone(), en);
  await field(page, 'Name').fill('Somsak');
  await field(page, 'Password').fill('one password');
  await field(page, 'Confirm password').fill('another one');
  await next(page, en);
  await expect(page.getByText("Passwords don't match", { exact: true })).toBeVisible();
  await field(page, 'Confirm password').fill('one password');
  await next(page, en);
  await fillBank(page, { ...newcomer(), bankCode: 'KTB', firstName: 'สมศักดิ์' }, en);
  await submitRegistration(page, en);
  await expect(page.getByText('Bank account name must be in English only', { exact: true })).toBeVisible();
});

test('signing in needs a phone and a password', async ({ page, world }) => {
  await page.goto('/login');
  await expect(field(page, th['login.phone'])).toBeVisible();
  const calls = watchCalls(page);
  await button(page, th['login.submit']).click();
  await expectProblem(page, th['login.phone'], required(th['login.phone']));
  await expectProblem(page, th['login.password'], required(th['login.password']));
  await field(page, th['login.phone']).fill(newPhone());
  await button(page, th['login.submit']).click();
  await expectProblem(page, th['login.password'], required(th['login.password']));
  expect(sentIn(calls)).toEqual([]);
  await signIn(page, await world.newMember());
});

test.describe('changing the password', () => {
  test.beforeEach(async ({ page, world }) => {
    await enter(page, world, await world.newMember(), '/user/profile');
    await button(page, th['profile.changePassword']).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  const fillPasswords = async (page: Page, old: string, fresh: string, confirm: string) => {
    await field(page, th['password.old']).fill(old);
    await field(page, th['password.new']).fill(fresh);
    await field(page, th['password.confirm']).fill(confirm);
    await button(page, th['action.save']).click();
  };

  test('does nothing, silently, while a field is empty', async ({ page }) => {
    const calls = watchCalls(page);
    for (const [old, fresh, confirm] of [
      ['', 'a new password', 'a new password'],
      ['correct horse', '', 'a new password'],
      ['correct horse', 'a new password', ''],
    ] as const) {
      await fillPasswords(page, old, fresh, confirm);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await expect(page.locator('[aria-invalid]')).toHaveCount(0);
    }
    expect(sentIn(calls)).toEqual([]);
  });

  test('refuses passwords that differ or are too short', async ({ page }) => {
    const calls = watchCalls(page);
    await fillPasswords(page, 'correct horse', 'a new password', 'another password');
    await expectProblem(page, th['password.confirm'], th['field.PASSWORD_MISMATCH']);
    await fillPasswords(page, 'correct horse', 'seven77', 'seven77');
    await expectProblem(page, th['password.new'], PASSWORD_LENGTH);
    expect(sentIn(calls)).toEqual([]);
    await fillPasswords(page, 'correct horse', 'eight888', 'eight888');
    await expect(page.getByRole('alertdialog')).toContainText(th['state.saved']);
  });
});
