import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { findChromium } from '../launch/chromium.ts';
import { ROOT } from '../launch/tool.ts';
import { tell } from './figures.ts';
import type { Frames } from './wheel/spinning.tsx';

const OTHER = 'spin-wheel@5.0.2';
const ROUNDS = 7;
const SLOWDOWN = 4;
const MOST_FRAME_MS = 16.7;
const CACHE = join(ROOT, '.cache', 'bench-wheel');
const SITE = 'https://wheel.bench';
/** Without these headers a page's clock has steps of a tenth of a millisecond. */
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' };

/** Our wheel and a well-known one, the same prizes on both, spun in turns by a slow phone's processor. */
await using parts = new AsyncDisposableStack();
await makePage();
const executablePath = await findChromium();
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath, args });
parts.defer(() => browser.close());
const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
await context.route(`${SITE}/**`, async (route) => {
  const { pathname } = new URL(route.request().url());
  const file = pathname === '/' ? 'index.html' : pathname.slice(1);
  const contentType = TYPES[extname(file)] ?? 'text/plain';
  await route.fulfill({ contentType, headers: ISOLATED, body: await readFile(join(CACHE, 'site', file)) });
});

type Spin = Frames & { cpuMs: number };
const spins: Record<'ours' | 'other', Spin[]> = { ours: [], other: [] };
for (let round = 0; round < ROUNDS; round++)
  for (const which of ['ours', 'other'] as const) spins[which].push(await spinOnce(browser, context, which, round));

const figures = {
  'frame apart, p50 ms': ({ gaps }: Spin) => at(gaps, 0.5),
  'frame apart, p95 ms': ({ gaps }: Spin) => at(gaps, 0.95),
  'script and paint, p50 ms': ({ costs }: Spin) => at(costs, 0.5),
  'script and paint, p95 ms': ({ costs }: Spin) => at(costs, 0.95),
  'all processes, ms a frame': ({ cpuMs, gaps }: Spin) => cpuMs / gaps.length,
};
/** The median spin: other work of the machine slows only a few spins. */
const ofMiddleSpin = (which: Spin[], of: (spin: Spin) => number) => at(which.map(of), 0.5);
console.log(`${ROUNDS} spins each, ${SLOWDOWN} times slowed down, the figures of the spin in the middle\n`);
console.log(`${''.padEnd(26)}    ours   ${OTHER}   ours / other`);
for (const [name, of] of Object.entries(figures)) {
  const [ours, other] = [ofMiddleSpin(spins.ours, of), ofMiddleSpin(spins.other, of)];
  const cells = [ours.toFixed(2).padStart(8), other.toFixed(2).padStart(19), (ours / other).toFixed(2).padStart(15)];
  console.log(name.padEnd(26) + cells.join(''));
}
const frame = ofMiddleSpin(spins.ours, figures['frame apart, p95 ms']);
const otherFrame = ofMiddleSpin(spins.other, figures['frame apart, p95 ms']);
console.log('');
tell({ name: 'wheel, p95 of a frame', value: Number(frame.toFixed(1)), unit: 'ms', most: MOST_FRAME_MS });
tell({ name: `wheel, p95 of a frame ÷ ${OTHER}`, value: frame / otherFrame });

/** Spins on a new page, so that the wheel before does not slow this one. */
async function spinOnce(on: Browser, place: BrowserContext, which: string, slice: number): Promise<Spin> {
  const page = await place.newPage();
  await page.goto(`${SITE}/#${which}`);
  await page.waitForFunction('window.measure && document.querySelector("canvas")');
  const session = await place.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await measure(page, slice + 1);
  const before = await cpuMsOf(on);
  const frames = await measure(page, slice);
  const cpuMs = (await cpuMsOf(on)) - before;
  await page.close();
  return { ...frames, cpuMs };
}

function measure(page: Page, slice: number): Promise<Frames> {
  return page.evaluate(`window.measure(${slice})`);
}

/** The CPU time that all processes of the browser, with the compositor, have spent so far. */
async function cpuMsOf(on: Browser): Promise<number> {
  const session = await on.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
}

/** The page with our wheel in it, and the other wheel beside it, fetched once. */
async function makePage(): Promise<void> {
  const outDir = join(CACHE, 'site');
  await build({ root: join(ROOT, 'bench', 'wheel'), logLevel: 'error', build: { outDir, emptyOutDir: true } });
  const packed = join(CACHE, `${OTHER.replace('@', '-')}.tgz`);
  await mkdir(CACHE, { recursive: true });
  const isThere = await readFile(packed).catch(() => null);
  if (!isThere) execFileSync('npm', ['pack', OTHER, '--silent'], { cwd: CACHE, shell: process.platform === 'win32' });
  execFileSync('tar', ['-xzf', packed, '-C', CACHE, 'package/dist/spin-wheel-esm.js']);
  await copyFile(join(CACHE, 'package', 'dist', 'spin-wheel-esm.js'), join(outDir, 'spin-wheel.js'));
}

function at(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
