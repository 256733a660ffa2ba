import type { Page } from '@playwright/test';
import { comeBackTo, dismissToasts, expectMoney, expectRedToast, expectToast } from './home.ts';
import {
  baht,
  button,
  enter,
  enterCredentials,
  enterPhone,
  enterProfile,
  fillBank,
  filled,
  newcomer,
  signIn,
  submitRegistration,
  th,
  watchCalls,
} from './member.ts';
import { newFriend } from './rewards.ts';
import { violationsOf } from './wcag.ts';
import { acceptAgreement, expect, type Member, test, type World } from './world.ts';

async function openInvite(page: Page) {
  await button(page, th['home.invite']).click();
  const dialog = page.getByRole('dialog', { name: th['invite.title'], exact: true });
  await expect(dialog).toBeVisible();
  const part = (name: string) => dialog.getByRole('region', { name, exact: true });
  return {
    dialog,
    link: part(th['invite.link']),
    qr: dialog.getByRole('img', { name: th['invite.qr'], exact: true }),
    copy: dialog.getByRole('button', { name: `${th['action.copy']} ${th['invite.link']}`, exact: true }),
    share: dialog.getByRole('button', { name: th['invite.share'], exact: true }),
    terms: part(th['invite.terms']),
    banners: part(th['invite.banners']),
    friends: part(th['invite.friends']),
  };
}

const linkOf = (world: World, { id }: Member) => `${world.url}/register?code=PR${id}`;

test.describe('the link of a member', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('is there to copy, to share and to scan, also when the friends cannot be read, and brings a friend into their list', async ({
    page,
    world,
    browser,
  }) => {
    await page.addInitScript(() => {
      Object.assign(navigator, { share: async (what: unknown) => Object.assign(window, { shared: what }) });
    });
    await page.route('**/api/invite', (route) => route.fulfill({ status: 500, json: {} }));
    await page.route('**/api/invite/banners*', (route) => route.abort());
    const member = await world.newMember();
    const devices: (string | undefined)[] = [];
    const watchDevice = (watched: Page) =>
      watched.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (/^\/api\/(login|account)$/.test(pathname)) devices.push(request.headers()['x-device-id']);
      });
    watchDevice(page);
    await signIn(page, member);
    const { link, copy, share, qr, terms, friends, dialog, banners } = await openInvite(page);
    const text = linkOf(world, member);
    const close = async () => {
      await dialog.getByRole('button', { name: th['action.close'], exact: true }).click();
      await expect(dialog).toBeHidden();
    };

    await test.step('a list of friends that cannot be read shows a quiet message, and the link is there all the same', async () => {
      await expect(friends).toContainText(th['ui.listUnread']);
      await expect(link).toContainText(text);
      await expect(dialog.getByRole('alert')).toHaveCount(0);
      await expect(banners).toHaveCount(0);
      await page.unroute('**/api/invite');
      await page.unroute('**/api/invite/banners*');
      await close();
    });

    await test.step('the link is there to copy, to share and to scan', async () => {
      const asked = page.waitForRequest('**/api/invite');
      await openInvite(page);
      expect((await asked).postDataJSON()).toEqual({ page: 1, limit: 10 });
      await expect(banners.getByRole('listitem')).toHaveCount(2);
      await expect(link).toContainText(text);
      await copy.click();
      await expectToast(page, filled(th['action.copied'], { text }));
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
      await share.click();
      expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toMatchObject({ url: text });
      await expect.poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
      await expect(terms).toContainText(filled(th['bonus.ofStart'], { percent: 200 }));
      await expect(friends).toContainText(th['invite.none']);
      expect(await violationsOf(page)).toEqual([]);
    });

    await test.step('a friend who registers by the link is in the list, and both browsers send a device id of their own', async () => {
      const who = newcomer();
      const context = await browser.newContext({ baseURL: world.url });
      try {
        await acceptAgreement(context);
        const theirs = await context.newPage();
        watchDevice(theirs);
        await theirs.goto(text);
        await enterPhone(theirs, who.phone);
        await enterProfile(theirs, who);
        await fillBank(theirs, who);
        await submitRegistration(theirs);
        await expect(theirs).toHaveURL('/login');
        await enterCredentials(theirs, who);
        await expect(theirs).toHaveURL('/user/home');
      } finally {
        await context.close();
      }
      const [own, friendsOne, friendsAgain] = devices;
      expect(own).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect(friendsOne).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect(friendsOne).not.toBe(own);
      expect(friendsAgain).toBe(friendsOne);
      expect(await page.evaluate(() => localStorage.getItem('guest-id'))).toBe(own);

      await close();
      await openInvite(page);
      const row = friends.getByRole('row', { name: who.name });
      await expect(row).toContainText('฿0.00');
      await expect(row).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/);
    });
  });
});

