import type { Page } from '@playwright/test';
import { expectToast, gameCard, gameTable, openSheet } from './home.ts';
import { enter, filled, th } from './member.ts';
import { type Credentials, expect, test, type World } from './world.ts';

const HIDDEN = '••••••••';
const PASSWORD = /^[a-z2-9]{12}$/;

const clipboardOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Whether the provider lets somebody in who types this into its form. */
const canSignIn = (world: World, code: string, { username, password }: Credentials): Promise<boolean> =>
  world.signIn(code, { username, password });

test.describe('the account of a game', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('is opened from its card, again after a failure, hides and copies its password, and gets a new one when the member confirms', async ({
    page,
    world,
  }) => {
    const member = await world.newMember();
    const old = await world.openAccount(member, 'joker');
    await enter(page, world, member);

    await test.step('it is opened from its card, hides its password until asked, and can be copied', async () => {
      await expect(gameCard(page, 'SlotXO')).toHaveAccessibleName(
        `SlotXO ${th['home.noAccount']} ${th['home.openAccount']}`,
      );
      const sheet = await openSheet(page, 'SlotXO');
      const username = `kp${member.id.toLowerCase()}`;
      const shownPassword = sheet.row(th['game.password']);
      await expect(sheet.row(th['game.username'])).toHaveText(username);
      await expect(shownPassword).toHaveText(HIDDEN);
      await sheet.press(th['login.showPassword']);
      await expect(shownPassword).toHaveText(PASSWORD);
      const password = await shownPassword.innerText();
      await sheet.press(th['login.hidePassword']);
      await expect(shownPassword).toHaveText(HIDDEN);

      await sheet.press(th['game.copyUsername']);
      await expectToast(page, filled(th['action.copied'], { text: username }));
      expect(await clipboardOf(page)).toBe(username);
      await sheet.press(th['game.copyPassword']);
      await expectToast(page, th['game.passwordCopied']);
      expect(await clipboardOf(page)).toBe(password);
      await expect(page.getByText(password)).toHaveCount(0);
      expect(await canSignIn(world, 'slotxo', { username, password })).toBe(true);

      await sheet.close();
      await expect(gameCard(page, 'SlotXO')).toHaveAccessibleName(
        new RegExp(`^SlotXO ฿0\\.00 .*${th['home.viewData']}$`),
      );
    });

    await test.step('if the provider does not open it, the sheet says why, and trying again opens it', async () => {
      await world.fault({ target: 'games/betflix', mode: 'refuse', call: 'create', times: 1 });
      const { dialog, press, row, close } = await openSheet(page, 'Betflix');
      await expect(dialog.getByRole('alert')).toContainText(th['error.GAME_ACTIVATION_FAIL']);
      // This time the provider opens the account, but its answer is lost.
      await world.fault({ target: 'games/betflix', mode: 'timeout-after', call: 'create', times: 1 });
      await press(th['action.retry']);
      await expect(dialog.getByRole('alert')).toContainText(th['error.SLOT_ACTIVATE_FAIL']);
      await press(th['action.retry']);
      await expect(row(th['game.username'])).toBeVisible();
      await expect(dialog.getByRole('alert')).toBeHidden();
      await close();
      await expect(gameCard(page, 'Betflix')).toContainText(th['home.viewData']);
    });

    await test.step('it gets a new password once the member confirms, and the old one is no longer valid', async () => {
      const sheet = await openSheet(page, 'Joker');
      const shownPassword = sheet.row(th['game.password']);
      const question = page.getByRole('alertdialog', { name: th['game.reset'], exact: true });
      const answer = async (label: string) => {
        await sheet.press(th['game.reset']);
        await expect(question).toContainText(filled(th['game.resetQuestion'], { name: 'Joker' }));
        await question.getByRole('button', { name: label, exact: true }).click();
        await expect(question).toBeHidden();
      };
      await sheet.unfold();
      await sheet.press(th['login.showPassword']);
      await answer(th['action.cancel']);
      await expect(shownPassword).toHaveText(old.password);
      await world.fault({ target: 'games/joker', mode: 'refuse', call: 'reset-password', times: 1 });
      await answer(th['action.confirm']);
      await expectToast(page, th['error.SLOT_RESET_PASSWORD_FAIL']);
      await expect(shownPassword).toHaveText(old.password);

      await answer(th['action.confirm']);
      await expectToast(page, th['game.resetDone']);
      await expect(shownPassword).not.toHaveText(old.password);
      await expect(shownPassword).toHaveText(PASSWORD);
      expect(await canSignIn(world, 'joker', old)).toBe(false);
      expect(await canSignIn(world, 'joker', { ...old, password: await shownPassword.innerText() })).toBe(true);
    });
  });
});

/** Every address of a provider that any tab requests. */
function watchProviders(page: Page, world: World): string[] {
  const addresses: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().startsWith(world.sandboxUrl)) addresses.push(request.url());
  });
  return addresses;
}

const WAYS_IN = [
  { name: 'PG', code: 'pg', way: 'by a link' },
  { name: 'PG Slot', code: 'pgslot', way: 'by a link for which the password is asked' },
  { name: 'Joker', code: 'joker', way: 'by a form' },
  { name: 'UFABET', code: 'ufabet', way: 'by a form with state' },
];

