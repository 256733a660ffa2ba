import { e164Of } from '@krapao/contract/phones.ts';
import { digits, newPhone } from '../world/people.ts';
import { IN_FULL } from '../world/tier.ts';
import {
  en,
  enterPhone,
  enterProfile,
  expectProblem,
  expectStep,
  field,
  fillBank,
  newcomer,
  next,
  PASSWORD_LENGTH,
  required,
  sentIn,
  submitRegistration,
  th,
  walkToBank,
  watchCalls,
} from './member.ts';
import { expect, test } from './world.ts';

test(
  'the phone step and the profile step report a broken rule at its field, and send nothing until it is mended',
  IN_FULL,
  async ({ page }) => {
    await page.goto('/register');
    await expectStep(page, 'phone');
    const calls = watchCalls(page);

    await test.step('the phone is refused unless it has ten digits', async () => {
      await enterPhone(page, '');
      await expectProblem(page, th['register.phone'], required(th['register.phone']));
      for (const phone of [digits(11), '08123abcde', digits(9)]) {
        await field(page, th['register.phone']).fill('');
        await enterPhone(page, phone);
        await expectProblem(page, th['register.phone'], th['field.PHONE_NUMBER_REQUIRE_10_DIGIT']);
        await expectStep(page, 'phone');
      }
    });

    await test.step('the phone may have spaces and dashes, and can be corrected', async () => {
      await field(page, th['register.phone']).fill('081-234 5670');
      await expect(page.getByText(th['field.PHONE_NUMBER_REQUIRE_10_DIGIT'])).toBeHidden();
      expect(sentIn(calls)).toEqual([]);
      await next(page);
      await expectStep(page, 'profile');
    });

    await test.step('the profile requires a name, a password and its confirmation', async () => {
      await next(page);
      for (const label of [th['register.name'], th['register.password']])
        await expectProblem(page, label, required(label));
      await field(page, th['register.name']).fill('สมศักดิ์ รักดี');
      await field(page, th['register.password']).fill('eight or more');
      await next(page);
      await expectProblem(page, th['register.confirm'], th['field.CONFIRM_REQUIRED']);
      await expectStep(page, 'profile');
    });

    await test.step('a name of digits or symbols is refused', async () => {
      for (const name of ['สมชาย 007', 'Robert<b>', 'a@b.c', '   ']) {
        await enterProfile(page, { ...newcomer(), name });
        const message = name.trim() ? th['field.NAME_INVALID'] : required(th['register.name']);
        await expectProblem(page, th['register.name'], message);
      }
    });

    await test.step('a password of seven characters is refused', async () => {
      await enterProfile(page, { ...newcomer(), password: 'seven77' });
      await expectProblem(page, th['register.password'], PASSWORD_LENGTH);
    });

    await test.step('two passwords that differ are refused', async () => {
      await field(page, th['register.password']).fill('eight888');
      await field(page, th['register.confirm']).fill('eight889');
      await next(page);
      await expectProblem(page, th['register.confirm'], th['field.PASSWORD_MISMATCH']);
      expect(sentIn(calls)).toEqual([]);
    });

    await test.step('a name in any script and two equal passwords of eight characters lead on', async () => {
      await field(page, th['register.name']).fill("ณัฐพล O'Neil-ສີ");
      await field(page, th['register.password']).fill('eight889');
      await expect(page.getByText(th['field.PASSWORD_MISMATCH'])).toBeHidden();
      await next(page);
      await expectStep(page, 'bank');
      expect(calls).toContain('POST /api/account/validate');
    });
  },
);

test.describe('the bank step', IN_FULL, () => {
  test('reports a broken rule at its field, sends nothing until it is mended, and writes the name in capitals', async ({
    page,
    world,
  }) => {
    const who = newcomer();
    await walkToBank(page, { ...who, bankCode: '', accountNo: '', firstName: ' ', lastName: '' });
    const calls = watchCalls(page);

    await test.step('a bank, a number and both names are required', async () => {
      await submitRegistration(page);
      await expectProblem(page, th['register.bank'], th['register.bank.choose']);
      for (const label of [th['register.accountNo'], th['register.firstName'], th['register.lastName']])
        await expectProblem(page, label, required(label));
    });

    await test.step('a number that does not fit the bank is refused', async () => {
      await fillBank(page, { ...who, accountNo: '123456789' });
      await submitRegistration(page);
      await expectProblem(page, th['register.accountNo'], th['field.ACCOUNT_NO_INVALID']);
    });

    await test.step('KTB, TMB and BBL take an English name only', async () => {
      await field(page, th['register.accountNo']).fill(who.accountNo);
      for (const bankCode of ['KTB', 'TMB', 'BBL']) {
        await field(page, th['register.bank']).selectOption(bankCode);
        await field(page, th['register.lastName']).fill('รักดี');
        await submitRegistration(page);
        await expectProblem(page, th['register.lastName'], th['field.BANK_ACCOUNT_NAME_ENG']);
        await field(page, th['register.lastName']).fill('rakdee');
        await expect(page.getByText(th['field.BANK_ACCOUNT_NAME_ENG'])).toBeHidden();
      }
      expect(sentIn(calls)).toEqual([]);
      expect(await world.query('select from members where phone = $1', [e164Of(who.phone, 'th')])).toEqual([]);
    });

    await test.step('the account name is written in capitals, trimmed and joined', async () => {
      await field(page, th['register.firstName']).fill('');
      await field(page, th['register.firstName']).pressSequentially(' somsak ');
      await expect(field(page, th['register.firstName'])).toHaveValue(' SOMSAK ');
      await submitRegistration(page);
      await expect(page.getByText(th['register.success'])).toBeVisible();
      expect(
        await world.query('select bank_account_name from members where phone = $1', [e164Of(who.phone, 'th')]),
      ).toEqual([{ bank_account_name: 'SOMSAK RAKDEE' }]);
    });
  });

  test('takes a Thai name for a bank that allows it, and a number of the length that the bank has', async ({
    page,
  }) => {
    const who = { ...newcomer(), bankCode: 'GSB', firstName: 'สมศักดิ์', lastName: 'รักดี' };
    await walkToBank(page, { ...who, accountNo: digits(10) });
    const calls = watchCalls(page);
    await submitRegistration(page);
    await expectProblem(page, th['register.accountNo'], th['field.ACCOUNT_NO_INVALID']);
    expect(sentIn(calls)).toEqual([]);
    await field(page, th['register.accountNo']).fill(digits(12));
    await submitRegistration(page);
    await expect(page.getByText(th['register.success'])).toBeVisible();
  });
});

test('in English the messages are the specified ones', IN_FULL, async ({ page }) => {
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
