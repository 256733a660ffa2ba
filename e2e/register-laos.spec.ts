import { e164Of } from '@krapao/contract/phones.ts';
import type { Page } from '@playwright/test';
import { digits } from '../world/people.ts';
import {
  enterCredentials,
  enterPhone,
  enterProfile,
  expectStep,
  field,
  fillBank,
  filled,
  la,
  type Newcomer,
  newcomer,
  submitRegistration,
} from './member.ts';
import { expect, test, type World } from './world.ts';

test.use({ edition: 'la' });
// One after the other, in one world: no other file needs a world like this, and starting one takes longer than the tests.
test.describe.configure({ mode: 'default' });

function laoNewcomer(): Newcomer {
  return { ...newcomer(), phone: `20${digits(8)}`, name: 'ສົມສັກ ຮັກດີ', bankCode: 'BCEL', accountNo: digits(13) };
}

async function finishRegistration(page: Page, who: Newcomer, currency?: string): Promise<void> {
  await enterProfile(page, who, la);
  await expectStep(page, 'bank', la);
  await fillBank(page, who, la);
  await expect(page.getByRole('radio', { name: la['money.kip'] })).toBeChecked();
  if (currency) await page.getByText(currency, { exact: false }).click();
  await submitRegistration(page, la);
  await expect(page.getByText(la['register.success'])).toBeVisible();
}

const currencyOf = (world: World, phone: string) =>
  world.query('select edition, currency from members where phone = $1', [e164Of(phone, 'la')]);

test('a newcomer in Laos reads Lao, has a phone of any length, registers with kip by default and signs in', async ({
  page,
  world,
}) => {
  await test.step('the Laos edition starts in Lao', async () => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: la['login.submit'] })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
  });

  await test.step('a phone in Laos may have any length, but not letters', async () => {
    await page.getByRole('main').getByRole('link', { name: la['login.register'], exact: true }).click();
    await expectStep(page, 'phone', la);
    await enterPhone(page, '20abcdefgh', la);
    await expect(page.getByText(filled(la['field.INVALID'], { field: la['register.phone'] }))).toBeVisible();
    for (const length of [8, 11]) {
      await enterPhone(page, `2${digits(length - 1)}`, la);
      await expectStep(page, 'profile', la);
      await page.goBack();
      await expectStep(page, 'phone', la);
    }
  });

  await test.step('the newcomer registers with kip by default and signs in', async () => {
    const who = laoNewcomer();
    await enterPhone(page, who.phone, la);
    await finishRegistration(page, who);
    await expect(page).toHaveURL('/login');
    expect(await currencyOf(world, who.phone)).toEqual([{ edition: 'la', currency: 'LAK' }]);
    await enterCredentials(page, who, la);
    await expect(page.getByText('₭').first()).toBeVisible();
  });
});

test('a newcomer in Laos registers with a code once the operator asks for one, and chooses baht', async ({
  page,
  world,
}) => {
  await world.operator('register-otp', 'on');
  try {
    const who = laoNewcomer();
    await page.goto('/register');
    await enterPhone(page, who.phone, la);
    await expectStep(page, 'otp', la);
    await field(page, la['register.otp']).pressSequentially(await world.codeFor(who.phone));
    await expectStep(page, 'profile', la);
    await finishRegistration(page, who, la['money.baht']);
    expect(await currencyOf(world, who.phone)).toEqual([{ edition: 'la', currency: 'BAHT' }]);
  } finally {
    await world.operator('register-otp', 'off');
  }
});
