import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { WEB_DIST } from '../launch/web-build.ts';
import { readGuide, type Typing } from '../world/guide.ts';
import { type Production, startProduction } from '../world/production.ts';
import { IN_FULL } from '../world/tier.ts';
import { comeBackTo, expectMoney, expectToast, gameTable, lookAtMotion, openSheet, openTransfer } from './home.ts';
import {
  baht,
  enterCredentials,
  enterPhone,
  enterProfile,
  expectStep,
  field,
  fillBank,
  filled,
  newcomer,
  submitRegistration,
  th,
} from './member.ts';
import { expectEntry, goToStatement, openDeposit, openWithdraw } from './money.ts';
import { test as base, expect } from './world.ts';

/** As a service has them: the tests' own are shorter, or switched off. */
const RULES = { REVIEW_NOTHING_PAID_IN: 'on', DOUBTED_ACCOUNTS: '5' };

const test = base.extend<object, { production: Production }>({
  production: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from a pattern.
    async ({}, use) => {
      await using parts = new AsyncDisposableStack();
      const databaseServer = process.env.TEST_DATABASE_URL ?? '';
      await use(await startProduction(parts, databaseServer, { LOG_LEVEL: 'warn', WEB_DIST, ...RULES }));
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ production }, use) => use(production.url),
});

/** The guide's people, who type what it says. Those of `asProcess` are typed at a real command line. */
function peopleOf({ terminalOf }: Production, asProcess: (typing: Typing) => boolean) {
  const marks: Record<string, string> = {};
  const passwordOf = (person: string) => `${person} chose this`;
  /** Of each new password twice, as it is asked for. */
  const askedFor = ([name = '', ...people]: string[]) =>
    name === 'sign-in'
      ? people.map(passwordOf)
      : ['found', 'join'].includes(name)
        ? people.flatMap((person) => [passwordOf(person), passwordOf(person)])
        : [];
  return async (typing: Typing): Promise<string> => {
    const { person, words } = typing;
    const typed = words.map((word, at) => (words[1] === 'admit' && at === 3 ? (marks[words[2] ?? ''] ?? '') : word));
    const terminal = terminalOf(person);
    const said = await (asProcess(typing) ? terminal.run : terminal.say)(typed, askedFor(words));
    if (words[0] === 'join') marks[person] = /mark, (\w{8})/.exec(said)?.[1] ?? '';
    return said;
  };
}

/** The files that the guide names, with the content that it shows, or with any. */
async function writeFiles({ folder }: Production, { sections, files }: Awaited<ReturnType<typeof readGuide>>) {
  const words = sections.flatMap(({ typings }) => typings.flatMap((typing) => typing.words));
  const names = words.flatMap((word) => /=@(.+)$/.exec(word)?.[1] ?? []);
  for (const name of names) await writeFile(join(folder, name), files.get(name) ?? `What ${name} says`);
}

