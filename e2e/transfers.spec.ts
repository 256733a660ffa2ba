import {
  askToCollect,
  comeBackTo,
  dismissToasts,
  expectMoney,
  expectMoved,
  gameCard,
  gameTable,
  openSheet,
  openTransfer,
  stopRegularReading,
  untilGamesMayBeAsked,
} from './home.ts';
import { baht, enter, filled, th, watchCalls } from './member.ts';
import { acceptAgreement, expect, test } from './world.ts';

test('a member opens an account, moves money in, plays, brings the money back, and plays with an amount typed into the sheet', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 1_000_00);
  await stopRegularReading(page);
  await enter(page, world, member);
  const collect = async (amount: string) => {
    await askToCollect(page);
    const question = page.getByRole('alertdialog', { name: th['collect.title'], exact: true });
    await expect(question).toContainText(filled(th['collect.text'], { amount }));
    await question.getByRole('button', { name: th['action.confirm'], exact: true }).click();
    await expect(question).toBeHidden();
  };

  let form = await openTransfer(page);
  await expect(form.dialog).toContainText(th['transfer.noAccount']);
  await page.keyboard.press('Escape');
  await expect(form.dialog).toBeHidden();
  let sheet = await openSheet(page, 'PG');
  await expect(sheet.row(th['game.username'])).toBeVisible();
  await sheet.close();

  form = await openTransfer(page);
  await expect(form.from).toHaveValue('wallet');
  await expect(form.to).toHaveValue('pg');
  await form.pick('300');
  await form.submit.click();
  await expectMoved(page, '300.00', 'PG');
  await expect(form.dialog).toBeHidden();
  await expectMoney(page, { total: '฿1,000.00', main: '฿700.00', games: '฿300.00' });
  await expect(gameCard(page, 'PG')).toHaveAccessibleName(
    `PG ฿300.00 ≈ ${filled(th['home.credit'], { amount: '30.00' })} ${th['home.viewData']}`,
  );

  sheet = await openSheet(page, 'PG');
  const tab = await sheet.play();
  const table = gameTable(tab);
  await table.has('300.00');
  await table.play('50', 'Win');
  await table.has('350.00');
  await table.play('100', 'Place a bet');
  await untilGamesMayBeAsked(world, member);
  await comeBackTo(page);
  await sheet.close();
  // An open stake is still the member's money.
  await expectMoney(page, { total: '฿1,050.00', main: '฿700.00', games: '฿350.00' });

  form = await openTransfer(page);
  await form.swap.click();
  await form.amount.fill('150');
  await form.submit.click();
  await expect(form.dialog).toBeHidden();
  await expectMoney(page, { total: '฿1,050.00', main: '฿850.00', games: '฿200.00' });

  await collect(baht('200.00'));
  await expectMoney(page, { total: '฿1,050.00', main: '฿950.00', games: '฿100.00' });
  await tab.bringToFront();
  await table.winOpenBet();
  await table.has('200.00');
  await untilGamesMayBeAsked(world, member);
  await comeBackTo(page);
  await expectMoney(page, { total: '฿1,150.00', main: '฿950.00', games: '฿200.00' });
  await collect(baht('200.00'));
  await expectMoney(page, { total: '฿1,150.00', main: '฿1,150.00', games: '฿0.00' });
  await tab.close();
  await dismissToasts(page);

  await test.step('an amount typed into the sheet is moved before the game opens', async () => {
    sheet = await openSheet(page, 'PG');
    const tabsBefore = page.context().pages().length;
    await sheet.amount.fill('1,150.01');
    await sheet.press(th['game.transferAndPlay']);
    await expect(sheet.amount).toHaveAccessibleDescription(
      new RegExp(filled(th['transfer.problem.NOT_ENOUGH'], { amount: baht('1,150.00') })),
    );
    expect(page.context().pages()).toHaveLength(tabsBefore);

    await sheet.amount.fill('150');
    const first = await sheet.play(th['game.transferAndPlay']);
    await expectMoved(page, '150.00', 'PG');
    await gameTable(first).has('150.00');
    await first.close();
    await expect(sheet.amount).toHaveValue('');
    await expect(sheet.dialog.getByText('฿150.00', { exact: true })).toBeVisible();
  });

  await test.step('without an amount the game just opens', async () => {
    for (const nothing of ['', '0', '-20']) {
      await sheet.amount.fill(nothing);
      const opened = await sheet.play(th['game.play']);
      await gameTable(opened).has('150.00');
      await opened.close();
    }
    await sheet.close();
    await expectMoney(page, { total: '฿1,150.00', main: '฿1,000.00', games: '฿150.00' });
    const username = `kp${member.id.toLowerCase()}`;
    expect(await world.player('pg', username)).toEqual({ balance: 150, inPlay: 0 });
  });

  await test.step('if the money does not move, the game does not open', async () => {
    await openSheet(page, 'PG');
    await world.fault({ target: 'games/pg', mode: 'refuse', call: 'move-in', times: 1 });
    await sheet.amount.fill('50');
    const refused = await sheet.play(th['game.transferAndPlay']);
    const problem = page.getByRole('alertdialog', { name: th['state.error'], exact: true });
    await expect(problem).toContainText(th['error.TRANSFER_FAIL']);
    await expect.poll(() => refused.isClosed()).toBe(true);
    await problem.getByRole('button', { name: th['action.ok'], exact: true }).click();
    await expect(sheet.amount).toHaveValue('50');
  });

  await test.step('all that lies in the game is brought back with one press', async () => {
    await sheet.press(filled(th['game.bringBack'], { amount: baht('150.00') }));
    await expectMoved(page, '150.00', th['home.mainWallet']);
    await expect(sheet.dialog.getByText('฿0.00', { exact: true })).toBeVisible();
    await sheet.close();
    await expectMoney(page, { total: '฿1,150.00', main: '฿1,150.00', games: '฿0.00' });
  });
});

