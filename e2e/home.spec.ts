import { expectMoney, gameCard } from './home.ts';
import { button, enter, enterCredentials, filled, passTimeUntil, signIn, th, watchCalls } from './member.ts';
import { expect, test } from './world.ts';

const DEMO = { phone: '0812345678', password: 'krapao-demo' };

test('a new member has nothing yet', async ({ page, world }) => {
  const member = await world.newMember();
  await enter(page, world, member);
  await expect(page.getByText(member.name)).toBeVisible();
  const balance = page.getByRole('region', { name: th['home.total'] });
  await expect(balance.getByText('฿0.00')).toHaveCount(3);
});

test('the demo member has 12,480.50 baht in all, in the main wallet and two games', async ({ page }) => {
  await signIn(page, DEMO);
  await expectMoney(page, { total: '฿12,480.50', main: '฿8,200.00', games: '฿4,280.50' });
  const credit = (amount: string) => filled(th['home.credit'], { amount });
  await expect(gameCard(page, 'PG')).toHaveAccessibleName(`PG ฿1,250.00 ≈ ${credit('125.00')} ${th['home.viewData']}`);
  await expect(gameCard(page, 'Joker')).toHaveAccessibleName(
    `Joker ฿3,030.50 ≈ ${credit('303.05')} ${th['home.viewData']}`,
  );
});

test('games stand in three rows, which slide', async ({ page, world }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await enter(page, world, await world.newMember());
  const rail = (name: string) => page.getByRole('region', { name, exact: true });
  for (const [name, count] of [
    [th['home.slot'], 7],
    [th['home.sport'], 6],
    [th['home.lotto'], 3],
  ] as const)
    await expect(rail(name).getByRole('listitem')).toHaveCount(count);

  const [first, last] = [gameCard(page, 'PG'), gameCard(page, 'AreaSlot')];
  const arrow = (text: string) => button(page, filled(text, { name: th['home.slot'] }));
  await expect(first).toBeInViewport();
  await expect(last).not.toBeInViewport();
  await expect(arrow(th['rail.back'])).toBeDisabled();
  await arrow(th['rail.on']).click();
  await expect(first).not.toBeInViewport();
  await arrow(th['rail.on']).click();
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(arrow(th['rail.on'])).toBeDisabled();
  await expect(arrow(th['rail.back'])).toBeEnabled();
  // Three games fit into the row, so it does not slide.
  await expect(button(page, filled(th['rail.on'], { name: th['home.lotto'] }))).toBeHidden();
});

test('the wheel is among the widgets while the service has one, else the refresh button, and nothing moves meanwhile', async ({
  page,
  world,
}) => {
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
    .filter({ has: button(page, th['home.deposit']) })
    .getByRole('listitem');
  const places = () => widgets.evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
  await expect(widgets).toHaveText([
    th['home.deposit'],
    th['home.withdraw'],
    '',
    th['home.invite'],
    th['home.bonus'],
    th['home.refund'],
  ]);
  const before = await places();
  answer();
  const wheel = page.getByRole('link', {
    name: `${th['home.spin']} ${filled(th['home.coins'], { n: 3 })}`,
    exact: true,
  });
  await expect(widgets.nth(2).and(widgets.filter({ has: wheel }))).toBeVisible();
  expect(await places()).toEqual(before);
  await expect(wheel).toHaveAttribute('href', '/user/spin');

  isUp = false;
  await page.reload();
  await expect(widgets.nth(2)).toHaveText(th['home.refreshAll']);
  await button(page, th['home.refreshAll']).click();
  await expect(page.getByText(th['home.refreshed'])).toBeVisible();
});

test('a game whose provider is silent shows the last known balance and its age', async ({ page, world }) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 100_00);
  const { username } = await world.openAccount(member, 'circus', 40);
  await enter(page, world, member);
  await expect(gameCard(page, 'Circus')).toContainText('฿40.00');
  const since = new RegExp(filled(th['home.staleAt'], { time: '\\d\\d:\\d\\d' }));
  await expect(gameCard(page, 'Circus')).not.toContainText(since);
  await world.fault({ target: 'games/circus', mode: 'timeout-before', call: 'balance' });
  try {
    await world.round('circus', username, { stake: 10, win: 0 });
    await button(page, th['home.refresh']).click();
    await expect(gameCard(page, 'Circus')).toContainText(since);
    await expectMoney(page, { total: '฿100.00', main: '฿60.00', games: '฿40.00' });
  } finally {
    await world.fault({ target: 'games/circus', mode: 'ok' });
  }
  await button(page, th['home.refresh']).click();
  await expect(gameCard(page, 'Circus')).toContainText('฿30.00');
  await expect(gameCard(page, 'Circus')).not.toContainText(since);
});

test('refreshing shows money that has arrived, and the time of the reading', async ({ page, world }) => {
  const member = await world.newMember();
  await page.clock.install({ time: '2027-03-01T09:15:00+07:00' });
  await enter(page, world, member);
  await expect(page.getByText('฿0.00').first()).toBeVisible();
  await expect(page.getByText('01/03/2027 09:15')).toBeVisible();

  await world.giveMoney(member.id, 1_234_56);
  await page.clock.fastForward('02:00:00');
  await button(page, th['home.refresh']).click();
  await expect(page.getByText(th['home.refreshed'])).toBeVisible();
  await expect(page.getByText('฿1,234.56').first()).toBeVisible();
  await expect(page.getByText('01/03/2027 11:15')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('last_sync'))).toContain('01/03/2027 11:15');
});

