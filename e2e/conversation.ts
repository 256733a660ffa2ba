import type { Browser, Page } from '@playwright/test';
import { button, field, th } from './member.ts';
import { acceptAgreement } from './world.ts';

/** The customer or the operator. Their messages are numbered, and each side shows the messages of both. */
export type Side = {
  page: Page;
  say: (words: string) => Promise<void>;
  /** The messages of both, as this side shows them. */
  shown: () => Promise<string[]>;
};

export const NUMBERED = /^(?:customer|desk) \d+$/;

/** The button's name also says how many messages are unread. */
export const chatButton = (page: Page) => page.getByRole('button', { name: new RegExp(`^${th['chat.open']}`) });

/** A certificate that nobody signed is taken: the cluster's own. */
const OPEN = { locale: 'th-TH', ignoreHTTPSErrors: true };

export async function openWidget(browser: Browser, url: string): Promise<Side> {
  const context = await browser.newContext({ ...OPEN, viewport: { width: 390, height: 844 } });
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

export async function openDesk(browser: Browser, url: string): Promise<Side> {
  const context = await browser.newContext({ ...OPEN, viewport: { width: 1440, height: 900 } });
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
