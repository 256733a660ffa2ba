import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { IN_FULL } from '../world/tier.ts';
import { comeBackTo } from './home.ts';
import { breakUntilRetried, choose, enter, filled, th } from './member.ts';
import { expectEntry, statementOf, writeEntries, writeResult, writeSlip } from './money.ts';
import { expect, test } from './world.ts';

const pager = (page: Page) => page.getByRole('navigation', { name: th['statement.pages'], exact: true });
const chip = (page: Page, type: 'all' | 'deposit' | 'withdraw' | 'bonus') =>
  page.getByRole('radio', { name: th[`statement.type.${type}`], exact: true });

test(
  'a long statement has pages: links to three before, one after and both ends, and the page in the address',
  IN_FULL,
  async ({ page, world }) => {
    const member = await world.newMember();
    await writeEntries(
      world,
      member,
      Array.from({ length: 57 }, (_, at) => ({ amount: (at + 1) * 100, at: new Date(Date.UTC(2026, 0, 1, 0, at)) })),
    );
    await enter(page, world, member, '/user/statement?page=99');
    const { entries } = statementOf(page);
    const press = (name: string) => pager(page).getByRole('button', { name, exact: true }).click();
    const expectPage = async (number: number, offered: number[], first: string, last: string) => {
      await expect(pager(page).getByRole('listitem')).toHaveText(offered.map(String));
      await expect(pager(page).locator('[aria-current=page]')).toHaveText(String(number));
      await expect(entries.first()).toContainText(first);
      await expect(entries.last()).toContainText(last);
    };
    // A page after the last one is the last one.
    await expectPage(6, [3, 4, 5, 6], '7.00', '1.00');
    await expect(page).toHaveURL('/user/statement?page=6');
    await press(th['pager.first']);
    await expect(page).toHaveURL('/user/statement');
    await expectPage(1, [1, 2], '57.00', '48.00');
    await press(th['pager.next']);
    await expect(page).toHaveURL('/user/statement?page=2');
    await expectPage(2, [1, 2, 3], '47.00', '38.00');
    await press(th['pager.last']);
    await expectPage(6, [3, 4, 5, 6], '7.00', '1.00');
    await expect(entries).toHaveCount(7);
    await expect(pager(page).getByRole('button', { name: th['pager.next'], exact: true })).toBeDisabled();
    await press(filled(th['pager.page'], { n: 5 }));
    await expectPage(5, [2, 3, 4, 5, 6], '17.00', '8.00');
    await expect(pager(page)).toContainText(filled(th['pager.range'], { first: 41, last: 50, total: 57 }));
    await page.reload();
    await expectPage(5, [2, 3, 4, 5, 6], '17.00', '8.00');
    await page.goBack();
    await expectPage(6, [3, 4, 5, 6], '7.00', '1.00');
  },
);

