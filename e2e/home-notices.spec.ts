import { IN_FULL } from '../world/tier.ts';
import { goldIn } from './home.ts';
import { button, enter, filled, passTimeUntil, th, watchCalls } from './member.ts';
import { expect, test } from './world.ts';

test.describe("the operator's wheel and notice", () => {
  // The page parses the notice only for its text; its policy still blocks the handlers, and the browser reports that.
  test.use({ expectedError: /^Executing inline event handler violates .* The action has been blocked\.$/ });

  test(
    'show on home: the wheel in a place that is kept for it, the notice with its links and without its scripts',
    IN_FULL,
    async ({ page, world }) => {
      let isUp = true;
      let answer = () => {};
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/spinwheel/active', async (route) => {
        await isAnswered;
        await route.fulfill({ json: { active: isUp } });
      });
      const member = await world.newMember();
      await world.query('update members set coins = 3 where id = $1', [member.id]);
      await enter(page, world, member);
      const widgets = page
        .getByRole('list')
        .filter({ has: button(page, th['home.refund']) })
        .getByRole('listitem');
      const places = () =>
        widgets.evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
      await expect(widgets).toHaveText(['', th['home.invite'], th['home.bonusShort'], th['home.refund']]);
      expect(await goldIn(page.getByRole('main'))).toEqual([th['home.first.button']]);
      const before = await places();
      answer();
      const wheel = page.getByRole('link', {
        name: `${th['home.spin']} ${filled(th['home.coins'], { n: 3 })}`,
        exact: true,
      });
      await expect(widgets.first().and(widgets.filter({ has: wheel }))).toBeVisible();
      expect(await places()).toEqual(before);
      await expect(wheel).toHaveAttribute('href', '/user/spin');
      for (const [coins, count] of [
        [0, '0'],
        [1, '1'],
        [100, '99+'],
      ] as const) {
        await world.query('update members set coins = $2 where id = $1', [member.id, coins]);
        await page.reload();
        const told = filled(coins === 1 ? th['home.coin'] : th['home.coins'], { n: coins });
        const tile = page.getByRole('link', { name: `${th['home.spin']} ${told}`, exact: true });
        await expect(tile.getByText(count, { exact: true })).toBeVisible();
      }

      const html =
        '<b>ปิดปรับปรุง</b> คืนนี้ <img src="/art/rewards/new100.svg" onerror="window.hacked=1" onload="window.hacked=1"><img src="x" onerror="window.hacked=1"><img src="https://example.com/x.png"><img src="//example.com/x.png"><img src="/\\example.com/x.png"><img src="data:image/svg+xml,x"><img srcset="/art/rewards/new100.svg"><i src="/art/rewards/new100.svg"></i><script>window.hacked=1</script><a href="javascript:window.hacked=1">เที่ยงคืน</a> <a href="https://example.com/news" onclick="window.hacked=1">อ่านต่อ</a> <a href="/user/bonus">โบนัส</a>';
      await world.operator('notice', html);
      try {
        await test.step('without a wheel the refresh button has its place', async () => {
          isUp = false;
          await page.reload();
          await expect(widgets.first()).toHaveText(th['home.refreshAll']);
          await button(page, th['home.refreshAll']).click();
          await expect(page.getByText(th['home.refreshed'])).toBeVisible();
        });

        await test.step('the notice keeps its bold and its links, runs no script, and is dismissed until there is another', async () => {
          const notice = page.getByRole('complementary').filter({ hasText: 'ปิดปรับปรุง' });
          await expect(notice).toHaveText(/^ปิดปรับปรุง คืนนี้ +เที่ยงคืน อ่านต่อ โบนัส$/);
          await expect(notice.locator('b')).toHaveText('ปิดปรับปรุง');
          const hostile = 'script, [onerror], [onload], [onclick], [srcset], [href^="javascript"]';
          await expect(notice.locator(hostile)).toHaveCount(0);
          // Of the pictures the one of our own address is kept.
          const picture = notice.locator('img, [src]');
          await expect(picture).toHaveCount(1);
          await expect(picture).toHaveAttribute('src', '/art/rewards/new100.svg');
          await expect(picture).toHaveAttribute('alt', '');
          await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
          const links = notice.getByRole('link');
          await expect(links).toHaveText(['อ่านต่อ', 'โบนัส']);
          await expect(links.first()).toHaveAttribute('href', 'https://example.com/news');
          await expect(links.nth(1)).toHaveAttribute('href', '/user/bonus');
          for (const at of [0, 1]) {
            await expect(links.nth(at)).toHaveAttribute('target', '_blank');
            await expect(links.nth(at)).toHaveAttribute('rel', /\bnoopener\b/);
          }
          expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
          await notice.getByRole('button', { name: th['home.dismissNotice'] }).click();
          await expect(notice).toBeHidden();
          await page.reload();
          await expect(button(page, th['home.first.button'])).toBeVisible();
          await expect(notice).toBeHidden();
          await world.operator('notice', '<b>ปิดปรับปรุง</b> พรุ่งนี้');
          await page.reload();
          await expect(notice).toHaveText('ปิดปรับปรุง พรุ่งนี้');
        });
      } finally {
        await world.operator('notice', 'off');
      }
    },
  );
});

test.describe('the agreement', () => {
  test.use({ agreementAccepted: false });

  test(
    'opens by itself after a second and a half, comes back if only closed, and never again once accepted',
    IN_FULL,
    async ({ page, world }) => {
      const agreement = page.getByRole('dialog', { name: th['agreement.title'] });
      const rememberedAgreement = () => page.evaluate(() => localStorage.getItem('remember-agreement'));
      const member = await world.newMember();
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      const calls = watchCalls(page);
      await enter(page, world, member);
      // Home requests the agreement's texts at the moment at which the delay begins.
      await passTimeUntil(page, async () => calls.includes('GET /api/lookup/agreements'));
      await page.clock.runFor(1_350);
      await expect(agreement).toBeHidden();
      await page.clock.runFor(150);
      await passTimeUntil(page, () => agreement.isVisible());
      await page.clock.resume();

      await test.step('the agreement that was only closed comes back', async () => {
        await agreement.getByRole('button', { name: th['action.close'] }).click();
        await expect(agreement).toBeHidden();
        expect(await rememberedAgreement()).toBeNull();
        await page.reload();
        await expect(agreement).toBeVisible();
      });

      await test.step('the agreement that was accepted does not', async () => {
        await agreement.getByRole('button', { name: th['agreement.accept'] }).click();
        await expect(agreement).toBeHidden();
        expect(await rememberedAgreement()).not.toBeNull();
        await page.reload();
        await expect(page.getByText('฿0.00').first()).toBeVisible();
        await page.clock.fastForward(5_000);
        await expect(page.getByText('฿0.00').first()).toBeVisible();
        await expect(agreement).toBeHidden();
      });
    },
  );
});
