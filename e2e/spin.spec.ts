import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Route, TestInfo } from '@playwright/test';
import { ROOT } from '../launch/tool.ts';
import { sliceAt } from '../web/src/features/rewards/spin-wheel/wheel-physics.ts';
import { heldTogether } from '../web/src/i18n/held-words.ts';
import { IN_FULL } from '../world/tier.ts';
import { comeBackTo, dismissToasts, expectMoney, expectToast } from './home.ts';
import { baht, breakUntilRetried, button, filled, passTimeUntil, th, watchCalls } from './member.ts';
import { violationsOf } from './wcag.ts';
import { coinsOf, openPastSpins, openWheel, putUpWheel, slicesOf, spinsOf } from './wheel.ts';
import { expect, test } from './world.ts';

test.afterAll(async ({ world }) => putUpWheel(world));

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a spin spends a coin, the wheel moves only after the draw and lands on its slice, and the prize is shown once, also after a reload', async ({
    page,
    world,
  }) => {
    const { member, hub, disc, isTurning, prize, coupons, status, answer } = await openWheel(page, world, {
      ...{ coins: 3, draw: 'COIN3' },
    });

    await test.step('the wheel moves only after the draw and lands on its slice, and the prize is a coupon', async () => {
      let letThrough = () => {};
      await page.route('**/api/spinwheel/spin?*', async (route) => {
        await new Promise<void>((settle) => {
          letThrough = settle;
        });
        await route.continue();
      });
      await hub(3).click();
      await expect(status.filter({ hasText: th['wheel.waiting'] })).toBeVisible();
      expect(await isTurning()).toBe(false);
      letThrough();
      await expect(status.filter({ hasText: th['wheel.turning'] })).toBeVisible();
      expect(await isTurning()).toBe(true);
      // The prize is hidden until the wheel stops, and another press starts no other spin.
      await expect(coupons).toHaveCount(0);
      await hub(2).click({ force: true });
      const landed = filled(th['wheel.landed'], { label: '3 เหรียญ' });
      await expect(status.filter({ hasText: landed })).toBeVisible();
      const stoppedAt = Date.now();
      const angle = Number.parseFloat((await disc.getAttribute('style'))?.match(/rotate\(([\d.]+)turn\)/)?.[1] ?? '');
      const slices = await slicesOf(world);
      expect(slices[sliceAt(angle, slices.length)]).toBe('COIN3');
      // The wheel's square, when turned, is wider than the phone; the page must still not scroll.
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      await expect(prize).toContainText('3 เหรียญ');
      expect(Date.now() - stoppedAt).toBeGreaterThan(1_500);
      await expect(prize).toContainText(th['wheel.fair']);
      expect(await coinsOf(world, member)).toBe(2);
      await page.keyboard.press('Escape');
      await expect(coupons).toHaveCount(1);
      await expect(coupons).toContainText('หมุนอีก 3 ครั้ง');
      await page.unroute('**/api/spinwheel/spin?*');
    });

    await test.step('a member who reloads while the wheel turns is shown the prize once, and has spent one coin', async () => {
      await hub(2).click();
      await expect(status.filter({ hasText: th['wheel.turning'] })).toBeVisible();
      await page.reload();
      await expect(prize).toContainText('3 เหรียญ');
      await answer(prize, th['wheel.later']);
      await expect(prize).toBeHidden();
      await page.reload();
      await expect(hub(1)).toBeVisible();
      await expect(coupons).toHaveCount(2);
      await expect(prize).toBeHidden();
      expect(await page.evaluate(() => sessionStorage.getItem('pending-spins'))).toBeNull();
      expect(await spinsOf(world, member)).toHaveLength(2);
    });
  });
});

