import type { Page } from '@playwright/test';
import { expectMoney, expectToast } from './home.ts';
import {
  button,
  enter,
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
import { payIn } from './money.ts';
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

/** An invited friend who deposits money and loses some of it. */
async function newFriend(world: World, inviter: Member, { deposit, loss }: { deposit: number; loss: number }) {
  const friend = await world.newMember({ inviteCode: `PR${inviter.id}`, name: 'มานะ เพื่อนดี' });
  const token = await payIn(world, friend, deposit);
  const { username } = await world.openAccount(friend, 'pg', loss);
  await world.round('pg', username, { stake: loss, win: 0 });
  const played = async () => {
    await world.call('GET /api/wallet/refresh/slot', { token });
    return world.query('select game_result from invites where friend_id = $1', [friend.id]);
  };
  await expect.poll(played).toEqual([{ game_result: BigInt(-loss * 100) }]);
}

test.describe('the link of a member', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('is there to copy, to share and to scan', async ({ page, world }) => {
    await page.addInitScript(() => {
      Object.assign(navigator, { share: async (what: unknown) => Object.assign(window, { shared: what }) });
    });
    const member = await world.newMember();
    await enter(page, world, member);
    const { link, copy, share, qr, terms, friends } = await openInvite(page);
    const text = linkOf(world, member);
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

  test('brings a friend into the list, and both browsers send a device id of their own', async ({
    page,
    world,
    browser,
  }) => {
    const member = await world.newMember();
    const devices: (string | undefined)[] = [];
    const watchDevice = (watched: Page) =>
      watched.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (/^\/api\/(login|account)$/.test(pathname)) devices.push(request.headers()['x-device-id']);
      });
    watchDevice(page);
    await signIn(page, member);
    const { friends, dialog } = await openInvite(page);
    await expect(friends).toContainText(th['invite.none']);

    const who = newcomer();
    const context = await browser.newContext({ baseURL: world.url });
    try {
      await acceptAgreement(context);
      const theirs = await context.newPage();
      watchDevice(theirs);
      await theirs.goto(linkOf(world, member));
      await enterPhone(theirs, who.phone);
      await enterProfile(theirs, who);
      await fillBank(theirs, who);
      await submitRegistration(theirs);
      await expect(theirs).toHaveURL('/login');
      await signIn(theirs, who);
    } finally {
      await context.close();
    }
    const [own, friendsOne, friendsAgain] = devices;
    expect(own).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(friendsOne).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(friendsOne).not.toBe(own);
    expect(friendsAgain).toBe(friendsOne);
    expect(await page.evaluate(() => localStorage.getItem('guest-id'))).toBe(own);

    await dialog.getByRole('button', { name: th['action.close'], exact: true }).click();
    await openInvite(page);
    await expect(friends.getByRole('row', { name: who.name })).toContainText('฿0.00');
  });
});

test.describe('the invite bonus', () => {
  test('is received after a question that states its condition, which then runs', async ({ page, world }) => {
    const member = await world.newMember();
    await newFriend(world, member, { deposit: 1_000, loss: 400 });
    await enter(page, world, member);
    const calls = watchCalls(page);
    const receive = button(page, `${th['home.receive']} ${th['home.inviteBonus']}`);
    await expect(page.getByText('+฿40.00')).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await receive.click();
    const question = page.getByRole('alertdialog');
    await expect(question).toHaveAccessibleName(filled(th['invite.receiveQuestion'], { amount: '฿40.00' }));
    for (const percent of [200, 5]) await expect(question).toContainText(filled(th['bonus.ofStart'], { percent }));
    await expect(question).toContainText(filled(th['bonus.notice'], { fail: 5 }));
    const answer = (name: string) => question.getByRole('button', { name, exact: true });
    await answer(th['action.cancel']).click();
    await expect(question).toBeHidden();
    expect(calls).not.toContain('GET /api/invite/bonus');

    await receive.click();
    await answer(th['action.receive']).dblclick();
    await expectToast(page, th['error.INVITE_BONUS_SUCCESS']);
    await expectMoney(page, { total: '฿40.00', main: '฿40.00' });
    await expect(receive).toBeHidden();
    const running = filled(th['home.condition.running'], { type: th['statement.link.invite'] });
    await expect(page.getByRole('link', { name: new RegExp(running) })).toBeVisible();
    expect(calls.filter((call) => call === 'GET /api/invite/bonus')).toHaveLength(1);
    const { friends } = await openInvite(page);
    await expect(friends.getByRole('row', { name: 'มานะ เพื่อนดี' })).toContainText('฿40.00');
  });

  test('that is refused is reported in red, and can still be received', async ({ page, world }) => {
    const member = await world.newMember();
    await newFriend(world, member, { deposit: 1_000, loss: 400 });
    const token = await world.tokenOf(member);
    expect((await world.call('GET /api/promotion/activate/WELCOME50', { token })).status).toBe(200);
    await enter(page, world, member);
    const receive = button(page, `${th['home.receive']} ${th['home.inviteBonus']}`);
    await receive.click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: th['action.receive'], exact: true }).click();
    await expectToast(page, th['error.BONUS_ALREADY_ACTIVE']);
    await expect(question).toBeHidden();
    await expect(receive).toBeVisible();
  });

  test('whose answer is lost is received once when it is tried again', async ({ page, world }) => {
    const member = await world.newMember();
    await newFriend(world, member, { deposit: 1_000, loss: 400 });
    await page.route(
      '**/api/invite/bonus',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await enter(page, world, member);
    await button(page, `${th['home.receive']} ${th['home.inviteBonus']}`).click();
    const question = page.getByRole('alertdialog');
    const confirm = question.getByRole('button', { name: th['action.receive'], exact: true });
    await confirm.click();
    await expectToast(page, th['error.NETWORK_ERROR']);
    await confirm.click();
    await expectToast(page, th['error.INVITE_BONUS_SUCCESS']);
    await expect(question).toBeHidden();
    await expectMoney(page, { total: '฿40.00' });
  });
});

test('a list of friends that cannot be read shows a quiet message, and the link is there all the same', async ({
  page,
  world,
}) => {
  await page.route('**/api/invite', (route) => route.fulfill({ status: 500, json: {} }));
  await page.route('**/api/invite/banners*', (route) => route.abort());
  const member = await world.newMember();
  await enter(page, world, member);
  const { dialog, link, friends, banners } = await openInvite(page);
  await expect(friends).toContainText(th['ui.listUnread']);
  await expect(link).toContainText(linkOf(world, member));
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(banners).toHaveCount(0);
});
