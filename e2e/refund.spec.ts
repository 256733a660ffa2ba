import type { Page, Route } from '@playwright/test';
import { IN_FULL } from '../world/tier.ts';
import { comeBackTo, expectMoney, expectRedToast, expectToast, redIn, toastOf } from './home.ts';
import { baht, button, enter, filled, th, watchCalls } from './member.ts';
import { newLoser } from './rewards.ts';
import { violationsOf } from './wcag.ts';
import { expect, test } from './world.ts';

async function openRefund(page: Page) {
  await button(page, th['home.refund']).click();
  const dialog = page.getByRole('dialog', { name: th['refund.title'], exact: true });
  await expect(dialog).toBeVisible();
  const part = (name: string) => dialog.getByRole('region', { name, exact: true });
  const question = page.getByRole('alertdialog');
  return {
    dialog,
    now: part(th['refund.now']),
    pot: part(th['refund.pot']),
    terms: part(th['refund.terms']),
    log: part(th['refund.log']),
    banners: part(th['refund.banners']),
    claim: dialog.getByRole('button', { name: th['refund.claim'], exact: true }),
    add: dialog.getByRole('button', { name: th['refund.add'], exact: true }),
    question,
    answer: (name: string) => question.getByRole('button', { name, exact: true }),
  };
}

const NOTHING = { result: false, bonus: false, info: '', rate: 5, refundAmount: 0, refundSuccess: 100, refundFail: 0 };

test('a part of a loss comes back: into the pot, and after a question into the wallet', async ({ page, world }) => {
  await page.route('**/api/refund', (route) => route.fulfill({ status: 500, json: {} }));
  await page.route('**/api/refund/receive', (route) =>
    route.fulfill({ status: 422, json: { message: 'REFUND_MINIMUM' } }),
  );
  await enter(page, world, await newLoser(world, 1_000));
  const { now, pot, terms, log, claim, add, question, answer, dialog } = await openRefund(page);

  await test.step('a list that cannot be read shows a quiet message, and a refused claim a red toast', async () => {
    await expect(log).toContainText(th['ui.listUnread']);
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await claim.click();
    await expectRedToast(page, th['error.REFUND_MINIMUM']);
    await expect(claim).toBeEnabled();
    await page.unroute('**/api/refund');
    await page.unroute('**/api/refund/receive');
    await dialog.getByRole('button', { name: th['action.close'], exact: true }).click();
    await expect(dialog).toBeHidden();
  });

  const calls = watchCalls(page);
  await test.step('the refund is claimed into the pot', async () => {
    await openRefund(page);
    await expect(now).toContainText('฿50.00');
    await expect(now).toContainText(filled(th['refund.rate'], { n: 5 }));
    await expect(terms).toContainText(th['home.condition.free']);
    for (const words of [th['bonus.target'], th['bonus.end']]) await expect(terms).not.toContainText(words);
    await expect(log).toContainText(th['refund.none']);
    await expect(pot).toContainText('฿0.00');
    await expect(add).toBeHidden();

    await claim.click();
    await expectToast(page, filled(th['refund.claimed'], { amount: baht('50.00') }));
    await expect(pot).toContainText('฿50.00');
    await expect(now).toContainText('฿0.00');
    await expect(claim).toBeDisabled();
    await expect(log.getByRole('row').last()).toContainText('+฿50.00');
    expect(await violationsOf(page)).toEqual([]);
  });

  await test.step('the pot is added to the wallet after a question', async () => {
    await add.click();
    await expect(question).toHaveAccessibleName(filled(th['refund.addQuestion'], { amount: baht('50.00') }));
    await expect(question).toContainText(th['home.condition.free']);
    await answer(th['action.cancel']).click();
    await expect(question).toBeHidden();
    expect(calls).not.toContain('GET /api/refund/addWallet');

    // Until the member has read what is waited for.
    const openBets = { status: 422, json: { message: 'OPEN_BETS', games: ['pg', 'joker'] } };
    const { promise: isRead, resolve: refuse } = Promise.withResolvers<void>();
    const waitUntilRead = async (route: Route) => {
      await isRead;
      await route.fulfill(openBets);
    };
    await page.route('**/api/refund/addWallet', waitUntilRead, { times: 1 });
    await add.click();
    await expect(question.getByRole('status')).toHaveText('');
    await answer(th['action.confirm']).click();
    await expect(question.getByRole('status')).toHaveText(th['bonus.readingGames']);
    refuse();
    const why = filled(th['bonus.openBets'], { games: 'PG และ Joker' });
    await expectToast(page, why);
    expect(await redIn(toastOf(page, why))).toEqual([]);
    await expect(question).toBeHidden();

    await add.click();
    await answer(th['action.confirm']).dblclick();
    await expectToast(page, filled(th['refund.added'], { amount: baht('50.00') }));
    await expect(question).toBeHidden();
    await expect(pot).toContainText('฿0.00');
    await dialog.getByRole('button', { name: th['action.close'], exact: true }).click();
    await expectMoney(page, { total: '฿50.00', main: '฿50.00' });
    expect(calls.filter((call) => /receive|addWallet/.test(call))).toEqual([
      'GET /api/refund/receive',
      'GET /api/refund/addWallet',
      'GET /api/refund/addWallet',
    ]);
  });
});

