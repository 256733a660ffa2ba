import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { IN_FULL } from '../world/tier.ts';
import { topOf } from './chat.ts';
import {
  deskTokenIn,
  enterDesk,
  loginForm,
  messageIn,
  OPERATOR,
  open,
  operatorToken,
  refuse,
  reply,
  replyBox,
  row,
  thread,
  visitor,
  WIDE,
} from './desk.ts';
import { button, field, storedToken, th } from './member.ts';
import { violationsOf } from './wcag.ts';
import { expect, test } from './world.ts';

/** Signs the operator in by the form. */
async function signInAtDesk(page: Page): Promise<void> {
  await loginForm(page).fill(OPERATOR.name);
  await field(page, th['login.password']).fill(OPERATOR.password);
  await button(page, th['login.submit']).click();
  await expect(page.getByRole('tablist')).toBeVisible();
}

test.describe('at a desk', () => {
  test.use({ viewport: WIDE });

  test('only the right password opens the desk, until the operator signs out or the sign-in ends elsewhere', async ({
    page,
    world,
  }) => {
    const guest = await visitor(world);
    const address = `/desk?conversation=${guest.conversationId}`;
    await page.goto(address);

    await test.step('a wrong password is reported and signs no operator in', async () => {
      await button(page, th['login.submit']).click();
      await expect(loginForm(page)).toBeFocused();
      await expect(loginForm(page)).toHaveAttribute('aria-invalid', 'true');
      await loginForm(page).fill(OPERATOR.name);
      await field(page, th['login.password']).fill('not the password');
      await button(page, th['login.submit']).click();
      await expect(page.getByRole('alert')).toHaveText(th['desk.login.wrong']);
      expect(await deskTokenIn(page)).toBeNull();
    });

    await test.step('too many wrong passwords are reported as such', async () => {
      await page.route('**/api/desk/login', (route) =>
        route.fulfill({ status: 429, json: { message: 'REQUEST_LIMIT' }, headers: { 'retry-after': '60' } }),
      );
      await button(page, th['login.submit']).click();
      await expect(page.getByRole('alert')).toHaveText(th['error.REQUEST_LIMIT']);
      await page.unroute('**/api/desk/login');
    });

    await test.step('the right password opens the desk until sign-out', async () => {
      await signInAtDesk(page);
      expect(await deskTokenIn(page)).not.toBeNull();
      await page.reload();
      await expect(page.getByRole('tablist')).toBeVisible();

      const loggedOut = page.waitForResponse('**/api/desk/logout');
      await button(page, th['menu.logOut']).click();
      await expect(loginForm(page)).toBeVisible();
      expect((await loggedOut).status()).toBe(200);
      expect(await deskTokenIn(page)).toBeNull();
      await page.goto(address);
      await expect(loginForm(page)).toBeVisible();
    });

    await test.step('a sign-in that ends elsewhere leads to the login of the desk, at once', async () => {
      await signInAtDesk(page);
      await expect(messageIn(page, 'hello')).toBeVisible();
      const token = (await deskTokenIn(page)) ?? '';
      await world.call('POST /api/desk/logout', { token, body: {} });
      await expect(loginForm(page)).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: th['error.invalid-token'] })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/desk');
      expect(await deskTokenIn(page)).toBeNull();
    });
  });
});

test('the desk and a member of the same browser never touch each other’s sign-in', async ({ page, world }) => {
  const member = await world.newMember();
  const token = await world.tokenOf(member);
  await page.goto('/desk');
  await page.evaluate((stored) => sessionStorage.setItem('token', stored), token);

  await test.step('the operator’s sign-in and sign-out leave the member signed in', async () => {
    await signInAtDesk(page);
    expect(await storedToken(page)).toBe(token);
    await button(page, th['menu.logOut']).click();
    await expect(loginForm(page)).toBeVisible();
    expect(await storedToken(page)).toBe(token);
  });

  await test.step('the member’s sign-out leaves the desk signed in', async () => {
    await signInAtDesk(page);
    const deskToken = await deskTokenIn(page);
    await page.evaluate((stored) => {
      sessionStorage.removeItem('token');
      localStorage.setItem('token', stored);
    }, token);
    await page.goto('/user/profile');
    await expect(page.getByRole('definition').filter({ hasText: member.name })).toBeVisible();
    expect(await storedToken(page)).toBe(token);
    await button(page, th['menu.logOut']).click();
    await expect(page).toHaveURL('/login');
    expect(await storedToken(page)).toBeNull();
    await page.goto('/desk');
    await expect(page.getByRole('tablist')).toBeVisible();
    expect(await deskTokenIn(page)).toBe(deskToken);
  });
});

