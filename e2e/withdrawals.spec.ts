import type { Page } from '@playwright/test';
import { openBankApp } from './bank-app.ts';
import {
  dismissToasts,
  expectMoney,
  expectToast,
  lookAtMotion,
  lookAtWithdrawal,
  redIn,
  stopRegularReading,
} from './home.ts';
import { baht, enter, filled, th, watchCalls } from './member.ts';
import { expectEntry, expectReceived, goToStatement, openEntry, openWithdraw } from './money.ts';
import { expect, test, type World } from './world.ts';

/** A member with `baht` in the main wallet, on home. Only events, no timer, refresh the page. */
async function enterRich(page: Page, world: World, baht: number) {
  const member = await world.newMember();
  await world.giveMoney(member.id, baht * 100);
  await stopRegularReading(page);
  await enter(page, world, member);
  return member;
}

const toKbank = filled(th['statement.withdraw'], { to: 'KBANK' });

test('a double press on “Continue” shows what is about to be sent, and sends nothing', async ({ page, world }) => {
  await enterRich(page, world, 60_000);
  const calls = watchCalls(page);
  const { asked, amount, review, confirm } = await openWithdraw(page);
  await amount.fill('500');
  await asked.getByRole('button', { name: th['action.continue'], exact: true }).dblclick();
  await expect(review).toBeVisible();
  await expect(confirm).toBeEnabled();
  expect(calls.filter((call) => call.startsWith('POST /api/wallet/withdraw'))).toEqual([]);
});