test('a game offers its apps and is played in a tab of its own, by a link, a form or a fixed address, and no address holds the password', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  const accounts = new Map<string, Credentials>();
  for (const code of [...WAYS_IN.map((way) => way.code), 'yeekee', 'joker2'])
    accounts.set(code, await world.openAccount(member, code));
  const accountOf = (code: string) => accounts.get(code) as Credentials;
  await enter(page, world, member);
  const addresses = watchProviders(page, world);
  const historyOf = (tab: Page) => tab.evaluate(() => window.history.length);
  const lengthBefore = await historyOf(page);

  await test.step('its apps are offered where there are any', async () => {
    const appsOf = async (name: string) => {
      const sheet = await openSheet(page, name);
      await expect(sheet.amount).toBeVisible();
      const links = sheet.dialog.getByRole('link');
      const found = await links.evaluateAll((all) =>
        all.map((link) => [link.textContent, (link as HTMLAnchorElement).href, (link as HTMLAnchorElement).rel]),
      );
      await sheet.close();
      return found;
    };
    const app = (label: string, path: string) => [label, `${world.sandboxUrl}/games/${path}`, 'noopener noreferrer'];
    expect(await appsOf('PG')).toEqual([app(th['game.android'], 'pg/android'), app(th['game.ios'], 'pg/ios')]);
    expect(await appsOf('Joker 2')).toEqual([app(th['game.android'], 'joker2/android')]);
    expect(await appsOf('UFABET')).toEqual([]);
  });

  await test.step('a game without an address is listed, and is played in its app with the credentials of the sheet', async () => {
    await page.route('**/api/wallet', async (route) => {
      const response = await route.fetch();
      const wallet = await response.json();
      for (const slot of wallet.slots) if (slot.code === 'joker') slot.web = null;
      await route.fulfill({ response, json: wallet });
    });
    await page.reload();
    await expect(gameCard(page, 'Joker')).toContainText(th['home.viewData']);
    const { dialog, amount, row, close } = await openSheet(page, 'Joker');
    await expect(row(th['game.username'])).toContainText(accountOf('joker').username);
    await expect(dialog.getByRole('link')).toHaveText([th['game.android'], th['game.ios']]);
    await expect(dialog.getByRole('button', { name: th['game.play'], exact: true })).toHaveCount(0);
    await expect(amount).toHaveCount(0);
    await close();
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
  });

  for (const { name, code, way } of WAYS_IN) {
    await test.step(`it is entered ${way}`, async () => {
      const { username, password } = accountOf(code);
      const sheet = await openSheet(page, name);
      const tab = await sheet.play();
      await gameTable(tab).signedIn(username);
      await expect(tab.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
      expect(await tab.evaluate(() => window.opener)).toBeNull();
      expect(tab.url()).toContain(`${world.sandboxUrl}/games/${code}/play?`);
      expect(await historyOf(tab)).toBe(1);
      expect(addresses.filter((address) => address.includes(password))).toEqual([]);
      const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(stored).not.toContain(password);
      await tab.close();
      await sheet.close();
    });
  }

  await test.step('at a fixed address the member signs in with the credentials of the sheet', async () => {
    const { username, password } = accountOf('yeekee');
    const sheet = await openSheet(page, 'Yeekee');
    const tab = await sheet.play();
    await expect(tab.getByRole('form', { name: 'Sign in to play' })).toBeVisible();
    expect(tab.url()).toBe(`${world.sandboxUrl}/games/yeekee/`);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.getByLabel('Username').fill(username);
    await tab.getByLabel('Password').fill(password);
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
    await gameTable(tab).signedIn(username);
    expect(addresses.filter((address) => address.includes(password))).toEqual([]);
    await tab.close();
    await sheet.close();
  });
  await expect(page).toHaveURL('/user/home');
  // The sheet's own entry, which all dialogs share.
  expect(await historyOf(page)).toBe(lengthBefore + 1);

  await test.step('the tab is closed again when the provider does not let the member in', async () => {
    const sheet = await openSheet(page, 'PG');
    await world.fault({ target: 'games/pg', mode: 'refuse', call: 'launch', times: 1 });
    const refused = await sheet.play();
    const problem = page.getByRole('alertdialog', { name: th['state.error'], exact: true });
    await expect(problem).toContainText(th['error.SLOT_ACTIVATE_FAIL']);
    await expect.poll(() => refused.isClosed()).toBe(true);
    await problem.getByRole('button', { name: th['action.ok'], exact: true }).click();
    await expect(problem).toBeHidden();
    const tab = await sheet.play();
    await gameTable(tab).signedIn(accountOf('pg').username);
    await tab.close();
    await sheet.close();
  });

  await test.step('if the browser blocks the tab, a second click opens it', async () => {
    await page.evaluate(() => {
      window.open = () => null;
    });
    for (const { name, code, role } of [
      { name: 'PG', code: 'pg', role: 'link' },
      { name: 'Joker', code: 'joker', role: 'button' },
    ] as const) {
      const { username, password } = accountOf(code);
      const sheet = await openSheet(page, name);
      await sheet.press(th['game.play']);
      const blocked = page.getByRole('alertdialog', { name: th['game.blocked.title'], exact: true });
      await expect(blocked).toContainText(th['game.blocked.text']);
      const open = blocked.getByRole(role, { name: th['game.open'], exact: true });
      const [tab] = await Promise.all([page.context().waitForEvent('page'), open.click()]);
      await gameTable(tab).signedIn(username);
      expect(await tab.evaluate(() => window.opener)).toBeNull();
      expect(tab.url()).not.toContain(password);
      await expect(blocked).toBeHidden();
      await tab.close();
      await sheet.close();
    }
  });
});