test(
  'on a phone a conversation takes the place of the list, and both load more without losing the operator’s place',
  IN_FULL,
  async ({ page, world }) => {
    for (let n = 0; n < 20; n++) await visitor(world);
    const long = await visitor(world);
    const token = await operatorToken(world);
    for (let n = 1; n <= 45; n++) {
      const message = { message_type: 'text', payload: { text: `message ${n}` } };
      const body = { id: randomUUID(), conversationId: long.conversationId, message };
      expect((await world.call('POST /api/desk/reply', { token, body })).status).toBe(200);
    }
    const guest = await visitor(world);
    await enterDesk(page, world);

    await test.step('conversations after the first twenty are loaded on request', async () => {
      const rows = page.getByRole('main').getByRole('listitem');
      await expect(rows).toHaveCount(20);
      await button(page, th['desk.list.more']).click();
      await expect.poll(() => rows.count()).toBeGreaterThan(21);
    });

    await test.step('a conversation takes the place of the list, and the way back leads to its row', async () => {
      await row(page, guest.conversationId).focus();
      await page.keyboard.press('Enter');
      await expect(messageIn(page, 'hello')).toBeVisible();
      await expect(row(page, guest.conversationId)).toBeHidden();
      await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
      await button(page, th['action.back']).click();
      await expect(row(page, guest.conversationId)).toBeFocused();
      await page.goForward();
      await expect(messageIn(page, 'hello')).toBeVisible();
      await button(page, th['action.back']).click();
    });

    await test.step('older messages come in above without moving the message being read', async () => {
      await open(page, long.conversationId);
      await expect(messageIn(page, 'message 45')).toBeInViewport();
      await expect(messageIn(page, 'message 10')).toHaveCount(0);
      const scroller = page.getByRole('main').getByRole('log');
      const toTop = () => scroller.evaluate((element) => element.scrollTo(0, 0));

      const released = Promise.withResolvers<void>();
      await page.route('**/api/desk/history', async (route) => {
        if (route.request().postDataJSON().skip === 20) await released.promise;
        await route.continue();
      });
      await toTop();
      await expect(messageIn(page, 'message 27')).toBeInViewport();
      const before = await topOf(messageIn(page, 'message 27'));
      released.resolve();
      await expect(messageIn(page, 'message 10')).toHaveCount(1);
      expect(Math.abs((await topOf(messageIn(page, 'message 27'))) - before)).toBeLessThan(2);

      await toTop();
      await expect(messageIn(page, 'hello')).toHaveCount(1);
      await toTop();
      await expect(messageIn(page, 'hello')).toBeInViewport();
      await long.say('are you there');
      await expect(button(page, th['desk.thread.new'])).toBeVisible();
      await expect(messageIn(page, 'hello')).toBeInViewport();
      await button(page, th['desk.thread.new']).click();
      await expect(messageIn(page, 'are you there')).toBeInViewport();
      await expect(button(page, th['desk.thread.new'])).toBeHidden();
    });
  },
);

test(
  'the desk is usable without a mouse and by the rules of WCAG, on a phone and on a wide screen',
  IN_FULL,
  async ({ page, world }) => {
    const viewports = [{ width: 390, height: 844 }, WIDE];
    await test.step('the login', async () => {
      await page.goto('/desk');
      await button(page, th['login.submit']).click();
      await expect(loginForm(page)).toBeFocused();
      for (const viewport of viewports) {
        await page.setViewportSize(viewport);
        expect(await violationsOf(page)).toEqual([]);
      }
    });

    for (const viewport of viewports)
      await test.step(`the desk at ${viewport.width} px`, async () => {
        await page.setViewportSize(viewport);
        const guest = await visitor(world, 'see https://example.com/a');
        await guest.askForPerson();
        await enterDesk(page, world);
        await expect(row(page, guest.conversationId)).toBeVisible();
        expect(await violationsOf(page)).toEqual([]);
        await row(page, guest.conversationId).focus();
        await page.keyboard.press('Enter');
        await expect(thread(page).getByRole('link')).toBeVisible();
        await replyBox(page).focus();
        await page.keyboard.type('a reply');
        await page.keyboard.press('Enter');
        await expect.poll(() => guest.entriesWith('a reply')).toHaveLength(1);
        await page.route('**/api/desk/reply', refuse);
        await reply(page, 'another');
        await expect(thread(page).getByRole('alert')).toBeVisible();
        expect(await violationsOf(page)).toEqual([]);
        await button(page, th['desk.close']).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
        expect(await violationsOf(page)).toEqual([]);
        await page.unroute('**/api/desk/reply');
      });
  },
);
