import { expectMoney, openTransfer } from './home.ts';
import { enter, th } from './member.ts';
import { goToStatement } from './money.ts';
import { expect, test } from './world.ts';

test('while no money moves a member is told so, sees everything, and the hint goes once money moves again', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 1_000_00);
  await world.openAccount(member, 'pg', 200);
  await world.query(`insert into standstills (why, number) values ('a test', 1)`);
  const hint = page.getByRole('status').filter({ hasText: th['error.MONEY_STANDS_STILL'] });

  await enter(page, world, member);
  await expect(hint).toBeVisible();
  await expectMoney(page, { total: '฿1,000.00', main: '฿800.00', games: '฿200.00' });
  const form = await openTransfer(page);
  await form.send('wallet', 'pg', '100');
  const problem = page.getByRole('alertdialog', { name: th['state.error'], exact: true });
  await expect(problem).toContainText(th['error.MONEY_STANDS_STILL']);
  await problem.getByRole('button', { name: th['action.ok'], exact: true }).click();
  await page.keyboard.press('Escape');
  await expectMoney(page, { total: '฿1,000.00', main: '฿800.00', games: '฿200.00' });
  await goToStatement(page);
  await expect(hint).toBeVisible();
  await page.goto('/user/profile');
  await expect(hint).toBeVisible();

  await world.query(
    `update standstills set ended_at = now(), ended_by = 'a test', ended_how = 'compared' where ended_at is null`,
  );
  // Nobody has to do anything for it.
  await expect(hint).toHaveCount(0, { timeout: 30_000 });
});
