import type { Locator, Page } from '@playwright/test';
import { SHORT_FRESHNESS_MS } from '../world/doubts.ts';
import { baht, button, filled, type Texts, th } from './member.ts';
import { expect, type Member, type World } from './world.ts';

/** A game's card on home, in the row of its kind, by the name on it. */
export function gameCard(page: Page, name: string): Locator {
  return page
    .getByRole('button')
    .filter({ has: page.getByText(name, { exact: true }) })
    .filter({ hasText: new RegExp(`${th['home.viewData']}|${th['home.openAccount']}`) });
}

/** Opens the list of what moves or has ended, looks, and closes it. */
export async function lookAtMotion(page: Page, look: () => Promise<void>): Promise<void> {
  const name = th['motion.title'];
  await page.getByRole('region', { name, exact: true }).getByRole('button').click();
  const dialog = page.getByRole('dialog', { name, exact: true });
  await expect(dialog).toBeVisible();
  await look();
  await dialog.getByRole('button', { name: th['action.close'], exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Opens the only withdrawal that moves, where nothing else has ended, looks, and closes its sheet. */
export async function lookAtWithdrawal(page: Page, look: (sheet: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('region', { name: th['motion.title'], exact: true }).getByRole('button').click();
  const sheet = page.getByRole('dialog', { name: th['statement.type.withdraw'], exact: true });
  await expect(sheet.getByRole('list', { name: th['movement.steps'], exact: true })).toBeVisible();
  await look(sheet);
  await sheet.getByRole('button', { name: th['action.close'], exact: true }).click();
  await expect(sheet).toBeHidden();
}

/** Opens the sheet that says where the money is. */
export async function openPlaces(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(`${th['places.open']}$`) }).click();
  const dialog = page.getByRole('dialog', { name: th['places.title'], exact: true });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Asks to bring all money home, from the sheet that says where it is. */
export async function askToCollect(page: Page): Promise<void> {
  const places = await openPlaces(page);
  await places.getByRole('button', { name: new RegExp(`^${th['places.bringAll'].split(' {')[0]}`) }).click();
}

type Money = Partial<Record<'total' | 'main' | 'games' | 'inTransit' | 'withdrawing' | 'frozen', string>>;

/** Expects these amounts at the head of home, like `{ total: '฿1,000.00' }`. A place without money is not named there. */
export async function expectMoney(page: Page, { total, ...shares }: Money): Promise<void> {
  const balance = page.getByRole('region', { name: th['home.total'], exact: true });
  const labels = {
    main: th['home.mainWallet'],
    games: '.+',
    inTransit: th['home.inTransit'],
    withdrawing: th['home.withdrawing'],
    frozen: th['home.frozen'],
  };
  for (const [share, amount] of Object.entries(shares)) {
    const named = new RegExp(`^${labels[share as keyof typeof shares]} ${amount === '฿0.00' ? '' : amount}`);
    const part = balance.locator('span').filter({ hasText: named });
    await (amount === '฿0.00' && share !== 'games' ? expect(part).toHaveCount(0) : expect(part.first()).toBeAttached());
  }
  if (total) await expect(balance.getByRole('paragraph').filter({ hasText: /^฿/ })).toHaveText(total);
}

/** Expects a toast with this text; an older toast may have the same text. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
}

/** The toast of a transfer that is done: how much is in which place. */
export const expectMoved = (page: Page, amount: string, place: string) =>
  expectToast(page, filled(th['transfer.done'], { amount: baht(amount), place }));

/** As the look has them. */
export const COLOURS = { out: 'rgb(255, 122, 112)', gold: 'rgb(244, 192, 79)' };

/** The toast with this text, with its surface and its button. */
export const toastOf = (page: Page, text: string) =>
  page
    .getByLabel(th['state.notifications'], { exact: true })
    .locator('div')
    .filter({ has: page.locator('button'), hasText: text })
    .first();

/** Expects a toast with this text that is red as a whole, as those of failures are. */
export async function expectRedToast(page: Page, text: string): Promise<void> {
  await expectToast(page, text);
  await expect(toastOf(page, text)).toHaveCSS('background-color', COLOURS.out);
}

const toastsOf = (page: Page) => page.getByLabel(th['state.notifications'], { exact: true }).locator('> *');

/** Called before the page is opened. Returns the texts of all toasts since it was last asked, also of those that are gone. */
export async function watchToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((label) => {
    const seen = new Set<string>();
    Object.assign(window, { seenToasts: seen });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll(`[aria-label="${label}"] > *`)) seen.add(toast.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  }, th['state.notifications']);
  return () =>
    page.evaluate(() => {
      const { seenToasts } = window as unknown as { seenToasts: Set<string> };
      const texts = [...seenToasts];
      seenToasts.clear();
      return texts;
    });
}

/** The words on what is filled with gold, the colour of the next step. */
export const goldIn = (place: Locator) =>
  place
    .locator('*')
    .evaluateAll(
      (all, gold) =>
        all
          .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundImage.includes(gold))
          .map((one) => one.textContent),
      COLOURS.gold,
    );

/** The words on what is red, the colour of what is lost or failed. */
export const redIn = (place: Locator) =>
  place
    .locator('*')
    .evaluateAll(
      (all, red) =>
        all
          .filter(
            (one) =>
              one.checkVisibility() &&
              [getComputedStyle(one).backgroundColor, getComputedStyle(one).color].includes(red),
          )
          .map((one) => one.outerHTML),
      COLOURS.out,
    );

/** The words on what a toast lies over of this dialog: its title, fields and buttons. */
export async function coveredByToasts(page: Page, dialog: Locator): Promise<(string | null)[]> {
  const toasts = toastsOf(page);
  await expect(toasts.first()).toBeVisible();
  const boxes = await toasts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  return dialog.locator('h2, button, input, [role=tab], a').evaluateAll(
    (all, boxes) =>
      all
        .filter((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const meets = (box: DOMRect) => box.left < right && box.right > left && box.top < bottom && box.bottom > top;
          return one.checkVisibility() && boxes.some(meets);
        })
        .map((one) => one.textContent || one.getAttribute('aria-label') || one.outerHTML),
    boxes,
  );
}

/** Closes every toast, so that a later `expectToast` of the same text waits for a new toast. */
export async function dismissToasts(page: Page): Promise<void> {
  const toasts = page.getByLabel(th['state.notifications'], { exact: true });
  const close = toasts.locator(`button[aria-label="${th['action.close']}"]`);
  await close.evaluateAll((all) => {
    for (const one of all) (one as HTMLButtonElement).click();
  });
  await expect(close).toHaveCount(0);
}

/** Sends the event of a tab that becomes visible: a headless browser shows all tabs at once and sends none. */
export async function comeBackTo(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

/** Resolves when pages may ask the member's games again: not so soon after a movement, or after the last question. */
export async function untilGamesMayBeAsked(world: World, { id }: Member): Promise<void> {
  const sql = `select bool_and(coalesce(greatest(moved_at, last_request_at), '-infinity')
      < clock_timestamp() - $2 * interval '1 millisecond') as "mayBeAsked"
    from game_accounts where member_id = $1`;
  await expect.poll(async () => (await world.query(sql, [id, SHORT_FRESHNESS_MS]))[0]?.mayBeAsked).toBe(true);
}

/** Gives the page the product's time in every answer, also after the product's clock was moved. */
export async function followClock(page: Page, world: World): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const [clock] = await world.query('select app_now()::text as time');
    const date = new Date(String(clock?.time)).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
}

/** From the next page on, no timer reads the balance again: only the event under test does. */
export async function stopRegularReading(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setInterval;
    const startShort = (work: () => void, everyMs = 0) => (everyMs < 10_000 ? start(work, everyMs) : 0);
    Object.assign(window, { setInterval: startShort });
  });
}

