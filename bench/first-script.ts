import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Locator, type Page } from '@playwright/test';
import { build } from 'vite';
import { LOGIN, scriptBytesOf } from '../launch/bundle-budget.ts';
import { findChromium } from '../launch/chromium.ts';
import { ROOT } from '../launch/tool.ts';
import { buildWebIfStale, WEB_DIST } from '../launch/web-build.ts';
import { giveMoney, newMember } from '../world/people.ts';
import { th } from '../world/shown-texts.ts';
import { startWorld } from '../world/start-world.ts';
import { tell } from './figures.ts';
import { median } from './load.ts';

const ROUNDS = 7;
const SLOWDOWN = 4;
/** What a member takes to type a number and a password. */
const TYPING_MS = 5_000;
const BARE = join(ROOT, '.cache', 'bench-bare-react');
const BARE_SITE = 'https://bare.bench';
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' };

/** A cheap phone on a mobile network, as page tests commonly have it. */
const PHONE = { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 675_000 / 8, offline: false };

/**
 * The script of /login beside that of a bare React with a router and one form: its size, and its time on a slow phone;
 * and when such a phone has painted the largest part of /login, and of home for a member who comes from there.
 */
await using parts = new AsyncDisposableStack();
await buildWebIfStale();
// Before vite builds, which makes this process one of production.
const { url, db } = await startWorld(parts, { environment: { LOG_LEVEL: 'error', WEB_DIST } });
await build({
  root: join(ROOT, 'bench', 'bare-react'),
  logLevel: 'error',
  build: { outDir: BARE, emptyOutDir: true, manifest: true },
});
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath: await findChromium(), args });
parts.defer(() => browser.close());

const form = (page: Page) => page.locator('button[type=submit]:enabled').first();
const pages = { ours: `${url}/login`, bare: `${BARE_SITE}/` };
const scriptMs: Record<keyof typeof pages, number[]> = { ours: [], bare: [] };
for (let round = 0; round < ROUNDS; round++)
  for (const which of ['ours', 'bare'] as const) scriptMs[which].push(await bootOnce(pages[which]));

const { id, token } = await newMember(db, 'th');
await giveMoney(db, id, 1_000_00n);
const balance = (page: Page) => page.getByRole('region', { name: th['home.total'], exact: true });
const paintedMs: Record<'login' | 'home', number[]> = { login: [], home: [] };
for (let round = 0; round < ROUNDS; round++) {
  paintedMs.login.push(await largestPaint(pages.ours, form));
  paintedMs.home.push(await largestPaint(`${url}/user/home`, balance));
}

const bytes = {
  ours: await scriptBytesOf(WEB_DIST, LOGIN),
  bare: await scriptBytesOf(BARE, { chunks: ['index.html'] }),
};
const kb = (of: number) => `${(of / 1000).toFixed(1)} kB`;
const ms = (which: keyof typeof pages) => `${median(scriptMs[which]).toFixed(0)} ms`;
console.log(
  `/login ${kb(bytes.ours)}, ${ms('ours')} of script; bare React with router ${kb(bytes.bare)}, ${ms('bare')}`,
);
console.log(`${SLOWDOWN} times slowed down, middle of ${ROUNDS} rounds\n`);
tell({ name: '/login, script', value: bytes.ours / 1000, unit: 'kB', most: LOGIN.allowedKb });
tell({ name: '/login, size of the script ÷ bare React with router', value: bytes.ours / bytes.bare });
tell({
  name: '/login, time of the script ÷ bare React with router',
  value: median(scriptMs.ours) / median(scriptMs.bare),
});

tell({ name: '/login, largest paint on a phone', value: median(paintedMs.login) / 1000, unit: 's', most: 1.5 });
tell({ name: 'home, largest paint on a phone', value: median(paintedMs.home) / 1000, unit: 's', most: 1.4 });

/** When the largest part of the page was last painted before it could be used, by a member who is signed in. */
async function largestPaint(address: string, usable: (page: Page) => Locator): Promise<number> {
  await using context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'th-TH' });
  await context.addInitScript((given) => {
    localStorage.setItem('remember-agreement', 'accepted');
    if (location.pathname !== '/login') sessionStorage.setItem('token', given);
  }, token);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', PHONE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  if (address !== pages.ours) {
    await page.goto(pages.ours);
    await form(page).waitFor();
    await page.locator('input').first().fill('0812345678');
    await delay(TYPING_MS);
  }
  await page.goto(address);
  await usable(page).waitFor();
  return await page.evaluate(
    () =>
      new Promise<number>((settle) => {
        const seen = (list: PerformanceObserverEntryList) => settle(list.getEntries().at(-1)?.startTime ?? Number.NaN);
        new PerformanceObserver(seen).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}

/** The time that a new page's script has taken when its form can be sent. */
async function bootOnce(address: string): Promise<number> {
  await using context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.route(`${BARE_SITE}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = pathname === '/' ? 'index.html' : pathname.slice(1);
    await route.fulfill({ contentType: TYPES[extname(file)] ?? 'text/plain', body: await readFile(join(BARE, file)) });
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.goto(address);
  await form(page).waitFor();
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
}
