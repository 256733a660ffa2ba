import type { Page } from '@playwright/test';
import { IN_FULL } from '../world/tier.ts';
import {
  breakUntilRetried,
  button,
  enter,
  enterCredentials,
  expectProblem,
  field,
  PASSWORD_LENGTH,
  sentIn,
  storedToken,
  th,
  watchCalls,
} from './member.ts';
import { expect, test } from './world.ts';

const rowOf = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]');

test('a member reads the profile, which offers to try again while it cannot be read', async ({ page, world }) => {
  const member = await world.newMember({ bankAccountNo: '1234567890' });
  const retry = await breakUntilRetried(page, '**/api/account/profile', 503, 'SERVICE_UNAVAILABLE');
  await enter(page, world, member, '/user/contact');
  await page.getByRole('navigation').getByRole('link', { name: th['menu.profile'] }).click();
  await expect(page.getByRole('alert')).toContainText(th['error.SERVICE_UNAVAILABLE']);
  await retry();

  await expect(rowOf(page, th['profile.id'])).toHaveText(member.id);
  await expect(rowOf(page, th['profile.username'])).toHaveText(member.phone);
  await expect(rowOf(page, th['profile.createdAt'])).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
  await expect(rowOf(page, th['profile.bankAccountName'])).toHaveText('SOMYING JAIDEE');
  await expect(page.getByRole('definition').filter({ hasText: 'ธนาคารกสิกรไทย' })).toBeVisible();
  await expect(rowOf(page, th['profile.bankAccountNo'])).toHaveText('123-456-7890');
  await expect(page.getByRole('definition').filter({ hasText: member.name })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('a member sees the sign-ins of the account, ends all the others, and is told of a new password at home', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  const elsewhere = await world.tokenOf(member);
  await world.call('POST /api/login', { body: { username: member.phone, password: 'not the password' } });
  await page.goto('/login');
  await enterCredentials(page, member);
  await expect(page).toHaveURL(/\/user\/home$/);
  await page.getByRole('navigation').getByRole('link', { name: th['menu.profile'] }).click();

  const section = page.getByRole('region', { name: th['security.title'] });
  await expect(section.getByRole('listitem')).toHaveText([
    new RegExp(`${th['security.event.signed-in']}.*Chrome.* · (127\\.0\\.0\\.x|1:…)`),
    new RegExp(th['security.event.sign-in-failed']),
  ]);

  await test.step('every other sign-in ends, and this one stays', async () => {
    await section.getByRole('button', { name: th['security.signOutElsewhere'] }).click();
    await expect(page.getByText(th['security.signedOutElsewhere'])).toBeVisible();
    expect((await world.call('GET /api/wallet', { token: elsewhere })).status).toBe(401);
    await expect(section.getByRole('listitem').first()).toContainText(th['security.event.signed-out-elsewhere']);
    await expect(section.getByRole('button', { name: th['security.signOutElsewhere'] })).toBeHidden();
  });

  await test.step('a password that support gave is told at home until it was read', async () => {
    const password = /with (\S+),/.exec(await world.operator('member password', member.id))?.[1] ?? '';
    await page.goto('/login');
    await enterCredentials(page, { ...member, password });
    const notice = page.getByRole('complementary').filter({ hasText: th['security.event.password-changed'] });
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: th['home.dismissNotice'] }).click();
    await expect(notice).toBeHidden();
    await page.reload();
    await expect(page.getByText(member.name)).toBeVisible();
    await expect(notice).toBeHidden();
  });
});

test.describe('changing the password', () => {
  const openDialog = async (page: Page) => {
    await button(page, th['profile.changePassword']).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
  const fillPasswords = async (page: Page, old: string, fresh: string, confirm = fresh) => {
    await field(page, th['password.old']).fill(old);
    await field(page, th['password.new']).fill(fresh);
    await field(page, th['password.confirm']).fill(confirm);
    await button(page, th['action.save']).click();
  };

  test(
    'refuses what is missing, differs, is too short or is not the old password, and takes eight characters',
    IN_FULL,
    async ({ page, world }) => {
      const member = await world.newMember({ bankCode: 'GSB', bankAccountNo: '123456789012' });
      await enter(page, world, member, '/user/profile');
      // An account number of another length is shown as it is.
      await expect(rowOf(page, th['profile.bankAccountNo'])).toHaveText('123456789012');
      await openDialog(page);
      const calls = watchCalls(page);

      await test.step('nothing happens, silently, while a field is empty', async () => {
        for (const [old, fresh, confirm] of [
          ['', 'a new password', 'a new password'],
          [member.password, '', 'a new password'],
          [member.password, 'a new password', ''],
        ] as const) {
          await fillPasswords(page, old, fresh, confirm);
          await expect(page.getByRole('dialog')).toBeVisible();
          await expect(page.getByRole('alertdialog')).toBeHidden();
          await expect(page.locator('[aria-invalid]')).toHaveCount(0);
        }
      });

      await test.step('passwords that differ or are too short are refused', async () => {
        await fillPasswords(page, member.password, 'a new password', 'another password');
        await expectProblem(page, th['password.confirm'], th['field.PASSWORD_MISMATCH']);
        await fillPasswords(page, member.password, 'seven77');
        await expectProblem(page, th['password.new'], PASSWORD_LENGTH);
        expect(sentIn(calls)).toEqual([]);
      });

      await test.step('a wrong old password is reported in an alert and changes nothing', async () => {
        await fillPasswords(page, 'not the password', 'a new password');
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

      await fillPasswords(page, member.password, 'eight888');
      await expect(page.getByRole('alertdialog')).toContainText(th['state.saved']);
    },
  );

  test('keeps this sign-in, ends the others, and replaces the old password', async ({ page, world, context }) => {
    const member = await world.newMember();
    const tokenElsewhere = await world.tokenOf(member);
    await page.goto(`/login?next=${encodeURIComponent('/user/profile')}`);
    await enterCredentials(page, member);
    await openDialog(page);
    const oldToken = await storedToken(page);

    await test.step('a broken rule is reported at its field', async () => {
      await fillPasswords(page, member.password, 'a new password', 'another password');
      await expectProblem(page, th['password.confirm'], th['field.PASSWORD_MISMATCH']);
    });

    await fillPasswords(page, member.password, 'a new password');
    const saved = page.getByRole('alertdialog', { name: th['state.saved'] });
    await expect(saved).toContainText(th['password.saved']);
    await saved.getByRole('button', { name: th['action.ok'] }).click();
    await expect(page.getByRole('dialog')).toBeHidden();

    await test.step('this sign-in is kept, with a new token', async () => {
      expect(await storedToken(page)).not.toBe(oldToken);
      await page.reload();
      await expect(rowOf(page, th['profile.username'])).toHaveText(member.phone);
    });

    await test.step('another sign-in is ended', async () => {
      const otherPage = await context.newPage();
      await otherPage.addInitScript((token) => sessionStorage.setItem('token', token), tokenElsewhere);
      await otherPage.goto('/user/profile');
      await expect(otherPage).toHaveURL(`/login?next=${encodeURIComponent('/user/profile')}`);
      expect(await storedToken(otherPage)).toBeNull();
    });

    await test.step('the new password replaces the old one', async () => {
      const login = async (password: string) =>
        (await world.call('POST /api/login', { body: { username: member.phone, password } })).status;
      expect(await login(member.password)).toBe(401);
      expect(await login('a new password')).toBe(200);
    });
  });
});
