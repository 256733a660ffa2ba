import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../launch/chromium.ts';
import { buildWebIfStale, WEB_DIST } from '../launch/web-build.ts';
import { DEMO_MEMBER, DEMO_PASSWORD, DEMO_PHONE } from '../server/src/demo/seed.ts';
import type { Sandbox } from '../world/sandbox-controls.ts';
import { th } from '../world/shown-texts.ts';
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

/** The product with its demo member signed in on a phone. All of it goes with the parts. */
export async function setStage(parts: AsyncDisposableStack): Promise<Stage> {
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
  await context.addInitScript(() => localStorage.setItem('remember-agreement', 'accepted'));
  const page = await context.newPage();
  await signIn(page);
  // Loads the pictures of the bonuses now, so that no film waits for them.
  await page.goto('/user/bonus');
  await page.waitForLoadState('networkidle');
  return stageOn(page, sandbox);
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(th['login.phone'], { exact: true }).fill(DEMO_PHONE);
  await page.getByLabel(th['login.password'], { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: th['login.submit'], exact: true }).tap();
  await page.waitForURL('/user/home');
}

function stageOn(page: Page, sandbox: Sandbox): Stage {
  let codeId = '';
  page.on('response', async (response) => {
    const isNewCode = response.request().method() === 'POST' && response.url().includes('/api/qrcode/');
    if (isNewCode) codeId = ((await response.json()) as { qrcodeId: string }).qrcodeId;
  });
  return {
    page,
    hand: handOn(page),
    payCode: async () => void (await sandbox.pay(codeId)),
    playRound: (game, round) => sandbox.round(game, `kp${DEMO_MEMBER.toLowerCase()}`, round),
  };
}