test('a transfer that breaks a rule is refused beside its field and not sent, a double click moves money once, and another browser follows', async ({
  page,
  world,
  browser,
}) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 500_50);
  await world.openAccount(member, 'pg', 100);
  const { username } = await world.openAccount(member, 'joker');
  await using elsewhere = await browser.newContext();
  await acceptAgreement(elsewhere);
  const otherPage = await elsewhere.newPage();
  await stopRegularReading(otherPage);
  const { promise: isMoved, resolve: connect } = Promise.withResolvers<void>();
  await otherPage.routeWebSocket('**/socket.io/**', async (socket) => {
    await isMoved;
    socket.connectToServer();
  });
  await enter(otherPage, world, member);
  await expectMoney(otherPage, { main: '฿400.50', games: '฿100.00' });
  await enter(page, world, member);
  const calls = watchCalls(page);
  const transfersSent = () => calls.filter((call) => call === 'POST /api/wallet/transfer').length;
  const { dialog, from, to, amount, swap, submit, pick } = await openTransfer(page);

  await expect(submit).toBeDisabled();
  await amount.fill('five');
  await submit.click();
  await expect(to).toHaveAccessibleDescription(th['transfer.problem.CHOOSE_TO']);
  await expect(amount).toHaveAccessibleDescription(th['transfer.problem.AMOUNT']);
  await swap.click();
  await expect(from).toHaveAccessibleDescription(th['transfer.problem.CHOOSE_FROM']);
  await from.selectOption('wallet');
  await expect(to).toHaveAccessibleDescription(th['transfer.problem.SAME']);
  await to.selectOption('pg');
  await expect(to).not.toHaveAttribute('aria-invalid');
  for (const [typed, problem] of [
    ['0.99', filled(th['transfer.problem.MINIMUM'], { amount: baht('1.00') })],
    ['0', filled(th['transfer.problem.MINIMUM'], { amount: baht('1.00') })],
    ['400.51', filled(th['transfer.problem.NOT_ENOUGH'], { amount: baht('400.50') })],
    ['1.005', th['transfer.problem.AMOUNT']],
    ['-5', th['transfer.problem.AMOUNT']],
    ['five', th['transfer.problem.AMOUNT']],
  ] as const) {
    await amount.fill(typed);
    await submit.click();
    await expect(amount).toHaveAccessibleDescription(problem);
  }
  await expect(dialog).toBeVisible();
  expect(transfersSent()).toBe(0);

  await pick('1,000');
  await expect(amount).toHaveValue('1,000');
  await pick(th['amount.max']);
  await expect(amount).toHaveValue('400.50');
  await to.selectOption('joker');
  await from.selectOption('pg');
  await pick(th['amount.max']);
  await expect(amount).toHaveValue('100.00');
  await swap.click();
  await expect(from).toHaveValue('joker');
  await expect(to).toHaveValue('pg');
  await swap.click();
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(gameCard(page, 'PG')).toContainText('฿0.00');
  await expect(gameCard(page, 'Joker')).toContainText('฿100.00');
  await expectMoney(page, { total: '฿500.50', main: '฿400.50', games: '฿100.00' });
  expect(await world.player('joker', username)).toEqual({ balance: 100, inPlay: 0 });
  expect(transfersSent()).toBe(1);
  await test.step('a page whose socket is let in later than money moved shows it too', async () => {
    await expect(gameCard(otherPage, 'Joker')).toContainText('฿0.00');
    connect();
    await expect(gameCard(otherPage, 'Joker')).toContainText('฿100.00');
  });

  await openTransfer(page);
  await from.selectOption('wallet');
  await to.selectOption('joker');
  await pick('100');
  await submit.dblclick();
  await expect(dialog).toBeHidden();
  expect(transfersSent()).toBe(2);
  await expectMoney(page, { total: '฿500.50', main: '฿300.50', games: '฿200.00' });
  expect(await world.player('joker', username)).toEqual({ balance: 200, inPlay: 0 });
  await expectMoney(otherPage, { total: '฿500.50', main: '฿300.50', games: '฿200.00' });
});

test.describe('where things move on the screen', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a click on the button while its dialog closes moves nothing', async ({ page, world }) => {
    const member = await world.newMember();
    await world.giveMoney(member.id, 500_00);
    const { username } = await world.openAccount(member, 'pg');
    // On a desktop the dialog fades in place, so the button is still under the pointer.
    await page.setViewportSize({ width: 1280, height: 800 });
    await enter(page, world, member);
    const calls = watchCalls(page);
    const form = await openTransfer(page);
    await form.pick('100');
    const answered = page.waitForResponse(/\/api\/wallet\/transfer$/);
    const box = await form.submit.boundingBox();
    if (!box) throw new Error('the button is nowhere');
    const press = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await press();
    await answered;
    while (await form.dialog.isVisible()) await press();
    // The last click may have met the page below, so what counts is what was sent and what arrived.
    expect(await world.player('pg', username)).toEqual({ balance: 100, inPlay: 0 });
    expect(calls.filter((call) => call === 'POST /api/wallet/transfer')).toHaveLength(1);
  });
});