test('a claim whose answer is lost is in the pot once, and stays there while a bonus runs, to which the sheet leads', async ({
  page,
  world,
}) => {
  const member = await newLoser(world, 1_000);
  await enter(page, world, member);
  const { claim, add, dialog, pot, log } = await openRefund(page);

  await test.step('a claim whose answer is lost is in the pot all the same, once', async () => {
    await page.route(
      '**/api/refund/receive',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await claim.click();
    await expectToast(page, th['state.unknownOnce']);
    await expect(pot).toContainText('฿50.00');
    await expect(claim).toBeDisabled();
    await expect(log.getByRole('row')).toHaveCount(2);
    await dialog.getByRole('button', { name: th['action.close'], exact: true }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('while a bonus runs nothing can be claimed, and the sheet says why and leads to it', async () => {
    const token = await world.tokenOf(member);
    expect((await world.call('GET /api/promotion/activate/WELCOME50', { token })).status).toBe(200);
    await comeBackTo(page);
    const line = page.getByRole('link', {
      name: new RegExp(filled(th['home.condition.running'], { type: th['statement.link.promotion'] })),
    });
    await expect(line).toHaveAttribute('href', '/user/bonus');
    await openRefund(page);
    for (const isOff of [claim, add]) {
      await expect(isOff).toBeDisabled();
      await expect(isOff).toHaveAccessibleDescription(th['error.REFUND_CONDITION']);
    }
    await dialog.getByRole('link', { name: th['bonus.seeCondition'] }).click();
    await expect(page).toHaveURL('/user/bonus');
  });
});

test(
  'the refund sheet shows a placeholder and a failure, says when to look again, turns its banners, and lists ten refunds on a page',
  IN_FULL,
  async ({ page, world }) => {
    const banner = (image: string, word: string) => ({ image, html: `<p>${word}</p>` });
    const json = [banner('/art/rewards/refund-1.svg', 'หนึ่ง'), banner('/art/none.png', 'สอง'), banner('', 'สาม')];
    await page.route('**/api/refund/banners*', (route) => route.fulfill({ json }));
    const { promise: isAsked, resolve: fail } = Promise.withResolvers<void>();
    const check = '**/api/refund/check*';
    await page.route(check, async (route) => {
      await isAsked;
      await route.fulfill({ status: 422, json: { message: 'REFUND_INACTIVE' } });
    });
    const member = await world.newMember();
    await enter(page, world, member);
    const { dialog, claim, now, pot, log, banners } = await openRefund(page);

    await test.step('the sheet shows a placeholder, then the failure, and its content after another try', async () => {
      const placeholder = dialog.getByRole('status').filter({ hasText: th['state.loading'] });
      await expect(placeholder).toBeVisible();
      // A quick answer shows none: it is invisible for the first 200 ms.
      await expect(placeholder).toHaveCSS('animation-name', 'appear');
      await expect(placeholder).toHaveCSS('animation-delay', '0.2s');
      fail();
      await expect(dialog.getByRole('alert')).toContainText(th['error.REFUND_INACTIVE']);
      const retry = dialog.getByRole('button', { name: th['action.retry'], exact: true });
      await Promise.all([page.waitForRequest(check), retry.click()]);
      await page.unroute(check);
      // The page also asks by itself whenever it reads the wallet: the button may be gone before it is pressed.
      await expect(async () => {
        if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
        await expect(now).toBeVisible({ timeout: 1_000 });
      }).toPass();
    });

    await test.step('a member without losses is told when to look again', async () => {
      await expect(claim).toBeDisabled();
      await expect(claim).toHaveAccessibleDescription(th['error.NO_REFUND']);
      await expect(now).toContainText('฿0.00');
      await expect(pot).toContainText(th['refund.potEmpty']);
      await expect(log).toContainText(th['refund.none']);
      expect(await violationsOf(page)).toEqual([]);
    });

    await test.step('the banners turn by buttons and by keys, stand still by themselves, and bear a broken picture', async () => {
      const turn = (name: string) => banners.getByRole('button', { name, exact: true });
      const position = (n: number) => filled(th['carousel.position'], { n, total: 3 });
      await banners.scrollIntoViewIfNeeded();
      await expect(banners.getByText('หนึ่ง')).toBeInViewport();
      await expect(banners.getByText('สอง')).not.toBeInViewport();
      await expect(turn(th['carousel.previous'])).toBeDisabled();
      await turn(th['carousel.next']).click();
      await expect(banners.getByRole('status')).toHaveText(position(2));
      await expect(banners.getByText('สอง')).toBeInViewport();
      const heights = await banners
        .getByRole('listitem')
        .evaluateAll((slides) => slides.map(({ firstElementChild }) => firstElementChild?.clientHeight));
      expect(new Set(heights).size).toBe(1);
      await banners.getByRole('list').focus();
      await page.keyboard.press('ArrowRight');
      await expect(banners.getByRole('status')).toHaveText(position(3));
      await expect(turn(th['carousel.next'])).toBeDisabled();
    });

    await test.step('ten refunds stand on a page', async () => {
      await dialog.getByRole('button', { name: th['action.close'], exact: true }).click();
      await expect(dialog).toBeHidden();
      await world.query(
        `insert into refunds (member_id, id, amount, low, created_at)
        select $1, gen_random_uuid(), n * 100, -n, app_now() - n * interval '1 day' from generate_series(1, 12) n`,
        [member.id],
      );
      await openRefund(page);
      const amounts = log.getByRole('row').getByText(/^\+฿/);
      await expect(amounts).toHaveCount(10);
      await expect(amounts.first()).toHaveText('+฿1.00');
      await log.getByRole('button', { name: th['pager.next'], exact: true }).click();
      await expect(amounts).toHaveText(['+฿11.00', '+฿12.00']);
    });
  },
);

test.describe("an operator's text", () => {
  // The page parses the text without running it; the policy blocks its handlers, and the browser reports that.
  test.use({ expectedError: /Content Security Policy/ });

  const HOSTILE = `<p onclick="hacked=1" style="position:fixed" class="x" id="root">คืน <b>5%</b><script>hacked=1</script></p>
    <img src=x onerror="hacked=1"><svg onload="hacked=1"><a xlink:href="javascript:hacked=1"><text>ก</text></a></svg>
    <a href="javascript:hacked=1">ร้าย</a> <a href="http://plain.example/">ธรรมดา</a> <a href="https://good.example/">ดี</a>
    <form action="https://evil.example"><input name="password"><button>ส่ง</button></form><iframe srcdoc="x"></iframe>
    <style>body { display: none }</style><math><mtext><table><mglyph><style><img src=x onerror="hacked=1">`;

  test('is shown as text and links, and its scripts, files and styles are ignored', async ({ page, world }) => {
    const json = { ...NOTHING, pot: 0, info: HOSTILE };
    await page.route('**/api/refund/check*', (route) => route.fulfill({ json }));
    await page.route('**/api/refund/banners*', (route) =>
      route.fulfill({ json: [{ image: 'javascript:hacked=1', html: HOSTILE }] }),
    );
    await enter(page, world, await world.newMember());
    const { terms, banners } = await openRefund(page);
    for (const place of [terms, banners]) {
      const html = place
        .locator('div')
        .filter({ has: page.getByText('5%', { exact: true }) })
        .last();
      await expect(html).toContainText('คืน 5%');
      await expect(html.locator('script, style, img, svg, math, form, input, button, iframe')).toHaveCount(0);
      await expect(html.locator('[onclick], [onerror], [style], [class], [id], [src]')).toHaveCount(0);
      const links = html.locator('a[href]');
      await expect(links).toHaveCount(1);
      await expect(links).toHaveAttribute('href', 'https://good.example/');
      await expect(links).toHaveAttribute('target', '_blank');
      await expect(links).toHaveAttribute('rel', /noopener/);
    }
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });
});
