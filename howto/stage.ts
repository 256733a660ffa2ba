import { chromium, type Page } from '@playwright/test';
import type { Locale } from '../contract/src/editions.ts';
import { findChromium } from '../launch/chromium.ts';
import { buildWebIfStale, WEB_DIST } from '../launch/web-build.ts';
import { DEMO_MEMBER, DEMO_PASSWORD, DEMO_PHONE } from '../server/src/demo/seed.ts';
import type { Sandbox } from '../world/sandbox-controls.ts';
import { en, la, type Texts, th } from '../world/shown-texts.ts';
import { startWorld } from '../world/start-world.ts';
import { SCREEN, SHARPNESS } from './camera.ts';
import type { Stage } from './film.ts';
import { addRing, handOn } from './hand.ts';

const PHONE = {
  viewport: SCREEN,
  deviceScaleFactor: SHARPNESS,
  isMobile: true,
  hasTouch: true,
  locale: 'th-TH',
  timezoneId: 'Asia/Bangkok',
};

const TEXTS: Record<Locale, Texts> = { th, la, en };

/** The product with its demo member signed in on a phone, in this language. All of it goes with the parts. */
export async function setStage(parts: AsyncDisposableStack, locale: Locale): Promise<Stage> {
  await buildWebIfStale();
  const { url, sandbox } = await startWorld(parts, { environment: { WEB_DIST, LOG_LEVEL: 'warn' } });
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [`--force-device-scale-factor=${SHARPNESS}`, ...(isRoot ? ['--no-sandbox'] : [])],
  });
  parts.defer(() => browser.close());
  const context = await browser.newContext({ ...PHONE, baseURL: url });
  await addRing(context);
  await context.addInitScript((chosen) => {
    localStorage.setItem('remember-agreement', 'accepted');
    localStorage.setItem('locale', chosen);
  }, locale);
  const page = await context.newPage();
  const t = TEXTS[locale];
  await signIn(page, t);
  // Loads the pictures of the bonuses now, so that no film waits for them.
  await page.goto('/user/bonus');
  await page.waitForLoadState('networkidle');
  return stageOn(page, t, sandbox);
}

async function signIn(page: Page, t: Texts): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(t['login.phone'], { exact: true }).fill(DEMO_PHONE);
  await page.getByLabel(t['login.password'], { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: t['login.submit'], exact: true }).tap();
  await page.waitForURL('/user/home');
}

function stageOn(page: Page, t: Texts, sandbox: Sandbox): Stage {
  let codeId = '';
  page.on('response', async (response) => {
    const isNewCode = response.request().method() === 'POST' && response.url().includes('/api/qrcode/');
    if (isNewCode) codeId = ((await response.json()) as { qrcodeId: string }).qrcodeId;
  });
  return {
    page,
    t,
    hand: handOn(page),
    payCode: async () => void (await sandbox.pay(codeId)),
    playRound: (game, round) => sandbox.round(game, `kp${DEMO_MEMBER.toLowerCase()}`, round),
  };
}
