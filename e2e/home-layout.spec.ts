import type { Page } from '@playwright/test';
import { IN_FULL } from '../world/tier.ts';
import { faintEdges, figuresOfMoney, filledGold, firstScreen, smallTargets } from './layout.ts';
import { enter, TEXTS_OF, type Texts, th } from './member.ts';
import { payIn } from './money.ts';
import { expect, type Member, test, type World } from './world.ts';

const SIZES = [
  [320, 568],
  [360, 740],
  [390, 844],
] as const;

/** Members as home has to show them, each with the beginnings of the names of their actions. */
const MEMBERS: Record<string, { of: (world: World) => Promise<Member>; actions: (t: Texts) => string[] }> = {
  'a new member': {
    of: (world) => world.newMember(),
    actions: (t) => [t['home.first.button']],
  },
  'a member with money at games': {
    of: async (world) => {
      const member = await world.newMember();
      await world.giveMoney(member.id, 12_480_50);
      await world.openAccount(member, 'pg', 1_250);
      await world.openAccount(member, 'joker', 3_030.5);
      return member;
    },
    actions: (t) => [t['home.deposit'], t['home.withdraw']],
  },
  'a member whose money a condition locks': {
    of: async (world) => {
      const member = await world.newMember();
      const token = await payIn(world, member, 5_000);
      expect((await world.call('GET /api/bonus/activate/NEW100', { token })).status).toBe(200);
      return member;
    },
    actions: (t) => [t['home.deposit'], t['home.withdraw']],
  },
  'a member with a withdrawal that is checked and two outcomes': {
    of: async (world) => {
      const member = await world.newMember();
      await world.giveMoney(member.id, 50_000_00);
      const token = await world.tokenOf(member);
      for (const amount of [300, 400, 25_000])
        expect((await world.call('POST /api/wallet/withdraw', { token, body: { amount } })).status).toBe(200);
      const paid = `select from withdrawals where member_id = $1 and state = 'paid'`;
      await expect.poll(() => world.query(paid, [member.id])).toHaveLength(2);
      return member;
    },
    actions: (t) => [t['home.deposit'], t['home.withdraw']],
  },
};

async function speak(page: Page, locale: string): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem('locale', chosen), locale);
  await page.reload();
}

for (const [name, { of, actions }] of Object.entries(MEMBERS))
  test(`${name} has the actions within the first 300 px, and one of them in gold`, IN_FULL, async ({ page, world }) => {
    await enter(page, world, await of(world));
    for (const [locale, texts] of TEXTS_OF) {
      await speak(page, locale);
      await expect(page.getByRole('heading', { name: texts['home.slot'], exact: true })).toBeVisible();
      for (const [width, height] of SIZES)
        await test.step(`${locale}, ${width} × ${height}`, async () => {
          await page.setViewportSize({ width, height });
          const { ends, menuTop, artInSight, tooWide } = await firstScreen(page, actions(texts));
          for (const end of ends) expect(end).toBeLessThanOrEqual(Math.min(300, menuTop - 8));
          expect(ends).not.toContain(null);
          if (width === 390) expect(artInSight).toBeGreaterThanOrEqual(0.6);
          expect(tooWide).toEqual([]);
          expect(await filledGold(page)).toHaveLength(1);
          expect(await smallTargets(page)).toEqual([]);
          expect(await faintEdges(page)).toEqual([]);
        });
    }
  });

test('on a tablet the menu is a rail of 88 px beside home, and a sheet is 480 px wide', async ({ page, world }) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 12_480_50);
  await page.setViewportSize({ width: 768, height: 1024 });
  await enter(page, world, member);
  const deposit = page.getByRole('button', { name: th['home.deposit'], exact: true });
  await expect(deposit).toBeVisible();
  const menu = page.getByRole('navigation', { name: th['menu.label'], exact: true });
  expect(await menu.boundingBox()).toEqual({ x: 0, y: 0, width: 88, height: 1024 });
  const { x = 0, y = 0, height = 0 } = (await deposit.boundingBox()) ?? {};
  expect(x).toBe(88 + 32);
  expect(y + height).toBeLessThanOrEqual(300);
  expect(await smallTargets(page)).toEqual([]);
  expect(await faintEdges(page)).toEqual([]);
  await deposit.click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(480);
  expect((await sheet.boundingBox())?.x).toBe((768 - 480) / 2);
});

test('a member who hides the balance hides it everywhere on this device, also for screen readers and after a reload', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 12_480_50);
  await world.openAccount(member, 'pg', 1_250);
  await enter(page, world, member);
  await expect(page.getByText('฿12,480.50').first()).toBeVisible();
  await page.getByRole('button', { name: th['home.hide'], exact: true }).click();
  expect(await figuresOfMoney(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('button', { name: th['home.show'], exact: true })).toBeVisible();
  expect(await figuresOfMoney(page)).toEqual([]);
  await page.goto('/user/statement');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  expect(await figuresOfMoney(page)).toEqual([]);
  await page.goto('/user/home');
  await page.getByRole('button', { name: th['home.show'], exact: true }).click();
  await expect(page.getByText('฿12,480.50').first()).toBeVisible();
});
