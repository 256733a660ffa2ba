import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../launch/chromium.ts';
import { startOwnDatabase } from '../launch/database.ts';
import { freePort } from '../launch/ports.ts';
import { startService } from '../launch/service.ts';
import { ROOT } from '../launch/tool.ts';
import { buildWebIfStale, WEB_DIST } from '../launch/web-build.ts';
import { DEMO_MEMBER, DEMO_PASSWORD, DEMO_PHONE } from '../server/src/demo/seed.ts';
import th from '../web/src/i18n/th.json' with { type: 'json' };
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

type Product = { url: string; sandboxUrl: string };

/** The product with its demo member signed in on a phone. Disposing of `parts` stops everything. */
export async function setStage(parts: AsyncDisposableStack): Promise<Stage> {
  const product = await startProduct(parts);
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [`--force-device-scale-factor=${SHARPNESS}`, ...(isRoot ? ['--no-sandbox'] : [])],
  });
  parts.defer(() => browser.close());
  const context = await browser.newContext({ ...PHONE, baseURL: product.url });
  await addRing(context);
  await context.addInitScript(() => localStorage.setItem('remember-agreement', 'accepted'));
  const page = await context.newPage();
  await signIn(page);
  // Loads the pictures of the bonuses now, so that no film waits for them.
  await page.goto('/user/bonus');
  await page.waitForLoadState('networkidle');
  return stageOn(page, product);
}

/** Starts a new product as `npm start` does, on data of its own. */
async function startProduct(parts: AsyncDisposableStack): Promise<Product> {
  await buildWebIfStale();
  const folder = await mkdtemp(join(tmpdir(), 'krapao-howto-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const database = await startOwnDatabase(folder, () => {});
  parts.defer(database.stop);
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const [url, sandboxUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${sandboxPort}`];
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_URL: sandboxUrl,
    PRODUCT_URL: url,
    WEB_DIST,
    LOG_LEVEL: 'warn',
  };
  for (const main of ['sandbox/src/main.ts', 'server/src/main.ts']) {
    const service = startService({ args: [main], cwd: ROOT, env });
    parts.defer(service.stop);
    await Promise.race([service.ready, service.ended.then((why) => Promise.reject(new Error(`${main}: ${why}`)))]);
  }
  return { url, sandboxUrl };
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(th['login.phone'], { exact: true }).fill(DEMO_PHONE);
  await page.getByLabel(th['login.password'], { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: th['login.submit'], exact: true }).tap();
  await page.waitForURL('/user/home');
}

function stageOn(page: Page, { sandboxUrl }: Product): Stage {
  const control = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${sandboxUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  let codeId = '';
  page.on('response', async (response) => {
    const isNewCode = response.request().method() === 'POST' && response.url().includes('/api/qrcode/');
    if (isNewCode) codeId = ((await response.json()) as { qrcodeId: string }).qrcodeId;
  });
  return {
    page,
    hand: handOn(page),
    payCode: () => control(`/pay/${codeId}`, {}),
    playRound: (game, round) => control(`/games/${game}/players/kp${DEMO_MEMBER.toLowerCase()}/rounds`, round),
  };
}