test('a withdrawal that breaks a rule is refused beside the field, and a reviewed one is sent once, whatever is pressed twice or lost', async ({
  page,
  world,
}) => {
  const member = await enterRich(page, world, 60_000);
  const calls = watchCalls(page);
  const { asked, amount, next, pick, back, review, goToReview, confirm } = await openWithdraw(page);
  const problem = page.getByRole('alertdialog', { name: th['state.error'], exact: true });
  const unknown = page.getByRole('alertdialog', { name: th['state.unknown'], exact: true });
  const loseTheAnswer = () =>
    page.route(
      '**/api/wallet/withdrawAll',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  const expectPaid = (...amounts: number[]) =>
    expect
      .poll(async () => (await world.payoutsTo(member)).map((payout) => payout.amount).toSorted((a, b) => a - b))
      .toEqual(amounts);

  await test.step('the bank of the member has one mark, on home and in the sheet', async () => {
    for (const place of [page.getByRole('complementary', { includeHidden: true }), asked])
      await expect(place.locator('svg text')).toHaveText('KBank');
  });

  await test.step('a rule that is broken is named beside the field', async () => {
    await expect(asked).toContainText(filled(th['withdraw.bounds'], { min: baht('100.00'), max: baht('50,000.00') }));
    await expect(asked).toContainText(th['withdraw.conditions']);
    await expect(asked.getByRole('button', { name: th['action.continue'], exact: true })).toBeDisabled();
    for (const [typed, broken] of [
      ['five', th['transfer.problem.AMOUNT']],
      ['99.99', filled(th['withdraw.problem.MINIMUM'], { amount: baht('100.00') })],
      ['50,000.01', filled(th['withdraw.problem.MAXIMUM'], { amount: baht('50,000.00') })],
    ] as const) {
      await amount.fill(typed);
      await next();
      await expect(amount).toHaveAccessibleDescription(new RegExp(`^${broken}`));
    }
    // The maximum of one withdrawal, though the wallet holds more.
    await pick(th['amount.max']);
    await expect(amount).toHaveValue('50,000.00');
  });

  await test.step('nothing is sent before the review is confirmed', async () => {
    await pick('100');
    await next();
    const number = member.bankAccountNo.replace(/^(...)(...)/, '$1-$2-');
    for (const word of ['฿100.00', number, 'SOMYING JAIDEE', th['withdraw.final']])
      await expect(review.getByText(word, { exact: true })).toBeVisible();
    await back();
    await expect(amount).toHaveValue('100');
    expect(calls.filter((call) => call.startsWith('POST /api/wallet'))).toEqual([]);
  });

  await test.step('a double press sends a withdrawal once', async () => {
    await goToReview('300');
    await confirm.dblclick();
    await expect(review).toBeHidden();
    await expectMoney(page, { total: '฿59,700.00', main: '฿59,700.00' });
    expect(calls.filter((call) => call === 'POST /api/wallet/withdrawAll')).toHaveLength(1);
    await expectPaid(300);
    await dismissToasts(page);
  });

  await test.step('a withdrawal that is refused is told in a dialog titled as an error, and nothing is paid', async () => {
    await page.route(
      '**/api/wallet/withdrawAll',
      (route) => route.fulfill({ status: 422, json: { message: 'MONEY_NOT_ENOUGH' } }),
      { times: 1 },
    );
    await openWithdraw(page);
    await goToReview('400');
    await confirm.click();
    await expect(problem).toContainText(th['error.MONEY_NOT_ENOUGH']);
    await problem.getByRole('button', { name: th['action.ok'], exact: true }).click();
    await expect(problem).toBeHidden();
    await page.reload();
    await expectPaid(300);
  });

  await test.step('a withdrawal whose answer is lost is paid once when the member tries again', async () => {
    // The page looks for the withdrawal by itself, and is kept from finding it until the member has tried again.
    await page.route('**/api/statement', (route) => route.abort());
    await loseTheAnswer();
    await openWithdraw(page);
    await goToReview('400');
    await confirm.click();
    await expect(unknown).toContainText(th['withdraw.unknown']);
    await expect(unknown).not.toContainText(th['error.NETWORK_ERROR']);
    expect(await redIn(unknown)).toEqual([]);
    await unknown.getByRole('button', { name: th['action.retry'], exact: true }).click();
    await expectReceived(page, '400.00');
    await expect(review).toBeHidden();
    await page.unroute('**/api/statement');
    await expectMoney(page, { total: '฿59,300.00', main: '฿59,300.00' });
    await expectPaid(300, 400);
    const { entries } = await goToStatement(page);
    await expectEntry(entries.first(), toKbank, '−400.00', th['state.success']);
    await expect(entries).toHaveCount(2);
    await page.goBack();
    await dismissToasts(page);
  });

  await test.step('a withdrawal whose answer is lost is found by the page itself when the member gives up', async () => {
    await page.route('**/api/statement', (route) => route.abort());
    await loseTheAnswer();
    await openWithdraw(page);
    await goToReview('500');
    await confirm.click();
    await unknown.getByRole('button', { name: th['action.close'], exact: true }).click();
    await expect(unknown).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(review).toBeHidden();
    await page.unroute('**/api/statement');
    await expectReceived(page, '500.00');
    await expectMoney(page, { total: '฿58,800.00' });
    await expectPaid(300, 400, 500);
    await dismissToasts(page);
  });

  await test.step('a withdrawal that is found is told as received by itself, and neither question nor form stays to be sent again', async () => {
    const { promise: isSeen, resolve: find } = Promise.withResolvers<void>();
    await page.route('**/api/statement', async (route) => {
      await isSeen;
      await route.continue();
    });
    await loseTheAnswer();
    await openWithdraw(page);
    await goToReview('600');
    await confirm.click();
    await expect(unknown).toBeVisible();
    find();
    await expectReceived(page, '600.00');
    await expect(unknown).toBeHidden();
    await expect(review).toBeHidden();
    await page.unroute('**/api/statement');
    await expectMoney(page, { total: '฿58,200.00' });
    await expectPaid(300, 400, 500, 600);
  });

  await test.step('money frozen by a dispute is told with its reason, on home, in the sheet and on the statement', async () => {
    await world.query(`select ledger_post($1, 'frozen', 'post', 'freeze', 'BAHT', 'main', 'frozen', 300000, '{}')`, [
      member.id,
    ]);
    await page.reload();
    await expectMoney(page, { total: '฿55,200.00', frozen: '฿3,000.00' });
    await expect(page.getByText(th['home.frozenWhy'], { exact: true })).toBeVisible();
    await openWithdraw(page);
    const told = [filled(th['home.frozenAmount'], { amount: baht('3,000.00') }), th['home.frozenWhy']];
    for (const words of told) await expect(asked.getByText(words, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(asked).toBeHidden();
    await goToStatement(page);
    for (const words of told) await expect(page.getByText(words, { exact: true })).toBeVisible();
  });
});

test('a withdrawal is set aside until the bank has paid, is back when the bank returns it, and takes from a game what the wallet lacks', async ({
  page,
  world,
}) => {
  const member = await enterRich(page, world, 1_000);
  const outcomes = page.getByRole('list', { name: th['outcome.list'], exact: true }).getByRole('listitem');
  const { asked, goToReview, amount, next, review, confirm } = await openWithdraw(page);

  await test.step('a withdrawal is set aside, waits for the bank, and is done as soon as the bank has paid', async () => {
    await world.nextPayout('silent');
    await amount.fill('1000.01');
    await next();
    const notEnough = filled(th['transfer.problem.NOT_ENOUGH'], { amount: baht('1,000.00') });
    await expect(amount).toHaveAccessibleDescription(new RegExp(`^${notEnough}`));
    await goToReview('600');
    await confirm.click();
    await expectReceived(page, '600.00');
    await expect(review).toBeHidden();
    await expect(asked).toBeHidden();
    await expectMoney(page, { total: '฿400.00', main: '฿400.00', withdrawing: '฿600.00' });
    const { entries } = await goToStatement(page);
    await expectEntry(entries.first(), toKbank, '−600.00', th['withdraw.step.ON_ITS_WAY']);

    const bank = await openBankApp(page, world);
    const [payout] = await world.payoutsTo(member);
    await bank.decide(String(payout?.reference), 'Paid');
    await expectEntry(entries.first(), toKbank, '−600.00', th['state.success']);
    await expectToast(page, filled(th['outcome.paid'], { amount: baht('600.00') }));
    await page.goBack();
    await expectMoney(page, { total: '฿400.00', main: '฿400.00' });
    await lookAtMotion(page, () =>
      expectEntry(outcomes, filled(th['withdraw.one'], { amount: baht('600.00') }), th['state.success']),
    );
    await expect(page.getByText(th['home.withdrawing'])).toBeHidden();
    expect(await world.payoutsTo(member)).toEqual([expect.objectContaining({ amount: 600, state: 'paid' })]);
    await dismissToasts(page);
  });

  await test.step('a withdrawal that the bank returns is back in the balance, and told as returned', async () => {
    await world.nextPayout('refused');
    await openWithdraw(page);
    await goToReview('250.50');
    await confirm.click();
    await expectReceived(page, '250.50');
    const what = filled(th['withdraw.one'], { amount: baht('250.50') });
    await expectToast(page, filled(th['outcome.returned'], { what, reason: th['withdraw.reason.BANK'] }));
    const returned = outcomes.filter({ hasText: what });
    await lookAtMotion(page, () => expectEntry(returned, th['withdraw.step.RETURNED'], th['withdraw.reason.BANK']));
    const { entries } = await goToStatement(page);
    await expectEntry(entries.first(), toKbank, '−250.50', th['withdraw.step.RETURNED']);
    const { sheet, back } = await openEntry(page, entries.first());
    await expect(sheet).toContainText(th['withdraw.reason.BANK']);
    await back();
    await page.goBack();
    await expectMoney(page, { total: '฿400.00', main: '฿400.00' });
    await expect(page.getByText(th['home.withdrawing'])).toBeHidden();
    await lookAtMotion(page, async () => {
      await returned.getByRole('button', { name: filled(th['outcome.dismiss'], { what }), exact: true }).click();
      await expect(outcomes).toHaveCount(1);
    });
  });

  await test.step('what the member was told is told no more after a reload, and what came meanwhile is', async () => {
    // Away from the app, where it is told nothing.
    await page.goto('/readyz');
    const token = await world.tokenOf(member);
    await world.call('POST /api/wallet/withdraw', { token, body: { amount: 100 } });
    const paid = `select 1 from withdrawals where member_id = $1 and amount = 10000 and state = 'paid'`;
    await expect.poll(() => world.query(paid, [member.id])).toHaveLength(1);
    await world.giveMoney(member.id, 10_000);
    await page.goto('/user/home');
    await expectToast(page, filled(th['outcome.paid'], { amount: baht('100.00') }));
    await lookAtMotion(page, async () => {
      await expect(outcomes).toHaveText([/100\.00/, /600\.00/]);
      await expect(page.getByText(th['withdraw.reason.BANK'])).toHaveCount(0);
    });
    await dismissToasts(page);
  });

  await test.step('money that the main wallet lacks is first moved back from a game', async () => {
    const { username } = await world.openAccount(member, 'pg', 300);
    await expectMoney(page, { total: '฿400.00', main: '฿100.00', games: '฿300.00' });
    await openWithdraw(page);
    await goToReview('220');
    await expect(review).toContainText(filled(th['withdraw.gather'], { amount: baht('120.00') }));
    await confirm.click();
    await expectReceived(page, '220.00');
    await expectMoney(page, { total: '฿180.00', main: '฿0.00', games: '฿180.00' });
    expect(await world.player('pg', username)).toEqual({ balance: 180, inPlay: 0 });
    const paid = async () => (await world.payoutsTo(member)).filter((payout) => payout.state === 'paid');
    await expect
      .poll(async () => (await paid()).map((payout) => payout.amount).toSorted((a, b) => a - b))
      .toEqual([100, 220, 600]);
  });
});

test('a large withdrawal is checked first: the member sees it, can cancel it, and is paid once it is approved', async ({
  page,
  world,
}) => {
  const member = await enterRich(page, world, 50_000);
  const question = page.getByRole('alertdialog', {
    name: filled(th['withdraw.cancel.question'], { amount: baht('25,000.00') }),
    exact: true,
  });
  const cancelName = `${th['withdraw.cancel']} ${baht('25,000.00')}`;
  const withdraw = async () => {
    const { goToReview, confirm, review } = await openWithdraw(page);
    await goToReview('25000');
    await confirm.click();
    await expectReceived(page, '25,000.00');
    await expect(review).toBeHidden();
    await dismissToasts(page);
  };

  await test.step('on home the withdrawal is told as checked, and kept when the member thinks again', async () => {
    await withdraw();
    await lookAtWithdrawal(page, (sheet) => expectEntry(sheet, th['withdraw.step.CHECKING'], th['withdraw.checking']));
    await expectMoney(page, { total: '฿25,000.00', withdrawing: '฿25,000.00' });
    // Nothing says that the bank has it already, and nothing is lost.
    const balance = page.getByRole('region', { name: th['home.total'], exact: true });
    await expect(balance).not.toContainText(th['withdraw.step.ON_ITS_WAY']);
    expect(await redIn(balance)).toEqual([]);
    await lookAtWithdrawal(page, async (sheet) => {
      await sheet.getByRole('button', { name: cancelName, exact: true }).click();
      await question.getByRole('button', { name: th['withdraw.cancel.stay'], exact: true }).click();
      await expect(question).toBeHidden();
      await expectEntry(sheet, th['withdraw.step.CHECKING']);
    });
  });

  await test.step('it is cancelled on the statement, and the money is back', async () => {
    const { entries } = await goToStatement(page);
    await expectEntry(entries.first(), toKbank, '−25,000.00', th['withdraw.step.CHECKING']);
    const { sheet } = await openEntry(page, entries.first());
    await expect(sheet).toContainText(th['withdraw.checking']);
    await sheet.getByRole('button', { name: cancelName, exact: true }).click();
    await question.getByRole('button', { name: th['withdraw.cancel'], exact: true }).click();
    await expectToast(page, filled(th['withdraw.cancelled'], { amount: baht('25,000.00') }));
    await expect(sheet.getByRole('button', { name: cancelName, exact: true })).toHaveCount(0);
    await expect(sheet.getByRole('list')).toContainText(th['withdraw.step.CANCELLED']);
    await page.goBack();
    await expectEntry(entries.first(), toKbank, '−25,000.00', th['withdraw.step.CANCELLED']);
    await page.goBack();
    await expectMoney(page, { total: '฿50,000.00', main: '฿50,000.00' });
    expect(await world.payoutsTo(member)).toEqual([]);
    await dismissToasts(page);
  });

  await test.step('another is approved by an operator, and paid, while the member looks on', async () => {
    await withdraw();
    const [{ id }] = (await world.query(`select id from withdrawals where member_id = $1 and state = 'checking'`, [
      member.id,
    ])) as [{ id: string }];
    const { entries } = await goToStatement(page);
    await expectEntry(entries.first(), th['withdraw.step.CHECKING']);
    await world.operator('withdrawals', 'approve', member.id, id);
    await expectEntry(entries.first(), toKbank, '−25,000.00', th['state.success']);
    expect(await world.payoutsTo(member)).toEqual([expect.objectContaining({ amount: 25_000, state: 'paid' })]);
    await page.goBack();
    await expectMoney(page, { total: '฿25,000.00', main: '฿25,000.00' });
  });
});
