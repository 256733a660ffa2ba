import { chatOf } from './chat.ts';
import { dismissToasts, expectMoney, expectToast, lookAtMotion, lookAtWithdrawal, stopRegularReading } from './home.ts';
import { baht, enter, filled, th } from './member.ts';
import { goToStatement, openEntry, openWithdraw } from './money.ts';
import { expect, test } from './world.ts';

test.use({ withdrawalsLeaveAfterMs: 30_000 });

test('a withdrawal waits for half a minute in which it can be cancelled, and is on its way once it has left and cannot', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 1_000_00);
  await stopRegularReading(page);
  await enter(page, world, member);
  const amount = baht('400.00');
  const sheet = page.getByRole('dialog', { name: th['statement.type.withdraw'], exact: true });
  const open = page.getByRole('list', { name: th['withdraw.open'], exact: true }).getByRole('listitem');
  const outcomes = page.getByRole('list', { name: th['outcome.list'], exact: true }).getByRole('listitem');
  const cancelName = { name: `${th['withdraw.cancel']} ${amount}`, exact: true };
  const question = page.getByRole('alertdialog', {
    name: filled(th['withdraw.cancel.question'], { amount }),
    exact: true,
  });
  const [before, after] = th['withdraw.leaves'].split('{time}');
  const countdown = page.getByText(new RegExp(`^${before}00:(?:[0-2]\\d|30)${after}$`));
  const waiting = th['withdraw.step.CHECKING'];
  const onItsWay = th['withdraw.step.ON_ITS_WAY'];
  const chat = chatOf(page);
  /** Asks the bot where the withdrawal is. */
  const askInChat = async () => {
    await chat.open();
    await chat.say('ถอนเงิน');
    await chat.expectSent();
  };
  const withdraw = async () => {
    const { goToReview, confirm, review } = await openWithdraw(page);
    await goToReview('400');
    await confirm.click();
    await expect(review).toBeHidden();
    await expectMoney(page, { total: '฿600.00', main: '฿600.00', withdrawing: '฿400.00' });
    await dismissToasts(page);
  };

  await test.step('the seconds that are left are shown, and pass', async () => {
    await withdraw();
    await lookAtWithdrawal(page, async () => {
      await expect(countdown).toBeVisible();
      const shown = await countdown.innerText();
      await expect(countdown).not.toHaveText(shown);
    });
  });

  await test.step('until it has left it waits, on home, in the sheet, on the statement and in the chat, and nothing says more', async () => {
    await lookAtWithdrawal(page, async () => {
      await expect(sheet.getByText(waiting, { exact: true })).toBeVisible();
      await expect(sheet).not.toContainText(th['withdraw.checking']);
    });
    const { asked } = await openWithdraw(page);
    await expect(asked).toContainText(filled(th['withdraw.withdrawing'], { amount }));
    await page.keyboard.press('Escape');
    await expect(asked).toBeHidden();
    await askInChat();
    await expect(chat.log.getByText(new RegExp(`400\\.00.*${waiting}`))).toHaveCount(1);
    await chat.end();
    const { entries, list } = await goToStatement(page);
    await expect(entries.first().getByText(waiting, { exact: true })).toBeVisible();
    await expect(list).not.toContainText(onItsWay);
    await page.goBack();
  });

  await test.step('a cancelled one is back in the main wallet, which is told with its amount, and nothing is paid', async () => {
    await lookAtWithdrawal(page, async () => {
      await sheet.getByRole('button', cancelName).click();
      await question.getByRole('button', { name: th['withdraw.cancel'], exact: true }).click();
      await expectToast(page, filled(th['withdraw.cancelled'], { amount }));
      await expect(sheet.getByText(th['withdraw.step.CANCELLED'], { exact: true }).first()).toBeVisible();
      await expect(sheet.getByRole('button', cancelName)).toHaveCount(0);
    });
    await lookAtMotion(page, async () => {
      await expect(open).toHaveCount(0);
      await expect(outcomes).toHaveText(new RegExp(`400\\.00.*${th['withdraw.step.CANCELLED']}.*\\d\\d:\\d\\d`));
    });
    await expectMoney(page, { total: '฿1,000.00', main: '฿1,000.00' });
    expect(await world.payoutsTo(member)).toEqual([]);
    await dismissToasts(page);
  });

  await test.step('one that has left offers neither countdown nor cancelling, on home and on the statement', async () => {
    await world.nextPayout('silent');
    await withdraw();
    await lookAtMotion(page, () => expect(open.getByRole('button', cancelName)).toBeVisible());
    await world.query(`update withdrawals set leaves_at = clock_timestamp(), next_try_at = clock_timestamp()
      where member_id = '${member.id}' and state = 'held'`);
    await expect.poll(() => world.payoutsTo(member)).toHaveLength(1);
    await lookAtMotion(page, async () => {
      await expect(open.getByText(onItsWay, { exact: true })).toBeVisible();
      await expect(open).not.toContainText(waiting);
      await expect(open.getByRole('button', cancelName)).toHaveCount(0);
      await expect(countdown).toHaveCount(0);
    });
    await askInChat();
    await expect(chat.log.getByText(new RegExp(`400\\.00.*${onItsWay}`))).toHaveCount(1);
    await chat.end();
    const { entries } = await goToStatement(page);
    await expect(entries.first().getByText(onItsWay, { exact: true })).toBeVisible();
    await openEntry(page, entries.first());
    await expect(sheet).toContainText(onItsWay);
    await expect(sheet.getByRole('button', { name: new RegExp(`^${th['withdraw.cancel']}`) })).toHaveCount(0);
  });
});