test(
  'production goes from nothing to the first deposit, bonus and withdrawal by what operators type and a member presses alone',
  IN_FULL,
  async ({ page, production }) => {
    const guide = await readGuide();
    const [people, ...rest] = guide.sections;
    const afterwards = rest.pop();
    const asProcess = ({ person, words }: Typing) =>
      words[0] === 'found' || (person === 'Dao' && words[0] === 'sign-in');
    const type = peopleOf(production, asProcess);
    const who = newcomer();

    await test.step('operators fill it by the words of the guide, until setup says that nothing is missing', async () => {
      expect(production.output()).toContain('the service lacks');
      await writeFiles(production, guide);
      const said: string[] = [];
      for (const { typings } of [people, ...rest].filter((section) => section !== undefined))
        for (const typing of typings) said.push(await type(typing));
      const [first = '', last] = said.filter((_, at) => [2, said.length - 1].includes(at));
      for (const lack of ['Members cannot pay in', 'Members receive nothing', 'Nobody answers members'])
        expect(first).toContain(lack);
      expect(last).toBe('Nothing is missing.');
      expect((await stat(production.terminalOf('Dao').tokenFile)).mode & 0o777).toBe(0o600);
    });

    await test.step('a member registers with the code that the SMS gateway sent, and signs in', async () => {
      await page.goto('/register');
      await enterPhone(page, who.phone);
      await expectStep(page, 'otp');
      await field(page, th['register.otp']).pressSequentially(await production.sandbox.codeFor(who.phone));
      await enterProfile(page, who);
      await fillBank(page, who);
      await submitRegistration(page);
      await expect(page.getByText(th['register.success'])).toBeVisible();
      await page.goto('/login');
      await enterCredentials(page, who);
      await expectMoney(page, { total: '฿0.00' });
    });

    await test.step('money that the member sends to the account that operators opened is credited', async () => {
      const { account, close } = await openDeposit(page, 'bank');
      await expect(account('123-456-7890')).toContainText('KRAPAO CO');
      await close();
      await production.sandbox.bankTransfer({
        ...{ fromBank: who.bankCode, fromAccount: who.accountNo, fromName: `${who.firstName} ${who.lastName}` },
        ...{ toBank: 'KBANK', toAccount: '1234567890', amount: 100 },
      });
      await expectMoney(page, { total: '฿100.00', main: '฿100.00' });
    });

    await test.step('the bonus that operators opened doubles it, and its condition is met by winning', async () => {
      await receiveBonus(page, 'NEW100', '100.00');
      await page.getByRole('navigation').getByRole('link', { name: th['menu.home'], exact: true }).click();
      await winAt(page, production, { stake: 100, win: 1_100 });
      await expectMoney(page, { total: '฿1,300.00' });
      const { entries } = await goToStatement(page);
      const met = filled(th['statement.finish.met'], { what: th['statement.link.bonus'] });
      await expectEntry(entries.first(), met, 'NEW100', th['state.success']);
      await page.goBack();
    });

    await test.step('the first withdrawal, of twelve times what was paid in, waits until an operator approves it, and is paid', async () => {
      const { goToReview, confirm, review } = await openWithdraw(page);
      await goToReview('1200');
      await confirm.click();
      await expect(review).toBeHidden();
      const open = page.getByRole('list', { name: th['withdraw.open'], exact: true }).getByRole('listitem');
      await lookAtMotion(page, () => expectEntry(open, th['withdraw.step.CHECKING']));
      const { sandbox } = production;
      await sandbox.nextPayout('silent');
      const { say, run } = production.terminalOf('Dao');
      const waiting = await say(['withdrawals', 'list']);
      expect(waiting).toMatch(/ 1,200\.00 BAHT {2}for .*: many times what was paid in$/);
      const [id = '', memberId = ''] = waiting.split('  ');
      expect(await run(['withdrawals', 'approve', memberId, id, '--why', 'read the rounds'])).toContain(
        'goes on by itself',
      );
      await expect.poll(() => sandbox.payouts()).toHaveLength(1);
      const [payout] = await sandbox.payouts();
      expect(payout).toMatchObject({ amount: 1_200, account: who.accountNo });
      await sandbox.decidePayout(payout?.reference ?? '', 'paid');
      await expect(open).toHaveCount(0);
      await expectMoney(page, { total: '฿100.00' });
      const { entries } = await goToStatement(page);
      const paid = filled(th['statement.withdraw'], { to: who.bankCode });
      await expectEntry(entries.filter({ hasText: paid }), '−1,200.00', th['state.success']);
    });

    await test.step('the books are right, nothing waits, and what the guide says of later is as true', async () => {
      const said: Record<string, string> = {};
      for (const typing of afterwards?.typings ?? []) said[typing.words.join(' ')] = await type(typing);
      expect(said).toMatchObject({
        'withdrawals list': 'No withdrawal waits for a decision.',
        'payments waiting': 'Nothing waits.',
        'audit check': expect.stringMatching(/^The audit log is whole/),
        'ledger check all': expect.stringMatching(/^The books are right/),
        'reconcile --why the first day': expect.stringMatching(/^There is no finding\./),
        'books funds': expect.stringContaining("held −1,100.00, owed 100.00, the service's own −1,200.00 BAHT"),
      });
    });
  },
);

async function receiveBonus(page: Page, code: string, amount: string): Promise<void> {
  await page.getByRole('link', { name: th['home.bonus'], exact: true }).click();
  await page
    .getByRole('listitem')
    .getByRole('button', { name: new RegExp(`^${code} `) })
    .click();
  const sheet = page.getByRole('dialog', { name: filled(th['bonus.name'], { code }), exact: true });
  await sheet.getByRole('button', { name: th['bonus.receive'], exact: true }).click();
  await expectToast(page, filled(th['bonus.received'], { code, amount: baht(amount) }));
}

/** Moves all that the member has to the game, plays a round by hand, and is dealt this one. */
async function winAt(page: Page, { sandbox }: Production, round: { stake: number; win: number }): Promise<void> {
  const sheet = await openSheet(page, 'PG');
  const username = await sheet.row(th['game.username']).innerText();
  await sheet.close();
  const transfer = await openTransfer(page);
  await transfer.send('wallet', 'pg', '200');
  await expectMoney(page, { games: '฿200.00' });
  const { play } = await openSheet(page, 'PG');
  const tab = await play();
  await gameTable(tab).play('100', 'Win');
  await sandbox.round('pg', username, round);
  await tab.close();
  await comeBackTo(page);
  await page.keyboard.press('Escape');
  await expect(sheet.dialog).toBeHidden();
}