test('without coins nothing is sent, a deposit of 500 baht brings a coin to the open page, and its spin is verified in the browser and on the command line', async ({
  page,
  world,
}, info: TestInfo) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { member, hub } = await openWheel(page, world, {});

  await test.step('without coins nothing is sent, and a deposit brings a coin', async () => {
    const calls = watchCalls(page);
    await expect(hub(0)).toHaveAttribute('aria-disabled', 'true');
    await hub(0).click({ force: true });
    await expect(page.getByText(filled(th['wheel.earn'], { amount: baht('500.00') }))).toBeVisible();
    await button(page, th['home.deposit']).click();
    const deposit = page.getByRole('dialog', { name: th['deposit.title'], exact: true });
    await expect(deposit).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(deposit).toBeHidden();
    const token = await world.tokenOf(member);
    const { body } = await world.call('POST /api/qrcode/WW', { token, body: { amount: 500 } });
    await world.pay(String(body.qrcodeId));
    await expect(hub(1)).toBeVisible();
    await expect(hub(1)).not.toHaveAttribute('aria-disabled', 'true');
    expect(calls).not.toContain('POST /api/spinwheel/spin');
    await expectToast(page, filled(th['outcome.arrived'], { amount: baht('500.00') }));
    await dismissToasts(page);
  });

  await test.step('a spin is verified in the browser, and its proof on the command line', async () => {
    const promised = await page
      .getByText(/^[\da-f]{64}$/)
      .first()
      .innerText();
    await hub(1).click();
    await expect(page.getByRole('dialog')).toContainText(th['wheel.fair']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText(promised)).toBeHidden();

    const past = await openPastSpins(page, 1);
    await expect(past.getByText(th['wheel.passed'], { exact: true })).toHaveCount(3);
    await past.getByRole('button', { name: th['wheel.copyProof'] }).click();
    await expectToast(page, th['wheel.proofCopied']);
    const proof = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(proof)).toMatchObject({ serverSeedHash: promised });
    const file = info.outputPath('proof.json');
    await writeFile(file, proof);
    const output = execFileSync(process.execPath, [join(ROOT, 'launch', 'verify-spin.ts'), file], { encoding: 'utf8' });
    expect(output).toContain('drawn fairly');
  });
});

