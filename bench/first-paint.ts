import { chromium } from '@playwright/test';
import { findChromium } from '../launch/chromium.ts';
import { buildWebIfStale, WEB_DIST } from '../launch/web-build.ts';
import { newMember } from '../world/people.ts';
import { startWorld } from '../world/start-world.ts';
import { tell } from './figures.ts';
import { median } from './load.ts';

const ROUNDS = 5;
/** As much longer than /login a member's page may take until something is seen. */
const MOST_TIMES_LOGIN = 1.2;

const NETWORKS = {
  '1.6 Mbit/s, 150 ms': { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 675_000 / 8 },
  '400 kbit/s, 400 ms': { latency: 400, downloadThroughput: 409_600 / 8, uploadThroughput: 409_600 / 8 },
} as const;
const LOGIN = '/login';
const MEMBERS_PAGES = ['/user/home', '/user/statement', '/user/profile'] as const;

type Network = (typeof NETWORKS)[keyof typeof NETWORKS];

/** When a page paints its first words or pictures on a slow network: pages of members beside /login, in turns. */
await using parts = new AsyncDisposableStack();
await buildWebIfStale();
const { url, db } = await startWorld(parts, { environment: { LOG_LEVEL: 'error', WEB_DIST } });
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath: await findChromium(), args });
parts.defer(() => browser.close());
const { token } = await newMember(db, 'th');

console.log(`first contentful paint, middle of ${ROUNDS} rounds\n`);
for (const [network, conditions] of Object.entries(NETWORKS)) {
  const times = new Map<string, number[]>([LOGIN, ...MEMBERS_PAGES].map((path) => [path, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [path, all] of times) all.push(await firstPaint(path, conditions));
  const msOf = (path: string) => median(times.get(path) ?? []);
  tell({ name: `${LOGIN}, first paint, ${network}`, value: msOf(LOGIN) / 1000, unit: 's' });
  for (const path of MEMBERS_PAGES) {
    tell({ name: `${path}, first paint, ${network}`, value: msOf(path) / 1000, unit: 's' });
    tell({
      name: `${path}, first paint ÷ that of ${LOGIN}, ${network}`,
      value: msOf(path) / msOf(LOGIN),
      most: MOST_TIMES_LOGIN,
    });
  }
}

/** Of a browser that has nothing of the product yet; on a member's page the member is signed in. */
async function firstPaint(path: string, network: Network): Promise<number> {
  await using context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'th-TH' });
  if (path !== LOGIN) await context.addInitScript((given) => localStorage.setItem('token', given), token);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await page.goto(url + path, { waitUntil: 'commit' });
  return await page.evaluate(
    () =>
      new Promise<number>((settle) => {
        const seen = (list: PerformanceObserverEntryList) => {
          const first = list.getEntriesByName('first-contentful-paint')[0];
          if (first) settle(first.startTime);
        };
        new PerformanceObserver(seen).observe({ type: 'paint', buffered: true });
      }),
  );
}