test(
  'kind, days and whether games’ results are shown choose the lines, are kept in the address, and decide what is exported',
  IN_FULL,
  async ({ page, world }) => {
    const member = await world.newMember();
    const ids = await writeEntries(world, member, [
      {
        type: 'deposit',
        from: 'KBANK',
        to: 'wallet',
        amount: 500_00,
        balance: 500_00,
        at: '2026-01-04T10:00:00+07:00',
      },
      {
        type: 'transfer',
        from: 'wallet',
        to: 'pg',
        amount: 300_00,
        balance: 1_200_00,
        at: '2026-01-05T00:00:00+07:00',
      },
      { type: 'withdraw', to: 'KBANK', amount: 1_100_00, status: 'FAILED', at: '2026-01-05T23:59:59+07:00' },
      { type: 'bonus', amount: 50_50, link: ['refund', '=1+1, เงินคืน'], at: '2026-01-06T00:00:00+07:00' },
      { type: 'deposit', from: 'TRUEMONEY', to: 'wallet', amount: 70_00, at: '2026-01-07T08:00:00+07:00' },
    ]);
    await writeResult(world, member, { game: 'pg', amount: 30_00, at: '2026-01-05T00:10:00+07:00' });
    await writeResult(world, member, { game: 'pg', amount: 12_50, at: '2026-01-05T23:59:59+07:00' });
    await writeResult(world, member, { game: 'pg', amount: -10_00, at: '2026-01-06T00:00:00+07:00' });
    await enter(page, world, member, '/user/statement');
    const { entries, list } = statementOf(page);
    const results = page.getByRole('switch', { name: th['statement.showResults'], exact: true });
    const from = page.getByLabel(th['statement.from'], { exact: true });
    const to = page.getByLabel(th['statement.to'], { exact: true });
    const expectAmounts = async (...amounts: string[]) => {
      await expect(entries).toHaveCount(amounts.length);
      for (const [at, amount] of amounts.entries()) await expectEntry(entries.nth(at), amount);
    };
    await expectAmounts('+70.00', '+50.50', '−1,100.00', '−300.00', '+500.00');
    await expectEntry(entries.nth(0), filled(th['statement.deposit'], { from: th['statement.trueWallet'] }));
    await expectEntry(entries.nth(1), th['statement.link.refund'], '=1+1, เงินคืน', '00:00:00');
    // Nothing of the withdrawal that failed has left, and what went to a game is still the member's.
    await expect(list.getByRole('heading')).toHaveText([
      `07/01/2026${th['statement.dayIn']} +70.00`,
      `06/01/2026${th['statement.dayIn']} +50.50`,
      '05/01/2026',
      `04/01/2026${th['statement.dayIn']} +500.00`,
    ]);

    await choose(chip(page, 'deposit'));
    await expect(page).toHaveURL('/user/statement?type=deposit');
    await expectAmounts('+70.00', '+500.00');
    await choose(chip(page, 'all'));
    await page.getByRole('button', { name: th['statement.filter'], exact: true }).click();
    await from.fill('2026-01-05');
    await expectAmounts('+70.00', '+50.50', '−1,100.00', '−300.00');
    await to.fill('2026-01-06');
    await expectAmounts('+50.50', '−1,100.00', '−300.00');
    await results.click();
    await expect(results).toBeChecked();
    await expect(page).toHaveURL('/user/statement?from=2026-01-05&to=2026-01-06&results=shown');
    await expectAmounts('−10.00', '+50.50', '+42.50', '−1,100.00', '−300.00');
    await expectEntry(entries.nth(2), filled(th['statement.result'], { game: 'PG' }));

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: th['statement.export'], exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('statement_2026-01-05_2026-01-06.csv');
    const head = ['time', 'type', 'activity', 'detail', 'status', 'amount', 'balance', 'currency', 'id'] as const;
    const title = (column: (typeof head)[number]) =>
      column === 'type' ? th['statement.type'] : th[`statement.column.${column}`];
    const [success, baht] = [th['state.success'], th['money.baht']];
    const result = `${th['statement.results']},${filled(th['statement.result'], { game: 'PG' })}`;
    expect(await readFile(await download.path(), 'utf8')).toBe(
      [
        `\ufeff${head.map(title).join(',')}`,
        `06/01/2026,${result},,,-10.00,,${baht},`,
        `06/01/2026 00:00:00,${th['statement.type.bonus']},${th['statement.link.refund']},"'=1+1, เงินคืน",${success},50.50,,${baht},${ids[3]}`,
        `05/01/2026,${result},,,42.50,,${baht},`,
        `05/01/2026 23:59:59,${th['statement.type.withdraw']},${filled(th['statement.withdraw'], { to: 'KBANK' })},,${th['state.failed']},-1100.00,,${baht},${ids[2]}`,
        `05/01/2026 00:00:00,${th['statement.type.transfer']},${filled(th['statement.transfer'], { from: th['home.mainWallet'], to: 'PG' })},,${success},-300.00,1200.00,${baht},${ids[1]}`,
        '',
      ].join('\r\n'),
    );

    await to.fill('2026-01-05');
    await expectAmounts('+42.50', '−1,100.00', '−300.00');
    await choose(chip(page, 'withdraw'));
    await expectAmounts('+42.50', '−1,100.00');
    await page.reload();
    await expect(results).toBeChecked();
    await expectAmounts('+42.50', '−1,100.00');
    await results.click();
    await expect(results).not.toBeChecked();
    await expect(chip(page, 'withdraw')).toBeChecked();
    await expect(from).toHaveValue('2026-01-05');
    await expect(to).toHaveValue('2026-01-05');
    await expectAmounts('−1,100.00');
    await choose(chip(page, 'bonus'));
    await expect(page).toHaveURL('/user/statement?from=2026-01-05&to=2026-01-05&type=bonus');
    await expect(list.getByRole('status')).toHaveText(th['statement.noneFound']);
    await page.getByRole('button', { name: th['statement.clear'], exact: true }).click();
    await expect(page).toHaveURL('/user/statement');
    await expect(entries).toHaveCount(5);
  },
);

