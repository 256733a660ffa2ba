import type { Page, Route } from '@playwright/test';
import {
  askToCollect,
  dismissToasts,
  expectMoney,
  expectMoved,
  expectToast,
  gameCard,
  openTransfer,
  redIn,
} from './home.ts';
import { button, enter, filled, th } from './member.ts';
import { goToStatement, openEntry } from './money.ts';
import { expect, type Member, test, type World } from './world.ts';

const problemOf = (page: Page) => page.getByRole('alertdialog', { name: th['state.error'], exact: true });
async function answerProblem(page: Page, label: string): Promise<void> {
  await problemOf(page).getByRole('button', { name: label, exact: true }).click();
  await expect(problemOf(page)).toBeHidden();
}

/** A member with 1,000 baht, of which 200 are in PG. */
async function newPlayer(world: World): Promise<{ member: Member; username: string }> {
  const member = await world.newMember();
  await world.giveMoney(member.id, 1_000_00);
  const { username } = await world.openAccount(member, 'pg', 200);
  return { member, username };
}

test('a transfer that the provider refuses or a connection loses is reported, leaves the money where it was, and is made once by trying again', async ({
  page,
  world,
}) => {
  const { member, username } = await newPlayer(world);
  await enter(page, world, member);
  const loseTheAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  const loseTheQuestion = (route: Route) => route.abort();

  await test.step('a refusal of the provider is reported in a dialog, and the money is where it was', async () => {
    const form = await openTransfer(page);
    for (const { call, from, to } of [
      { call: 'move-in', from: 'wallet', to: 'pg' },
      { call: 'move-out', from: 'pg', to: 'wallet' },
    ]) {
      await world.fault({ target: 'games/pg', mode: 'refuse', call, times: 1 });
      await form.send(from, to, '100');
      await expect(problemOf(page)).toContainText(th['error.TRANSFER_FAIL']);
      // In either direction: where it was, and not always in the wallet.
      await expect(problemOf(page)).toContainText(th['transfer.failed']);
      await answerProblem(page, th['action.ok']);
      await expect(form.amount).toHaveValue('100');
    }
    await page.keyboard.press('Escape');
    await expectMoney(page, { total: '฿1,000.00', main: '฿800.00', games: '฿200.00' });

    await world.fault({ target: 'games/pg', mode: 'refuse', call: 'move-out', times: 1 });
    await askToCollect(page);
    await button(page, th['action.confirm']).click();
    // Where several games have a part, some may have moved: the dialog says where to look.
    await expect(problemOf(page)).toContainText(th['transfer.part']);
    await answerProblem(page, th['action.ok']);
    await expectMoney(page, { total: '฿1,000.00', main: '฿800.00', games: '฿200.00' });
    expect(await world.player('pg', username)).toEqual({ balance: 200, inPlay: 0 });
  });

  const unknown = page.getByRole('alertdialog', { name: th['state.unknown'], exact: true });

  await test.step('a connection that breaks before the call reaches the server leaves the outcome unknown, and trying again moves the money', async () => {
    await page.route('**/api/wallet/transfer', loseTheQuestion, { times: 1 });
    const form = await openTransfer(page);
    await form.send('wallet', 'pg', '100');
    await expect(unknown).toContainText(th['transfer.unknown']);
    await expect(unknown).not.toContainText(th['error.NETWORK_ERROR']);
    await unknown.getByRole('button', { name: th['action.retry'], exact: true }).click();
    await expectMoved(page, '100.00', 'PG');
    await expect(unknown).toBeHidden();
    await expect(form.dialog).toBeHidden();
    await expectMoney(page, { total: '฿1,000.00', main: '฿700.00', games: '฿300.00' });
    expect(await world.player('pg', username)).toEqual({ balance: 300, inPlay: 0 });
    await dismissToasts(page);
  });

  await test.step('one that breaks before the answer arrives does so too, and trying again moves the money once', async () => {
    // The page looks for the transfer by itself, and is kept from finding it until the member has tried again.
    await page.route('**/api/wallet/transfer/*', (route) => route.abort());
    await page.route('**/api/wallet/transfer', loseTheAnswer, { times: 1 });
    const form = await openTransfer(page);
    await form.send('wallet', 'pg', '100');
    await expect(unknown).toContainText(th['transfer.unknown']);
    expect(await redIn(unknown)).toEqual([]);
    await unknown.getByRole('button', { name: th['action.retry'], exact: true }).click();
    await expectMoved(page, '100.00', 'PG');
    await expect(form.dialog).toBeHidden();
    await expectMoney(page, { total: '฿1,000.00', main: '฿600.00', games: '฿400.00' });
    expect(await world.player('pg', username)).toEqual({ balance: 400, inPlay: 0 });
    await page.unroute('**/api/wallet/transfer/*');
    await dismissToasts(page);
  });

  await test.step('a transfer that is found is told as done by itself, and neither question nor form stays to be sent again', async () => {
    const { promise: isSeen, resolve: find } = Promise.withResolvers<void>();
    await page.route('**/api/wallet/transfer/*', async (route) => {
      await isSeen;
      await route.continue();
    });
    await page.route('**/api/wallet/transfer', loseTheAnswer, { times: 1 });
    const form = await openTransfer(page);
    await form.send('pg', 'wallet', '50');
    await expect(unknown).toBeVisible();
    find();
    await expectMoved(page, '50.00', th['home.mainWallet']);
    await expect(unknown).toBeHidden();
    await expect(form.dialog).toBeHidden();
    await expectMoney(page, { total: '฿1,000.00', main: '฿650.00', games: '฿350.00' });
    await page.unroute('**/api/wallet/transfer/*');
    await dismissToasts(page);
  });

  await test.step('without a retry the transfer is followed until the member can be told the outcome', async () => {
    await page.route('**/api/wallet/transfer', loseTheAnswer, { times: 1 });
    await page.route('**/api/wallet/transfer/*', (route) => route.abort());
    const form = await openTransfer(page);
    await form.send('pg', 'wallet', '350');
    await unknown.getByRole('button', { name: th['action.close'], exact: true }).click();
    await expect(unknown).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(form.dialog).toBeHidden();
    // A form that is opened meanwhile is another wish, and stays.
    const next = await openTransfer(page);
    await page.unroute('**/api/wallet/transfer/*');
    await expectMoved(page, '350.00', th['home.mainWallet']);
    await dismissToasts(page);
    await next.send('wallet', 'pg', '1');
    await expectMoved(page, '1.00', 'PG');
    await expectMoney(page, { total: '฿1,000.00', main: '฿999.00', games: '฿1.00' });
    expect(await world.player('pg', username)).toEqual({ balance: 1, inPlay: 0 });
  });
});

