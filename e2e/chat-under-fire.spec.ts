import type { Browser, Page } from '@playwright/test';
import { sized } from '../world/fire.ts';
import { startShakyHouse } from '../world/trouble.ts';
import { button, field, th } from './member.ts';
import { acceptAgreement, expect, test } from './world.ts';

const CUT_MS = sized(8_000, 30_000);
/** Longer than a page waits before it tries again, on a busy machine. */
const PATIENTLY = { timeout: 45_000 };

/** The customer or the operator. Their messages are numbered, and each side shows the messages of both. */
type Side = {
  page: Page;
  say: (words: string) => Promise<void>;
  /** The messages of both, as this side shows them. */
  shown: () => Promise<string[]>;
};

const NUMBERED = /^(?:customer|desk) \d+$/;

test('if a node, the network or the database breaks, every chat message appears once and in order on both sides', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  await using parts = new AsyncDisposableStack();
  const house = await startShakyHouse(parts);
  const customer = await openWidget(browser, house.url);
  const sent: string[] = [];
  const counts = { customer: 0, desk: 0 };
  const speak = async (side: Side, who: keyof typeof counts) => {
    const words = `${who} ${++counts[who]}`;
    sent.push(words);
    await side.say(words);
  };
  await speak(customer, 'customer');
  await expect.poll(customer.shown, PATIENTLY).toEqual(['customer 1']);
  const desk = await openDesk(browser, house.url);

  const bothSpeak = async () => {
    await speak(customer, 'customer');
    await speak(desk, 'desk');
  };
  const settled = async () => {
    for (const { shown } of [customer, desk])
      await expect.poll(async () => (await shown()).toSorted(), PATIENTLY).toEqual(sent.toSorted());
  };
  await bothSpeak();
  await settled();

  for (const which of [0, 1] as const) {
    await house.withoutNode(which, async () => {
      await bothSpeak();
      await settled();
    });
  }

  await house.withoutNetwork(CUT_MS, bothSpeak);
  await settled();

  await bothSpeak();
  await house.withoutDatabase(bothSpeak);
  await settled();

  const rows = await house.query("select message #>> '{payload,text}' as words from chat_entries order by position");
  const stored = rows.map(({ words }) => String(words)).filter((words) => NUMBERED.test(words));
  expect(stored.toSorted()).toEqual(sent.toSorted());
  for (const who of ['customer', 'desk'] as const) {
    const own = stored.filter((words) => words.startsWith(who));
    expect(own).toEqual(Array.from({ length: counts[who] }, (_, index) => `${who} ${index + 1}`));
  }
  for (const side of [customer, desk]) {
    await expect.poll(side.shown, PATIENTLY).toEqual(stored);
    await side.page.reload();
  }
  await chatButton(customer.page).click();
  for (const { shown } of [customer, desk]) {
    await expect.poll(shown, PATIENTLY).toContain(stored.at(-1));
    const seen = await shown();
    expect(seen).toEqual(stored.slice(-seen.length));
  }
});

/** The button's name also says how many messages are unread. */
const chatButton = (page: Page) => page.getByRole('button', { name: new RegExp(`^${th['chat.open']}`) });

async function openWidget(browser: Browser, url: string): Promise<Side> {
  const context = await browser.newContext({ locale: 'th-TH', viewport: { width: 390, height: 844 } });
  await acceptAgreement(context);
  const page = await context.newPage();
  await page.goto(`${url}/contact`);
  await chatButton(page).click();
  const log = page.getByRole('log', { name: th['chat.log'] });
  const box = page.getByPlaceholder(th['chat.input']);
  return {
    page,
    say: async (words) => {
      await box.fill(words);
      await box.press('Enter');
    },
    shown: async () => (await log.getByText(NUMBERED).allInnerTexts()).map((text) => text.trim()),
  };
}

async function openDesk(browser: Browser, url: string): Promise<Side> {
  const context = await browser.newContext({ locale: 'th-TH', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}/desk`);
  await field(page, th['desk.login.name']).fill('desk');
  await field(page, th['login.password']).fill('krapao-desk');
  await button(page, th['login.submit']).click();
  await page.getByRole('link').filter({ hasText: th['desk.state.bot'] }).click();
  const thread = page.getByRole('main').locator('ol');
  const box = page.getByRole('main').getByRole('textbox');
  return {
    page,
    say: async (words) => {
      await box.fill(words);
      await box.press('Enter');
    },
    shown: async () => (await thread.getByText(NUMBERED).allInnerTexts()).map((text) => text.trim()),
  };
}
