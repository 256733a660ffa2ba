import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { expectMoney } from '../e2e/home.ts';
import { acceptAgreement } from '../e2e/world.ts';
import { freePort } from '../launch/ports.ts';
import { standsStill } from '../server/src/fence/commits.queries.ts';
import { type Database, openDatabase } from '../server/src/platform/database.ts';
import { ONE_ADDRESS } from '../world/one-address.ts';
import { disagreements, forgotten, movementsUnderWay } from './agreement.ts';
import { type Cluster, type Process, startCluster } from './cluster.ts';
import { type Conversation, converse } from './conversation.ts';
import { type Crowd, gatherCrowd, type Player, type Wish } from './crowd.ts';
import type { DatabaseServer } from './patroni.ts';
import { until } from './programs.ts';
import { lost, twoPrimaries, watchCommits } from './watcher.ts';

export const MEMBERS = Number(process.env.CROWD || 200);
/** The longest that a member waits for an answer, whatever breaks. */
const ANSWERED_WITHIN_MS = 35_000;
const FINAL_WITHIN_MS = 60_000;
const ENVIRONMENT = { ...ONE_ADDRESS, PROVIDER_LATE_MS: '10000', S3_TIMEOUT_MS: '2000', LOG_LEVEL: 'fatal' };

/** Waits until so many more wishes of members are answered. */
type Answered = (count: number) => Promise<void>;
type Withstood<T> = { result: T; wishes: Wish[] };

export type Scene = {
  cluster: Cluster;
  db: Database;
  crowd: Crowd;
  chat: Conversation;
  home: { page: Page; player: Player };
  /**
   * All members move money while `work` breaks something. Then nothing that they were told is forgotten, none was told
   * of an error of ours or had no answer for long, and never did two servers commit at a time.
   */
  withstand: <T>(what: string, work: (answered: Answered) => Promise<T>, withinMs?: number) => Promise<Withstood<T>>;
  /** The primary, the one that has every commit, and the third. */
  roles: () => Promise<[DatabaseServer, DatabaseServer, DatabaseServer]>;
  startAgain: (process: Process) => Promise<void>;
};

