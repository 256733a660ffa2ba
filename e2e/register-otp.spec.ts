import type { Page } from '@playwright/test';
import { newPhone } from '../world/people.ts';
import { IN_FULL } from '../world/tier.ts';
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

test.beforeEach(({ world }) => world.operator('register-otp', 'on'));
test.afterEach(({ world }) => world.operator('register-otp', 'off'));

const codeField = (page: Page) => field(page, th['register.otp']);

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

test('a newcomer registers with the code that was sent to the phone, after each failure on the way was reported', async ({
  page,
  world,
}) => {
  const who = newcomer();
  await page.goto('/register');

  await test.step('a failure of the SMS gateway is reported, and trying again sends the code', async () => {
    await world.fault({ target: 'sms', mode: 'refuse', times: 1 });
    await enterPhone(page, who.phone);
    await expect(page.getByRole('alert')).toHaveText(th['error.OTP_SEND_FAIL']);
    await expectStep(page, 'phone');
    await button(page, th['action.next']).click();
    await expectStep(page, 'otp');
    const shownPhone = who.phone.replace(/(\d{3})(\d{3})(\d{4})/, '$1 $2 $3');
    await expect(page.getByText(filled(th['register.otp.sent'], { n: 6, phone: shownPhone }))).toBeVisible();
  });

  await test.step('a code of fewer than six digits is not sent', async () => {
    const calls = watchCalls(page);
    await codeField(page).pressSequentially('12345');
    await button(page, th['register.otp.verify']).click();
    await expect(page.getByText(filled(th['register.otp.length'], { n: 6 }))).toBeVisible();
    expect(calls.filter((call) => call.startsWith('POST '))).toEqual([]);
  });

  await test.step('a wrong code is reported, and the right one still leads on', async () => {
    await typeCode(page, await wrongCode(world, who.phone));
    await expect(page.getByText(th['error.OTP_CODE_INVALID'])).toBeVisible();
    await expectStep(page, 'otp');
    await typeCode(page, await world.codeFor(who.phone));
    await expectStep(page, 'profile');
  });

  await enterProfile(page, who);
  await fillBank(page, who);
  await submitRegistration(page);
  await expect(page.getByText(th['register.success'])).toBeVisible();
  await expect(page).toHaveURL('/login');
  const { status } = await world.call('POST /api/login', { body: { username: who.phone, password: who.password } });
  expect(status).toBe(200);
});

test(
  'a code can be replaced after a minute and after its end, and a verification that expired keeps the form',
  IN_FULL,
  async ({ page, world }) => {
    const who = newcomer();
    await page.clock.install();
    await page.goto('/register');
    await enterPhone(page, who.phone);
    await expectStep(page, 'otp');
    const askAgain = async () => {
      await page.clock.fastForward(60_000);
      await expect(page.getByText(th['register.otp.resent'])).toBeHidden();
      await button(page, th['register.otp.resend']).click();
      await expect(page.getByText(th['register.otp.resent'])).toBeVisible();
      return world.codeFor(who.phone);
    };

    const second = await test.step('another code can be asked for after a minute, and replaces the first', async () => {
      const first = await world.codeFor(who.phone);
      const countdown = page.getByRole('button', { name: /00:[0-5]\d/ });
      await expect(countdown).toBeDisabled();
      await world.moveClock(60);
      const code = await askAgain();
      await expect(countdown).toBeDisabled();
      if (first !== code) {
        await typeCode(page, first);
        await expect(page.getByText(th['error.OTP_CODE_INVALID'])).toBeVisible();
      }
      return code;
    });

    await test.step('a code that has expired by the clock of the service is refused, and a new one leads on', async () => {
      await world.moveClock(5 * 60 + 1);
      await typeCode(page, second);
      await expect(page.getByRole('alert')).toHaveText(th['error.OTP_EXPIRED']);
      await expectStep(page, 'otp');
      await typeCode(page, await askAgain());
      await expectStep(page, 'profile');
    });

    await test.step('a verification that expired while the form was filled in asks for a new code and keeps the form', async () => {
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
  },
);

test(
  'a verified phone needs no new code, the countdown announces the end of one, and the fifth wrong code voids it',
  IN_FULL,
  async ({ page, world }) => {
    await page.clock.install();
    await page.goto('/register');

    await test.step('a phone that this tab verified a moment ago needs no new code, also after a reload', async () => {
      const phone = newPhone();
      await enterPhone(page, phone);
      await expectStep(page, 'otp');
      await typeCode(page, await world.codeFor(phone));
      await expectStep(page, 'profile');
      await page.reload();
      await expectStep(page, 'phone');
      await enterPhone(page, phone);
      await expectStep(page, 'profile');
      expect(await world.messagesTo(phone)).toHaveLength(1);
    });

    const phone = newPhone();
    await test.step('a code that has expired is announced by the countdown before it is typed', async () => {
      await page.goBack();
      await expectStep(page, 'phone');
      await enterPhone(page, phone);
      await expectStep(page, 'otp');
      await page.clock.fastForward(4 * 60_000);
      await expect(page.getByText(/00:[0-5]\d/)).toBeVisible();
      await expect(codeField(page)).toBeEditable();
      await page.clock.fastForward(61_000);
      await expect(page.getByText(th['error.OTP_EXPIRED'])).toBeVisible();
      await expect(codeField(page)).toBeDisabled();
    });

    await test.step('the fifth wrong code voids it, which is said, and another can be asked for within the minute', async () => {
      await world.moveClock(5 * 60 + 1);
      await button(page, th['register.otp.resend']).click();
      await expect(page.getByText(th['register.otp.resent'])).toBeVisible();
      const code = await wrongCode(world, phone);
      for (let tries = 1; tries <= 5; tries++) {
        const answered = page.waitForResponse('**/api/otp/verify');
        await typeCode(page, code);
        await answered;
      }
      await expect(page.getByRole('alert')).toHaveText(th['error.OTP_BLOCK']);
      await expect(codeField(page)).toBeDisabled();
      await expect(button(page, th['register.otp.verify'])).toBeDisabled();
      const resend = page.getByRole('button', {
        name: new RegExp(`^${th['register.otp.resendIn'].replace('{time}', '00:\\d\\d')}$`),
      });
      await expect(resend).toBeDisabled();
      await world.moveClock(61);
      await page.clock.fastForward(61_000);
      await button(page, th['register.otp.resend']).click();
      await expect(codeField(page)).toBeEditable();
      await typeCode(page, await world.codeFor(phone));
      await expectStep(page, 'profile');
    });
  },
);