export function gameSheet(page: Page, name: string, t: Texts = th) {
  const dialog = page.getByRole('dialog', { name, exact: true });
  const press = (label: string) => dialog.getByRole('button', { name: label, exact: true }).click();
  return {
    dialog,
    amount: dialog.getByLabel(t['game.amount'], { exact: true }),
    /** The value beside a label, such as the username. */
    row: (label: string) =>
      dialog.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]'),
    press,
    /** Shows the username and password of an account that was there before. */
    unfold: () => dialog.getByText(t['game.access'], { exact: true }).click(),
    /** Returns the tab that opens. */
    play: async (label: string = t['game.play']): Promise<Page> => {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), press(label)]);
      return tab;
    },
    close: async () => {
      await press(t['action.close']);
      await expect(dialog).toBeHidden();
    },
  };
}

export async function openSheet(page: Page, name: string) {
  await gameCard(page, name).click();
  const sheet = gameSheet(page, name);
  await expect(sheet.dialog).toBeVisible();
  return sheet;
}

export async function openTransfer(page: Page, t: Texts = th) {
  await button(page, t['home.transferShort']).click();
  const dialog = page.getByRole('dialog', { name: t['transfer.title'], exact: true });
  await expect(dialog).toBeVisible();
  const labelled = (label: string) => dialog.getByLabel(label, { exact: true });
  const named = (name: string) => dialog.getByRole('button', { name, exact: true });
  const form = {
    dialog,
    from: labelled(t['transfer.from']),
    to: labelled(t['transfer.to']),
    amount: labelled(t['transfer.amount']),
    swap: named(t['transfer.swap']),
    submit: named(t['transfer.submit']),
    pick: (text: string) => named(text).click(),
    /** `wallet` or a game's code. */
    send: async (from: string, to: string, amount: string) => {
      await form.from.selectOption(from);
      await form.to.selectOption(to);
      await form.amount.fill(amount);
      await form.submit.click();
    },
  };
  return form;
}

/** The sandbox's page of a game, in its tab or frame. */
export function gameTable(place: Pick<Page, 'getByRole' | 'getByText' | 'getByLabel' | 'locator'>) {
  const press = (name: string) => place.getByRole('button', { name, exact: true }).click();
  return {
    signedIn: (username: string) => expect(place.getByText(`Signed in as ${username}`)).toBeVisible(),
    has: (balance: string) => expect(place.locator('#balance')).toHaveText(balance),
    play: async (stake: '10' | '50' | '100', result: 'Win' | 'Lose' | 'Place a bet') => {
      await press(stake);
      await press(result);
      await expect(
        place.getByRole('status').filter({ hasText: /^(?:You (?:won|lost)|The bet is open)/ }),
      ).toBeVisible();
    },
    winOpenBet: () => place.getByRole('button', { name: /^Win bet \d+$/ }).click(),
  };
}