/** One cluster for all tests of a run; a new one after a test that failed. */
export const test = base.extend<object, { scene: Scene }>({
  scene: [
    async ({ browser }, use) => {
      const parts = new AsyncDisposableStack();
      try {
        await use(await setScene(parts, browser));
      } finally {
        await parts.disposeAsync();
      }
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

async function setScene(parts: AsyncDisposableStack, browser: Browser): Promise<Scene> {
  const ports = { port: await freePort(), sandboxPort: await freePort() };
  const cluster = await startCluster(parts, { ...ports, environment: ENVIRONMENT, tell: console.log });
  const db = openDatabase(cluster.addresses.url, 4);
  parts.defer(() => db.end());
  const crowd = await gatherCrowd(cluster, db, MEMBERS);
  const chat = await converse(browser, cluster.url);
  const [player] = crowd.players as [Player];
  const home = { page: await openHome(browser, cluster.url, player), player };
  const stage = { cluster, db, crowd, chat, home };
  return {
    ...stage,
    withstand: (what, work, withinMs = ANSWERED_WITHIN_MS) => withstand(stage, what, work, withinMs),
    roles: async () => {
      const inRoles = await Promise.all(['leader', 'sync_standby', 'replica'].map(cluster.databases.inRole));
      return inRoles.flat() as [DatabaseServer, DatabaseServer, DatabaseServer];
    },
    startAgain: (process) => startAgain(cluster, process),
  };
}

type Stage = Pick<Scene, 'cluster' | 'db' | 'crowd' | 'chat' | 'home'>;

async function withstand<T>(
  stage: Stage,
  what: string,
  work: (answered: Answered) => Promise<T>,
  withinMs: number,
): Promise<Withstood<T>> {
  const { cluster, crowd } = stage;
  await until('everything is whole', () => isWhole(cluster));
  const watcher = await watchCommits(cluster.databases);
  const withstood = await crowd.moveWhile(work).catch(async (error: unknown) => {
    await watcher.stop();
    throw error;
  });
  await untilWholeAgain(cluster);
  const acknowledged = await watcher.stop();
  const { wishes } = withstood;
  tell(what, wishes);
  expect
    .soft(
      wishes.filter(({ tries, later }) => [...tries, ...later].includes(500)).map(inWords),
      'told of an error of ours',
    )
    .toEqual([]);
  const waited = wishes.filter(({ beganAt, endedAt }) => endedAt - beganAt > withinMs);
  expect.soft(waited.map(inWords), `waited longer than ${withinMs / 1000} s`).toEqual([]);
  expect.soft(twoPrimaries(acknowledged), 'two primaries').toEqual([]);
  expect.soft(await lost(cluster.databases, acknowledged), 'acknowledged and gone').toEqual([]);
  await expectCalm(stage, wishes);
  return withstood;
}

async function untilWholeAgain(cluster: Cluster): Promise<void> {
  await until('everything is whole again', () => isWhole(cluster)).catch(async (error: Error) => {
    throw new Error(`${error.message}\n${await cluster.databases.lastWords()}`);
  });
}

/** As it was before anything broke: servers follow the primary, and the proxy knows every node. */
async function isWhole({ databases, nodes, isServing }: Cluster): Promise<boolean> {
  const following = await databases.following();
  const [leaders, seconds] = await Promise.all(['leader', 'sync_standby'].map(databases.inRole));
  if (following.length !== databases.servers.length - 1 || leaders?.length !== 1 || seconds?.length !== 1) return false;
  return (await Promise.all(nodes.map(isServing))).every(Boolean);
}

/** A node serves when the proxy says so; a worker when it is ready. */
async function startAgain({ nodes, isServing }: Cluster, process: Process): Promise<void> {
  await process.start();
  if (nodes.includes(process)) await until(`the proxy knows ${process.name}`, () => isServing(process));
}

/** Nothing moves any more: what members were told is so, the books agree, and open pages show it. */
async function expectCalm({ cluster, db, crowd, chat, home }: Stage, wishes: Wish[]): Promise<void> {
  await expect.poll(() => movementsUnderWay(db), { timeout: FINAL_WITHIN_MS }).toBe(0n);
  expect(await standsStill(db), 'money stands still').toBe(false);
  expect(await forgotten(db, wishes)).toEqual([]);
  expect(await disagreements(db, cluster.sandbox, crowd.players)).toEqual([]);
  await chat.settled();
  await expectHomeIsTold({ db, crowd, home });
}

/** The page hears of a movement without asking, whichever node it is connected to by now. */
async function expectHomeIsTold({ db, crowd, home: { page, player } }: Pick<Stage, 'db' | 'crowd' | 'home'>) {
  const asked = `select balance from ledger_accounts where member_id = $1 and name = 'main'`;
  const [row] = (await db.query<{ balance: bigint }>(asked, [player.id])).rows;
  const balance = row?.balance ?? 0n;
  const [from, to] = balance > 100n ? ['wallet', 'pg'] : ['pg', 'wallet'];
  await crowd.wish(player, { method: 'POST', path: '/api/wallet/transfer', body: { from, to, amount: 1 } });
  const left = Number(balance + (from === 'wallet' ? -100n : 100n)) / 100;
  const shown = left.toLocaleString('en', { minimumFractionDigits: 2 });
  await expectMoney(page, { main: `฿${shown}` });
}

const secondsOf = ({ beganAt, endedAt }: Wish) => ((endedAt - beganAt) / 1000).toFixed(1);
const inWords = (wish: Wish) => `${wish.path}: ${secondsOf(wish)} s (${wish.tries.join(', ')})`;

function tell(what: string, wishes: Wish[]): void {
  const again = wishes.filter(({ tries }) => tries.length > 1);
  const statuses = Map.groupBy(
    wishes.flatMap(({ tries }) => tries),
    (status) => status,
  );
  const counts = [...statuses].map(([status, all]) => `${status || 'cut off'}: ${all.length}`).join(', ');
  const longest = Math.max(...wishes.map(secondsOf).map(Number));
  console.log(
    `${what}: ${wishes.length} wishes (${counts}), ${again.length} tried again, the longest ${longest.toFixed(1)} s`,
  );
}

async function openHome(browser: Browser, url: string, { token }: Player): Promise<Page> {
  const context = await browser.newContext({
    locale: 'th-TH',
    viewport: { width: 390, height: 844 },
    ignoreHTTPSErrors: true,
  });
  await acceptAgreement(context);
  const page = await context.newPage();
  await page.addInitScript((given) => sessionStorage.setItem('token', given), token);
  await page.goto(`${url}/user/home`);
  return page;
}
