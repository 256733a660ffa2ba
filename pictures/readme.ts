import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Edition, Locale } from '../contract/src/editions.ts';
import { findChromium } from '../launch/chromium.ts';
import { onStopRequest } from '../launch/stop-request.ts';
import { ROOT } from '../launch/tool.ts';
import { buildWebIfStale, WEB_DIST } from '../launch/web-build.ts';
import { DEMO_PASSWORD, DEMO_PHONE } from '../server/src/demo/seed.ts';
import type { Sandbox } from '../world/sandbox-controls.ts';
import { la, th } from '../world/shown-texts.ts';
import { startWorld } from '../world/start-world.ts';

const PLACE = join(ROOT, 'docs', 'pictures');
const PHONE = { width: 400, height: 866 };
const DESKTOP = { width: 1280, height: 800 };
const named = (name: string) => ({ name, exact: true });

/** Takes the pictures of the README anew, from the product with its demo member. */
async function takeAll(): Promise<void> {
  await using parts = new AsyncDisposableStack();
  onStopRequest(() => void parts.disposeAsync().then(() => process.exit(1)));
  await buildWebIfStale();
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({ executablePath: await findChromium(), args: isRoot ? ['--no-sandbox'] : [] });
  parts.defer(() => browser.close());
  const open = async (edition: Edition, locale: Locale) => {
    const environment = { WEB_DIST, LOG_LEVEL: 'warn', EDITION: edition };
    const { url, sandbox } = await startWorld(parts, { environment });
    return { page: await pageOf(browser, url, locale), sandbox };
  };
  const { page, sandbox } = await open('th', 'th');
  await takeMembers(page, sandbox);
  await takeRegistering((await open('la', 'la')).page);
}

async function pageOf(browser: Browser, baseURL: string, locale: Locale): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: PHONE,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    reducedMotion: 'reduce',
  });
  await context.addInitScript((chosen) => {
    localStorage.setItem('remember-agreement', 'accepted');
    localStorage.setItem('locale', chosen);
  }, locale);
  return context.newPage();
}

const launcher = (page: Page) =>
  page.getByTitle(th['chat.open'], { exact: true }).or(page.getByTitle(la['chat.open'], { exact: true }));

/** Nothing in the picture is hovered, focused or covered by a toast. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await launcher(page).waitFor();
  await page.mouse.move(0, 0);
  const toasts = page.getByLabel(th['state.notifications'], { exact: true }).locator('button');
  await toasts.first().waitFor({ state: 'hidden' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await page.screenshot({ path: join(PLACE, `${name}.png`) });
  console.log(`✓ ${name}`);
}

async function takeMembers(page: Page, sandbox: Sandbox): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(th['login.phone'], { exact: true }).fill(DEMO_PHONE);
  await page.getByLabel(th['login.password'], { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', named(th['login.submit'])).click();
  await page.waitForURL('/user/home');
  const deposit = page.getByRole('button', named(th['home.deposit']));
  await deposit.waitFor();
  await take(page, 'home-phone');
  await page.setViewportSize(DESKTOP);
  await page.reload();
  await deposit.waitFor();
  await take(page, 'home-desktop');
  await page.setViewportSize(PHONE);
  await page.reload();

  const sheet = page.getByRole('dialog');
  await page.getByRole('button').filter({ hasText: /^PG/ }).first().click();
  await sheet.getByRole('button', named(th['game.play'])).waitFor();
  await take(page, 'game-phone');
  await sheet.getByRole('button', named(th['action.close'])).click();
  await sheet.waitFor({ state: 'hidden' });

  await sandbox.nextPayout('refused');
  for (const [path, body] of MOVEMENTS) await post(page, path, body);
  await deposit.click();
  await sheet.getByRole('button', named('500')).click();
  const made = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/api/qrcode/'),
  );
  await sheet.getByRole('button', named(th['deposit.qr.create'])).click();
  await sheet.getByRole('timer').waitFor();
  await take(page, 'deposit-phone');
  await sandbox.pay(((await (await made).json()) as { qrcodeId: string }).qrcodeId);
  await sheet.getByText(th['deposit.arrived.title'], { exact: true }).waitFor();

  await page.goto('/user/statement');
  await page.getByRole('listitem').first().waitFor();
  await take(page, 'statement-phone');
  await page.goto('/user/spin');
  await page.locator('canvas').waitFor();
  await take(page, 'spin-phone');
  await takeChat(page);

  await page.goto('/user/bonus');
  await page.getByRole('button', { name: /^DAILY20 / }).click();
  await sheet.getByRole('button', named(th['bonus.receive'])).click();
  await page.getByRole('progressbar').waitFor();
  await take(page, 'bonus-phone');
}

/** What the statement shows below the deposit. */
const MOVEMENTS = [
  ['/api/wallet/withdraw', { amount: 700 }],
  ['/api/wallet/withdraw', { amount: 1500 }],
  ['/api/wallet/transfer', { from: 'wallet', to: 'joker', amount: 300 }],
  ['/api/wallet/transfer', { from: 'pg', to: 'wallet', amount: 250 }],
] as const;

/** A call of the signed-in member. */
async function post(page: Page, path: string, body: object): Promise<void> {
  const status = await page.evaluate(
    async (call) => {
      const token = sessionStorage.getItem('token') ?? localStorage.getItem('token');
      const headers = {
        'content-type': 'application/json',
        'x-api-key': 'member-web',
        'idempotency-key': crypto.randomUUID(),
        authorization: `Bearer ${token}`,
      };
      return (await fetch(call.path, { method: 'POST', headers, body: JSON.stringify(call.body) })).status;
    },
    { path, body },
  );
  if (status >= 300) throw new Error(`${path} answered ${status}.`);
}

async function takeChat(page: Page): Promise<void> {
  await page.getByRole('button', named(th['chat.open'])).click();
  const chat = page.getByRole('dialog');
  for (const words of ['เงินฝากถึงไหนแล้ว', 'วิธีฝาก']) {
    await chat.getByRole('textbox').fill(words);
    await chat.getByRole('textbox').press('Enter');
    await chat.getByText(words, { exact: true }).first().waitFor();
    await chat.getByRole('log').getByRole('button').last().waitFor();
  }
  await take(page, 'chat-phone');
}

/** The last step of registering in Laos, filled in. */
async function takeRegistering(page: Page): Promise<void> {
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  const next = () => page.getByRole('button', named(la['action.next'])).click();
  await page.goto('/register');
  await fill(la['register.phone'], '2055512345');
  await next();
  await fill(la['register.name'], 'ສົມໄຊ ໃຈດີ');
  await fill(la['register.password'], 'a long password');
  await fill(la['register.confirm'], 'a long password');
  await next();
  await page.getByLabel(la['register.bank'], { exact: true }).selectOption('BCEL');
  await fill(la['register.accountNo'], '010120001234567');
  await fill(la['register.firstName'], 'SOMXAI');
  await fill(la['register.lastName'], 'CHAIDEE');
  await take(page, 'register-phone');
}

await takeAll();