test('a provider that does not answer leaves a transfer in progress until its outcome is known, also when the page is loaded anew', async ({
  page,
  world,
}) => {
  const { member } = await newPlayer(world);
  await world.openAccount(member, 'joker');
  await enter(page, world, member);
  for (const { how, between, mainMeanwhile, main, inGame } of [
    {
      how: 'while the member looks on',
      between: async () => undefined,
      ...{ mainMeanwhile: '฿750.00', main: '฿700.00', inGame: '฿300.00' },
    },
    {
      how: 'when the page is loaded anew meanwhile',
      between: async () => void (await page.reload()),
      ...{ mainMeanwhile: '฿650.00', main: '฿600.00', inGame: '฿400.00' },
    },
  ])
    await test.step(how, async () => {
      // One provider never gets the money, the other gets it and does not answer.
      await world.fault({ target: 'games/joker', mode: 'timeout-before', call: 'move-in', times: 1 });
      await world.fault({ target: 'games/pg', mode: 'timeout-after', call: 'move-in', times: 1 });
      const lost = await openTransfer(page);
      await lost.send('wallet', 'joker', '50');
      await expectToast(page, th['transfer.pending']);
      await expect(lost.dialog).toBeHidden();
      // What is on its way is in the total.
      await expectMoney(page, { total: '฿1,000.00', main: mainMeanwhile, inTransit: '฿50.00' });
      const failureTold = expectToast(page, th['transfer.failed']);
      const arrived = await openTransfer(page);
      await arrived.send('wallet', 'pg', '100');
      await expect(arrived.dialog).toBeHidden();
      await between();
      await Promise.all([failureTold, expectMoved(page, '100.00', 'PG')]);
      await expectMoney(page, { total: '฿1,000.00', main, games: inGame });
      await expect(page.getByRole('region', { name: th['home.inTransit'], exact: true })).toBeHidden();
      await expect(gameCard(page, 'PG')).toContainText(inGame);
      await expect(gameCard(page, 'Joker')).toContainText('฿0.00');
      await dismissToasts(page);
    });
});

test('as far as the game answers, the member of a pending transfer reads when the money is back at the latest', async ({
  page,
  world,
}) => {
  const { member } = await newPlayer(world);
  await world.openAccount(member, 'joker');
  await enter(page, world, member);
  await world.fault({ target: 'games/joker', mode: 'timeout-before', call: 'move-in', times: 1 });
  await world.fault({ target: 'games/joker', mode: 'garbage', call: 'status' });
  const onItsWay = page.getByRole('region', { name: th['home.inTransit'], exact: true });
  const lost = await openTransfer(page);
  await lost.send('wallet', 'joker', '50');
  await expect(lost.dialog).toBeHidden();
  await expect(onItsWay).toContainText(th['transfer.asking']);

  // Before the game answers, so that it is not believed at once; and again, so that it is asked at once.
  await callAgo(world, member, -120);
  await world.fault({ target: 'games/joker', mode: 'ok', call: 'status' });
  const time = await callAgo(world, member, -120);
  await expect(onItsWay).toContainText(filled(th['transfer.backBy'], { time }));
  await expectToast(page, filled(th['transfer.pendingBackBy'], { time }));
  const { entries } = await goToStatement(page);
  const { sheet } = await openEntry(page, entries.first());
  await expect(sheet).toContainText(filled(th['transfer.backBy'], { time }));

  await callAgo(world, member, 120);
  await expectToast(page, th['transfer.failed']);
  await expect(sheet).toContainText(th['state.failed']);
  await expect(sheet).not.toContainText(filled(th['transfer.backBy'], { time }));
});

/**
 * As if the call of the pending transfer had been made so many seconds ago, and the game were asked about it now. Returns
 * the time by which the money is back: after the call's deadline, the time in which it may arrive, and the next question.
 */
async function callAgo(world: World, { id }: Member, seconds: number): Promise<string> {
  const [leg] = await world.query(
    `update transfer_legs set called_at = clock_timestamp() - $2 * interval '1 second'
      where member_id = $1 and state = 'called' returning called_at + interval '18 seconds' as back_by`,
    [id, seconds],
  );
  await world.query('update transfers set next_try_at = clock_timestamp() where member_id = $1', [id]);
  const minutes = Math.ceil(Number(leg?.back_by) / 60_000);
  return new Date(minutes * 60_000).toLocaleTimeString('en-GB', {
    timeZone: 'Asia/Bangkok',
    hour: '2-digit',
    minute: '2-digit',
  });
}