test('the wheel is spun without a mouse, a spin whose answer is lost is the same spin when tried again, and a service that cheats is found out', async ({
  page,
  world,
}) => {
  const { member, hub, unknown, prize, answer } = await openWheel(page, world, { coins: 3, draw: 'BONUS50' });
  const dialog = page.getByRole('dialog');

  await test.step('the wheel is spun without a mouse, and every part of it is usable by the rules of WCAG', async () => {
    await expect(hub(3)).toBeVisible();
    const wrong = await violationsOf(page);
    await hub(3).focus();
    await page.keyboard.press('Enter');
    await expect(prize).toContainText(th['wheel.fair']);
    await prize.getByText(th['wheel.fair']).click();
    await expect(prize.getByText(th['wheel.passed'], { exact: true })).toHaveCount(3);
    wrong.push(...(await violationsOf(page)));
    await page.keyboard.press('Escape');
    await expect(hub(2)).toBeFocused();
    await openPastSpins(page, 1);
    wrong.push(...(await violationsOf(page)));
    expect(wrong).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('a spin whose answer is lost is the same spin when the member tries again', async () => {
    const loseIt = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/spinwheel/spin?*', loseIt, { times: 1 });
    await hub(2).click();
    await expect(unknown).toContainText(th['state.unknownOnce']);
    await answer(unknown, th['action.retry']);
    await expect(prize).toContainText('+฿50');
    await expect(prize).toContainText(th['wheel.fair']);
    expect(await spinsOf(world, member)).toHaveLength(2);
    expect(await coinsOf(world, member)).toBe(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('a service that answers with another slice than the one drawn is found out', async () => {
    await page.route('**/api/spinwheel/spin?*', async (route) => {
      const response = await route.fetch();
      const { result } = (await response.json()) as { result: { code: string } };
      const code = result.code === 'NOTHING1' ? 'NOTHING2' : 'NOTHING1';
      await route.fulfill({ response, json: { success: true, result: { ...result, code } } });
    });
    await hub(1).click();
    await expect(dialog).toContainText(th['wheel.unfair']);
    await page.keyboard.press('Escape');
    const past = await openPastSpins(page, 3);
    await expect(past.getByRole('listitem').filter({ hasText: th['wheel.step.draw'] }).last()).toContainText(
      th['wheel.failed'],
    );
  });
});

test(
  'a wheel that could not be read is asked for again, lists every slice with its true chance, and is read again once it was changed',
  IN_FULL,
  async ({ page, world }) => {
    const retry = await breakUntilRetried(page, '**/api/spinwheel/setup?*', 500, 'INTERNAL_SERVER_ERROR');
    const { member, hub, disc, problem, answer } = await openWheel(page, world, { coins: 2 });

    await test.step('a wheel that could not be read is asked for again, and lists every slice with its true chance', async () => {
      await expect(page.getByRole('alert')).toContainText(th['error.INTERNAL_SERVER_ERROR']);
      await retry();
      await expect(hub(2)).toBeVisible();
      const odds = page.getByRole('region', { name: th['wheel.odds'], exact: true }).getByRole('listitem');
      await expect(odds).toHaveCount(8);
      await expect(odds.nth(0)).toContainText(`${th['wheel.chance']} 22%`);
      await expect(odds.nth(6)).toContainText(heldTogether('เงินโบนัส ถอนได้เมื่อถึงเป้าหมาย 300%'));
      await expect(odds.nth(6)).toContainText(`${th['wheel.chance']} 1%`);
    });

    await test.step('the wheel has at most 350 px and 85 % of the width, which it takes half a second after a change', async () => {
      const width = async () => (await disc.boundingBox())?.width;
      expect(await width()).toBe(Math.floor(390 * 0.85));
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.setViewportSize({ width: 1280, height: 844 });
      await page.evaluate(() => window.dispatchEvent(new Event('resize')));
      await page.clock.runFor(450);
      expect(await width()).toBe(Math.floor(390 * 0.85));
      await passTimeUntil(page, async () => (await width()) === 350);
      await page.clock.resume();
      await page.setViewportSize({ width: 390, height: 844 });
    });

    await test.step('a wheel that was changed meanwhile is reported and read again, and can then be spun', async () => {
      const replaceWheel = () =>
        world.query(
          `with old as (insert into wheels (currency, name, coupon_days, replaced_at)
            values ('BAHT', '{}', 1, app_now()) returning id)
          update wheel_seeds set wheel_id = (select id from old) where member_id = $1`,
          [member.id],
        );
      // While the spin is on its way: a page that reads the wheel by itself before would spin the new wheel.
      await page.route(
        '**/api/spinwheel/spin?*',
        async (route) => {
          await replaceWheel();
          await route.continue();
        },
        { times: 1 },
      );
      const rereading = page.waitForResponse('**/api/spinwheel/setup?*');
      await hub(2).click();
      await expect(problem).toContainText(th['error.WHEEL_CHANGED']);
      await rereading;
      await answer(problem, th['action.ok']);
      expect(await coinsOf(world, member)).toBe(2);
      await hub(2).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await spinsOf(world, member)).toHaveLength(1);
    });
  },
);

test('coupons stand three to a page, also where there is no wheel, and each is claimed once after a question that says what it gives', async ({
  page,
  world,
}) => {
  await world.query("update campaigns set is_open = false where kind = 'luckydraw'");
  try {
    const { member, coupons, question, claim, answer, hub, disc } = await openWheel(page, world, {
      ...{ coins: 2, coupons: ['CREDIT10', 'CREDIT20', 'COIN1', 'BONUS300'] },
    });

    await test.step('where there is no wheel the page says so and keeps the coupons', async () => {
      await expect(page.getByText(th['wheel.inactive'])).toBeVisible();
      await expect(disc).toBeHidden();
      await expect(coupons).toHaveCount(3);
      await world.query("update campaigns set is_open = true where kind = 'luckydraw'");
      await comeBackTo(page);
      await expect(hub(2)).toBeVisible();
    });

    await test.step('coupons stand three to a page, numbered through', async () => {
      await expect(coupons).toHaveCount(3);
      await expect(coupons.nth(2)).toContainText(/^3.*1 เหรียญ/);
      await page
        .getByRole('navigation', { name: th['wheel.couponPages'] })
        .getByRole('button', { name: th['pager.next'], exact: true })
        .click();
      await expect(coupons).toHaveCount(1);
      await expect(coupons.nth(0)).toContainText(/^4.*฿300\.00/);
    });

    await test.step('a bonus names its condition, and while it runs the next coupon waits', async () => {
      await claim(coupons.nth(0)).click();
      for (const percent of [300, 5]) await expect(question).toContainText(filled(th['bonus.ofStart'], { percent }));
      await claim(question).click();
      await expect(coupons).toHaveCount(3);
      await claim(coupons.nth(0)).click();
      await expect(claim(question)).toBeDisabled();
      await expect(claim(question)).toHaveAccessibleDescription(th['error.BONUS_REMAINING']);
      await answer(question, th['action.cancel']);
      await expect(coupons).toHaveCount(3);
      await expect(question).toBeHidden();
      const cleared = await world.call('GET /api/bonus/clear', { token: await world.tokenOf(member) });
      expect(cleared.body).toMatchObject({ status: 'SUCCESS' });
    });

    await test.step('a claim says what it gives, and a double press sends it once', async () => {
      const calls = watchCalls(page);
      await claim(coupons.nth(0)).click();
      await expect(question).toContainText('฿10.00');
      await expect(question).toContainText(th['home.condition.free']);
      await claim(question).dblclick();
      await expectToast(page, filled(th['wheel.credited'], { amount: baht('10.00') }));
      await expect(question).toBeHidden();
      await expect(coupons).toHaveCount(2);
      expect(calls.filter((call) => call === 'POST /api/spinwheel/coupon/claim')).toHaveLength(1);

      await claim(coupons.nth(1)).click();
      await expect(question).toContainText(th['wheel.termsCoins']);
      await claim(question).click();
      await expect(coupons).toHaveCount(1);
      await expect(hub(3)).toBeVisible();
      await claim(coupons.nth(0)).click();
      await claim(question).click();
      await expect(coupons).toHaveCount(0);
      await expect(page.getByText(th['wheel.noCoupons'])).toBeVisible();
      await page.getByRole('navigation').getByRole('link', { name: th['menu.home'], exact: true }).click();
      await expectMoney(page, { total: '฿30.00', main: '฿30.00' });
    });
  } finally {
    await world.query("update campaigns set is_open = true where kind = 'luckydraw'");
  }
});

test('a claim that is pressed again after its answer, 499 ms after the press before, is not sent again, and 500 ms after it is', async ({
  page,
  world,
}) => {
  const { coupons, question, claim } = await openWheel(page, world, { coupons: ['CREDIT10'] });
  await expect(coupons).toHaveCount(1);
  const calls = watchCalls(page);
  const claims = () => calls.filter((call) => call === 'POST /api/spinwheel/coupon/claim').length;
  // The claimed coupon stays in the list, so that the member can ask for it again.
  await page.route('**/api/spinwheel/coupon?*', (route) => route.abort());
  const [pressed, tooSoon, late] = [1_000, 1_499, 1_999];
  const pressAt = async (moment: number) => {
    await claim(coupons.nth(0)).click();
    await expect(claim(question)).toBeVisible();
    // The page's clock stands at this moment, however long the browser takes.
    await page.evaluate((at) => Object.assign(performance, { now: () => at }), moment);
    await claim(question).click();
    await page.evaluate(() => Reflect.deleteProperty(performance, 'now'));
  };

  await pressAt(pressed);
  await expectToast(page, filled(th['wheel.credited'], { amount: baht('10.00') }));
  await expect(question).toBeHidden();
  expect(claims()).toBe(1);

  await pressAt(tooSoon);
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await pressAt(late);
  await expect.poll(claims).toBe(2);
});