test('the invite bonus is received after a question that states its condition, once, also when it was refused or its answer lost', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await newFriend(world, member, { deposit: 1_000, loss: 400 });
  const token = await world.tokenOf(member);
  await enter(page, world, member);
  const calls = watchCalls(page);
  const received = () => calls.filter((call) => call === 'GET /api/invite/bonus').length;
  const receive = button(page, `${th['home.receive']} ${th['home.inviteBonus']}`);
  const question = page.getByRole('alertdialog');
  const answer = (name: string) => question.getByRole('button', { name, exact: true });
  const endCondition = async () => {
    expect(await world.call('GET /api/bonus/clear', { token })).toMatchObject({ body: { status: 'SUCCESS' } });
    await dismissToasts(page);
  };

  await test.step('a bonus that is refused is reported in red, and can still be received', async () => {
    await world.query("update campaigns set budget = spent where kind = 'invite' and currency = 'BAHT'");
    await receive.click();
    await answer(th['action.receive']).click();
    await expectRedToast(page, th['error.BONUS_FULL']);
    await expect(question).toBeHidden();
    await expect(receive).toBeVisible();
    await world.query("update campaigns set budget = 10000000 where kind = 'invite' and currency = 'BAHT'");
    await dismissToasts(page);
    await expectMoney(page, { total: '฿0.00' });
  });

  await test.step('it is received after a question that states its condition, which then runs', async () => {
    const refused = received();
    await expect(page.getByText('+฿20.00')).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await receive.click();
    await expect(question).toHaveAccessibleName(filled(th['invite.receiveQuestion'], { amount: baht('20.00') }));
    for (const percent of [200, 5]) await expect(question).toContainText(filled(th['bonus.ofStart'], { percent }));
    await expect(question).toContainText(filled(th['bonus.notice'], { fail: 5 }));
    await expect(question).toContainText(filled(th['bonus.locks'], { amount: baht('20.00') }));
    for (const end of ['฿40.00', '฿1.00']) await expect(question.getByText(end, { exact: true })).toBeVisible();
    await answer(th['action.cancel']).click();
    await expect(question).toBeHidden();
    expect(received()).toBe(refused);

    await receive.click();
    await answer(th['action.receive']).dblclick();
    await expectToast(page, filled(th['invite.received'], { amount: baht('20.00') }));
    await expectMoney(page, { total: '฿20.00', main: '฿20.00' });
    await expect(receive).toBeDisabled();
    await expect(receive).toHaveAccessibleDescription(th['home.inviteHow']);
    const running = filled(th['home.condition.running'], { type: th['statement.link.invite'] });
    await expect(page.getByRole('link', { name: new RegExp(running) })).toBeVisible();
    expect(received()).toBe(refused + 1);
    const { friends, dialog } = await openInvite(page);
    await expect(friends.getByRole('row', { name: 'มานะ เพื่อนดี' })).toContainText('฿20.00');
    await dialog.getByRole('button', { name: th['action.close'], exact: true }).click();
    await expect(dialog).toBeHidden();
    await endCondition();
  });

  await test.step('a bonus whose answer is lost is received once when it is tried again', async () => {
    await newFriend(world, member, { deposit: 1_000, loss: 500 });
    await page.route(
      '**/api/invite/bonus',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await comeBackTo(page);
    await expectMoney(page, { total: '฿0.00' });
    await receive.click();
    await answer(th['action.receive']).click();
    // It is found by itself, and the question does not stay to be answered again.
    await expectToast(page, th['state.unknownOnce']);
    await expectToast(page, filled(th['invite.received'], { amount: baht('25.00') }));
    await expect(question).toBeHidden();
    await expectMoney(page, { total: '฿25.00' });
  });
});