test('a refresh that fails is reported and leaves the balance as it was', async ({ page, world }) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 55_00);
  await enter(page, world, member);
  await expect(page.getByText('฿55.00').first()).toBeVisible();
  await page.route('**/api/wallet/refresh/slot', (route) => route.abort());
  await button(page, th['home.refresh']).click();
  await expect(page.getByText(th['error.NETWORK_ERROR']).first()).toBeVisible();
  await expect(page.getByText('฿55.00').first()).toBeVisible();
  await expect(button(page, th['home.refresh'])).toBeEnabled();
});

test('a balance that cannot be read offers to try again', async ({ page, world }) => {
  const member = await world.newMember();
  const broken = { status: 500, json: { message: 'INTERNAL_SERVER_ERROR' } };
  await page.route('**/api/wallet', (route) => route.fulfill(broken));
  await enter(page, world, member);
  await expect(page.getByRole('alert')).toContainText(th['error.INTERNAL_SERVER_ERROR']);
  await expect(page.getByText('฿')).toHaveCount(0);
  await page.unroute('**/api/wallet');
  await button(page, th['action.retry']).click();
  await expect(page.getByText('฿0.00').first()).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test.describe('a member who goes offline', () => {
  test.use({ expectedError: /net::ERR_INTERNET_DISCONNECTED$/ });

  test('is told, and told no more once back', async ({ page, world }) => {
    await enter(page, world, await world.newMember());
    await expect(page.getByText('฿0.00').first()).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText(th['state.offline'])).toBeVisible();
    await expect(page.getByText('฿0.00').first()).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(th['state.offline'])).toBeHidden();
  });
});

test.describe('the agreement', () => {
  test.use({ agreementAccepted: false });

  test('opens by itself after a second and a half, and never again once accepted', async ({ page, world }) => {
    const agreement = page.getByRole('dialog', { name: th['agreement.title'] });
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

    await agreement.getByRole('button', { name: th['agreement.accept'] }).click();
    await expect(agreement).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('remember-agreement'))).not.toBeNull();
    await page.reload();
    await expect(page.getByText('฿0.00').first()).toBeVisible();
    await page.clock.fastForward(5_000);
    await expect(page.getByText('฿0.00').first()).toBeVisible();
    await expect(agreement).toBeHidden();
  });

  test('that was only closed comes back', async ({ page, world }) => {
    const agreement = page.getByRole('dialog', { name: th['agreement.title'] });
    await signIn(page, await world.newMember());
    await agreement.getByRole('button', { name: th['action.close'] }).click();
    await expect(agreement).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('remember-agreement'))).toBeNull();
    await page.reload();
    await expect(agreement).toBeVisible();
  });
});

test('the conditions open from the menu and close again', async ({ page, world }) => {
  await enter(page, world, await world.newMember());
  await expect(page.getByText('฿0.00').first()).toBeVisible();
  const opener = page.getByRole('navigation').getByRole('button', { name: th['menu.conditions'] });
  await opener.click();
  const conditions = page.getByRole('dialog', { name: th['conditions.title'] });
  await expect(conditions.getByRole('listitem')).toHaveCount(6);
  await conditions.getByRole('button', { name: th['action.close'] }).click();
  await expect(conditions).toBeHidden();
  await expect(opener).toBeFocused();
});

test.describe("the operator's notice", () => {
  // The page parses the notice only for its text; its policy still blocks the handlers, and the browser reports that.
  test.use({ expectedError: /^Executing inline event handler violates .* The action has been blocked\.$/ });

  test('is shown as text, runs no script and can be dismissed', async ({ page, world }) => {
    const html =
      '<b>ปิดปรับปรุง</b> คืนนี้ <img src="/x.png" onerror="window.hacked=1"><script>window.hacked=1</script><a href="javascript:window.hacked=1">เที่ยงคืน</a>';
    await world.operator('notice', html);
    try {
      await enter(page, world, await world.newMember());
      const notice = page.getByRole('complementary').filter({ hasText: 'ปิดปรับปรุง' });
      await expect(notice).toHaveText('ปิดปรับปรุง คืนนี้ เที่ยงคืน');
      await expect(notice.locator('script, img, [onerror], [href^="javascript"]')).toHaveCount(0);
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
      await notice.getByRole('button', { name: th['home.dismissNotice'] }).click();
      await expect(notice).toBeHidden();
    } finally {
      await world.operator('notice', 'off');
    }
  });
});

test('a member who signs in next sees nothing of the member before', async ({ page, world }) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 77_00);
  await signIn(page, member);
  await expect(page.getByText('฿77.00').first()).toBeVisible();
  await page.getByRole('button', { name: th['menu.logOut'] }).click();
  const next = await world.newMember();
  // Without a reload, which would forget everything by itself.
  await enterCredentials(page, next);
  await expect(page.getByText(next.bankAccountNo.slice(-4))).toBeVisible();
  await expect(page.getByText('฿0.00').first()).toBeVisible();
  await expect(page.getByText('฿77.00')).toHaveCount(0);
});