test('a member without entries or slips is told so, an entry grows older on the screen, and slips are read again by themselves', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await page.clock.install();
  const broken = (url: string) => breakUntilRetried(page, url, 500, 'INTERNAL_SERVER_ERROR');
  const retryEntries = await broken('**/api/statement');
  const { promise: isSeen, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/statement', async (route) => {
    await isSeen;
    await route.fallback();
  });
  const retrySlips = await broken('**/api/statement/slip');
  await enter(page, world, member, '/user/statement');
  const { list, entries } = statementOf(page);
  const slips = page.getByRole('dialog', { name: th['slips.title'], exact: true });
  const openSlips = () => page.getByRole('button', { name: th['slips.open'], exact: true }).click();

  await test.step('while the entries are read, their placeholders lie inside the card', async () => {
    const placeholders = list.getByRole('status');
    await expect(placeholders).toBeVisible();
    const outside = placeholders.evaluate((box) => {
      const { right } = box.getBoundingClientRect();
      return [...box.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > right).length;
    });
    expect(await outside).toBe(0);
    answer();
  });

  await test.step('entries or slips that cannot be read offer to try again, and show no toast', async () => {
    await expect(list.getByText(th['statement.unread'])).toBeVisible();
    await retryEntries();
    await expect(list.getByText(th['statement.unread'])).toBeHidden();
    await openSlips();
    await expect(slips.getByText(th['slips.unread'])).toBeVisible();
    const asked = page.waitForRequest('**/api/statement/slip');
    await retrySlips();
    expect((await asked).postDataJSON()).toEqual({ page: 1, limit: 10 });
    await expect(slips.getByText(th['slips.none'])).toBeVisible();
    await expect(page.getByText(th['error.INTERNAL_SERVER_ERROR'])).toHaveCount(0);
    await page.goBack();
    await expect(slips).toBeHidden();
  });

  await test.step('a member without entries is told so, and a filter that finds nothing says so too', async () => {
    await expect(list.getByRole('status')).toHaveText(th['statement.none']);
    await expect(pager(page)).toBeHidden();
    await expect(page.getByRole('button', { name: th['statement.export'], exact: true })).toBeDisabled();
    await choose(chip(page, 'bonus'));
    await expect(list.getByRole('status')).toHaveText(th['statement.noneFound']);
    await choose(chip(page, 'all'));
    await openSlips();
    await expect(slips.getByText(th['slips.none'])).toBeVisible();
    await page.goBack();
    await expect(slips).toBeHidden();
  });

  await test.step('slips are read again by themselves, each shows its reason, and back leads out of them', async () => {
    await writeSlip(world, member, {
      status: 'FAILED',
      note: 'NOT_MATCH',
      amount: 125_00,
      at: '2026-01-05T10:00:00+07:00',
    });
    await writeSlip(world, member, { status: 'PROCESSING', at: '2026-01-05T11:00:00+07:00' });
    await openSlips();
    await expect(page).toHaveURL('/user/statement?slips=open');
    const rows = slips.getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expectEntry(rows.nth(0), '-', th['state.inProgress'], '05/01/2026 11:00:00');
    await expectEntry(rows.nth(1), '125.00', th['state.failed'], th['slip.NOT_MATCH']);
    await world.query(
      `update slips set status = 'SUCCESS', amount = 99900, look_at = null where member_id = $1 and status = 'PROCESSING'`,
      [member.id],
    );
    await expectEntry(rows.nth(0), '999.00', th['state.success']);
    await writeSlip(world, member, { status: 'FAILED', note: 'EXPIRED_SLIP', at: '2026-01-05T09:00:00+07:00' });
    await slips.getByRole('button', { name: th['action.refresh'], exact: true }).click();
    await expectEntry(rows.nth(2), '-', th['state.failed'], th['slip.EXPIRED_SLIP']);

    // This slip has no picture.
    await rows.nth(0).getByRole('button').click();
    const image = page.getByRole('dialog', { name: th['slips.image'], exact: true });
    await expect(image.getByText(th['slips.imageFailed'])).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(image).toBeHidden();
    await page.goBack();
    await expect(slips).toBeHidden();
    await expect(page).toHaveURL('/user/statement');
  });

  await test.step('an entry says how long ago it was, and grows older on the screen', async () => {
    await writeEntries(world, member, [{ amount: 100_00, at: new Date(Date.now() - 3.5 * 60_000) }]);
    await comeBackTo(page);
    await expect(entries.first()).toContainText(filled(th['age.minute'], { n: 3 }));
    await page.clock.fastForward(60_000);
    await expect(entries.first()).toContainText(filled(th['age.minute'], { n: 4 }));
    await expect(entries.first().locator('svg').first()).toBeVisible();
  });
});
