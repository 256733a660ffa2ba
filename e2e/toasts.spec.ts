import type { Locator, Page } from '@playwright/test';
import { IN_FULL } from '../world/tier.ts';
import { chatOf } from './chat.ts';
import { askToCollect, coveredByToasts, dismissToasts, openPlaces, openSheet, openTransfer, toastOf } from './home.ts';
import { baht, button, enter, filled, th } from './member.ts';
import { openDeposit, openWithdraw, statementOf, writeSlip } from './money.ts';
import { giveCoupons, putUpWheel } from './wheel.ts';
import { expect, type Member, test, type World } from './world.ts';

test.afterAll(async ({ world }) => putUpWheel(world));

/** Short phones, phones, tablets and wide screens. */
const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 800 },
];

/** A toast is a dialog of its own. */
const dialogOf = (page: Page) => page.locator('[data-overlay]').getByRole('dialog');
const questionOf = (page: Page) => page.getByRole('alertdialog');

/** How a member comes to each dialog, from home where no other page is named. */
const DIALOGS: [name: string, open: (page: Page) => Promise<Locator>][] = [
  ['deposit by code', async (page) => (await openDeposit(page, 'qr')).dialog],
  ['deposit by bank', async (page) => (await openDeposit(page, 'bank')).dialog],
  ['deposit by True Wallet', async (page) => (await openDeposit(page, 'true')).dialog],
  ['withdraw', async (page) => (await openWithdraw(page)).asked],
  [
    'withdraw, the review',
    async (page) => {
      const { goToReview, review } = await openWithdraw(page);
      await goToReview('100');
      return review;
    },
  ],
  ['transfer', async (page) => (await openTransfer(page)).dialog],
  ['a game', async (page) => (await openSheet(page, 'PG')).dialog],
  ['places', openPlaces],
  [
    'collect',
    async (page) => {
      await askToCollect(page);
      return questionOf(page);
    },
  ],
  ['refund', async (page) => opened(page, th['home.refund'], dialogOf(page))],
  ['invite', async (page) => opened(page, th['home.invite'], dialogOf(page))],
  ['conditions', async (page) => opened(page, th['menu.conditions'], dialogOf(page))],
  [
    'the chat',
    async (page) => {
      await chatOf(page).open();
      return chatOf(page).panel;
    },
  ],
  [
    'change password',
    async (page) => {
      await follow(page, '/user/profile');
      return opened(page, th['profile.changePassword'], dialogOf(page));
    },
  ],
  [
    'slips',
    async (page) => {
      await follow(page, '/user/statement');
      return opened(page, th['slips.open'], dialogOf(page));
    },
  ],
  [
    'a movement',
    async (page) => {
      await follow(page, '/user/statement');
      await statementOf(page).entries.first().getByRole('button').first().click();
      return dialogOf(page);
    },
  ],
  [
    'a bonus',
    async (page) => {
      await follow(page, '/user/bonus');
      await page
        .getByRole('listitem')
        .getByRole('button', { name: /^NEW100 / })
        .click();
      return dialogOf(page);
    },
  ],
  [
    'a coupon',
    async (page) => {
      await follow(page, '/user/spin');
      const coupons = page.getByRole('region', { name: th['wheel.coupons'], exact: true });
      await coupons.getByRole('button', { name: th['wheel.claim'] }).click();
      return questionOf(page);
    },
  ],
  [
    'past spins',
    async (page) => {
      await follow(page, '/user/spin');
      return opened(page, th['wheel.history'], dialogOf(page));
    },
  ],
];

async function opened(page: Page, label: string, dialog: Locator): Promise<Locator> {
  await button(page, label).click();
  return dialog;
}

/** Only a page that knows the wallet tells of money that arrives, so not by its address. */
const follow = (page: Page, path: string) => page.locator(`a[href="${path}"]`).first().click();

/** Money that arrives is told by a toast on whatever screen. */
async function payInSeen(world: World, member: Member, amount: number): Promise<void> {
  const token = await world.tokenOf(member);
  const { body } = await world.call('POST /api/qrcode/WW', { token, body: { amount } });
  await world.pay(String(body.qrcodeId));
}

test(
  'a toast lies over no button, field or title of any dialog, on phones and wide screens',
  IN_FULL,
  async ({ page, world }) => {
    const member = await world.newMember();
    await world.giveMoney(member.id, 5_000_00);
    await world.openAccount(member, 'pg', 500);
    await putUpWheel(world);
    await giveCoupons(world, member, ['CREDIT20']);
    for (let slips = 0; slips < 8; slips += 1)
      await writeSlip(world, member, { status: 'FAILED', note: 'CANNOT_READ_CROPPED_IMAGE' });
    await enter(page, world, member);

    for (const [at, [name, open]] of DIALOGS.entries())
      await test.step(name, async () => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.goto('/user/home');
        await expect(page.getByRole('region', { name: th['home.total'], exact: true })).toBeVisible();
        const dialog = await open(page);
        await expect(dialog).toBeVisible();
        const amount = 101 + at;
        await payInSeen(world, member, amount);
        const text = filled(th['outcome.arrived'], { amount: baht(`${amount}.00`) });
        const toast = toastOf(page, text);
        await expect(toast).toBeVisible();
        // A toast under a pointer stays.
        await toast.hover();
        for (const size of SIZES) {
          await page.setViewportSize(size);
          const covered = () => coveredByToasts(page, dialog);
          await expect.poll(covered, { message: `${name} at ${size.width} px` }).toEqual([]);
        }
        await dismissToasts(page);
      });
  },
);
