import type { Page } from '@playwright/test';
import { newPhone } from '../world/people.ts';
import {
  button,
  enterPhone,
  enterProfile,
  expectStep,
  field,
  fillBank,
  filled,
  newcomer,
  submitRegistration,
  th,
  watchCalls,
} from './member.ts';
import { expect, test, type World } from './world.ts';

test.use({ registerOtp: true });

const codeField = (page: Page) => field(page, th['register.otp']);

async function askForCode(page: Page, phone: string): Promise<void> {
  await page.goto('/register');
  await enterPhone(page, phone);
  await expectStep(page, 'otp');
}

async function wrongCode(world: World, phone: string): Promise<string> {
  const code = Number(await world.codeFor(phone));
  return String((code + 1) % 1_000_000).padStart(6, '0');
}

/** Typing the last digit submits. Refused digits are selected, so typing replaces them. */
async function typeCode(page: Page, code: string): Promise<void> {
  await expect(codeField(page)).toBeEditable();
  await codeField(page).fill('');
  await codeField(page).pressSequentially(code);
}

test('a newcomer registers with the code that was sent to the phone', async ({ page, world }) => {
  const who = newcomer();
  await askForCode(page, who.phone);
  const shownPhone = who.phone.replace(/(\d{3})(\d{3})(\d{4})/, '$1 $2 $3');
  await expect(page.getByText(filled(th['register.otp.sent'], { n: 6, phone: shownPhone }))).toBeVisible();
  await typeCode(page, await world.codeFor(who.phone));
  await expectStep(page, 'profile');
  await enterProfile(page, who);
  await fillBank(page, who);
  await submitRegistration(page);
  await expect(page.getByText(th['register.success'])).toBeVisible();
  await expect(page).toHaveURL('/login');
  const { status } = await world.call('POST /api/login', { body: { username: who.phone, password: who.password } });
  expect(status).toBe(200);
});

test('a phone that was verified a moment ago needs no new code', async ({ page, world }) => {
  const phone = newPhone();
  const { body } = await world.call('POST /api/otp/send', { body: { phoneNumber: phone } });
  const otpCode = await world.codeFor(phone);
  const verified = await world.call('POST /api/otp/verify', { body: { otpToken: body.otpToken, otpCode } });
  expect(verified.status).toBe(200);
  await page.goto('/register');
  await enterPhone(page, phone);
  await expectStep(page, 'profile');
});

test('a code of fewer than six digits is not sent', async ({ page }) => {
  await askForCode(page, newPhone());
  const calls = watchCalls(page);
  await codeField(page).pressSequentially('12345');
  await button(page, th['register.otp.verify']).click();
  await expect(page.getByText(filled(th['register.otp.length'], { n: 6 }))).toBeVisible();
  expect(calls.filter((call) => call.startsWith('POST '))).toEqual([]);
});

test('a wrong code is reported, and the right one still leads on', async ({ page, world }) => {
  const phone = newPhone();
  await askForCode(page, phone);
  await typeCode(page, await wrongCode(world, phone));
  await expect(page.getByText(th['error.OTP_CODE_INVALID'])).toBeVisible();
  await expectStep(page, 'otp');
  await typeCode(page, await world.codeFor(phone));
  await expectStep(page, 'profile');
});

test('the fifth wrong code blocks the phone, and says so', async ({ page, world }) => {
  const phone = newPhone();
  await askForCode(page, phone);
  const code = await wrongCode(world, phone);
  for (let tries = 1; tries <= 5; tries++) {
    const answered = page.waitForResponse('**/api/otp/verify');
    await typeCode(page, code);
    await answered;
  }
  await expect(page.getByRole('alert')).toHaveText(th['error.OTP_BLOCK']);
  await expect(codeField(page)).toBeDisabled();
  await expect(button(page, th['register.otp.verify'])).toBeDisabled();
  await expect(page.getByRole('button', { name: '14:' })).toBeDisabled();
});

test.describe('a code that has expired', () => {
  test('by the clock of the service is refused, and a new one leads on', async ({ page, world }) => {
    const phone = newPhone();
    await page.clock.install();
    await askForCode(page, phone);
    await world.moveClock(5 * 60 + 1);
    await typeCode(page, await world.codeFor(phone));
    await expect(page.getByRole('alert')).toHaveText(th['error.OTP_EXPIRED']);
    await expectStep(page, 'otp');
    await page.clock.fastForward(60_000);
    await button(page, th['register.otp.resend']).click();
    await expect(page.getByText(th['register.otp.resent'])).toBeVisible();
    await typeCode(page, await world.codeFor(phone));
    await expectStep(page, 'profile');
  });

  test('is announced by the countdown before it is typed', async ({ page }) => {
    await page.clock.install();
    await askForCode(page, newPhone());
    await page.clock.fastForward(4 * 60_000);
    await expect(page.getByText(/00:[0-5]\d/)).toBeVisible();
    await expect(codeField(page)).toBeEditable();
    await page.clock.fastForward(61_000);
    await expect(page.getByText(th['error.OTP_EXPIRED'])).toBeVisible();
    await expect(codeField(page)).toBeDisabled();
  });
});

test('another code can be asked for after a minute, and replaces the first', async ({ page, world }) => {
  const phone = newPhone();
  await page.clock.install();
  await askForCode(page, phone);
  const first = await world.codeFor(phone);
  const countdown = page.getByRole('button', { name: /00:[0-5]\d/ });
  await expect(countdown).toBeDisabled();
  await page.clock.fastForward(60_000);
  await world.moveClock(60);
  await button(page, th['register.otp.resend']).click();
  await expect(page.getByText(th['register.otp.resent'])).toBeVisible();
  await expect(countdown).toBeDisabled();
  const second = await world.codeFor(phone);
  if (first !== second) {
    await typeCode(page, first);
    await expect(page.getByText(th['error.OTP_CODE_INVALID'])).toBeVisible();
  }
  await typeCode(page, second);
  await expectStep(page, 'profile');
});

test('a failure of the SMS gateway is reported, and trying again sends the code', async ({ page, world }) => {
  const phone = newPhone();
  await page.goto('/register');
  await world.fault({ target: 'sms', mode: 'refuse', times: 1 });
  await enterPhone(page, phone);
  await expect(page.getByRole('alert')).toHaveText(th['error.OTP_SEND_FAIL']);
  await expectStep(page, 'phone');
  await button(page, th['action.next']).click();
  await expectStep(page, 'otp');
});

test('a verification that expired while the form was filled in asks for a new code and keeps the form', async ({
  page,
  world,
}) => {
  const who = newcomer();
  await askForCode(page, who.phone);
  await typeCode(page, await world.codeFor(who.phone));
  await enterProfile(page, who);
  await fillBank(page, who);
  await world.moveClock(15 * 60 + 1);
  await submitRegistration(page);
  await expect(page.getByText(th['error.UNVERIFIED_OTP'])).toBeVisible();
  await expectStep(page, 'phone');
  await button(page, th['action.next']).click();
  await expectStep(page, 'otp');
  await typeCode(page, await world.codeFor(who.phone));
  await expect(field(page, th['register.name'])).toHaveValue(who.name);
  await button(page, th['action.next']).click();
  await submitRegistration(page);
  await expect(page.getByText(th['register.success'])).toBeVisible();
});
