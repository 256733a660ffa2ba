import { type Browser, expect, type Page, test } from '@playwright/test';
import { openDesk, openWidget, type Side } from '../e2e/conversation.ts';
import { expectMoney } from '../e2e/home.ts';
import { acceptAgreement } from '../e2e/world.ts';
import { freePort } from '../launch/ports.ts';
import { problemsOf } from '../server/src/ledger/sealed-days.ts';
import { type Database, openDatabase } from '../server/src/platform/database.ts';
import { trialBalance } from '../server/src/reconciliation/books.queries.ts';
import { ONE_ADDRESS } from '../world/one-address.ts';
import { disagreements, forgotten, movementsUnderWay } from './agreement.ts';
import { type Cluster, type Process, startCluster } from './cluster.ts';
import { type Crowd, gatherCrowd, type Player, type Wish } from './crowd.ts';
import type { DatabaseServer } from './database-servers.ts';
import { until } from './programs.ts';

const MEMBERS = Number(process.env.CROWD || 200);
const BACK_WITHIN_MS = 30_000;
const FINAL_WITHIN_MS = 60_000;
/** So many calls or commits are cut off, at least. */
const CUT_OFF = 5;
const PATIENTLY = { timeout: 90_000 };
const ENVIRONMENT = { ...ONE_ADDRESS, PROVIDER_LATE_MS: '10000', S3_TIMEOUT_MS: '2000', LOG_LEVEL: 'fatal' };
const IMAGE = {
  name: 'a.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

test.describe.configure({ mode: 'serial', timeout: 600_000 });

const parts = new AsyncDisposableStack();
let cluster: Cluster;
let db: Database;
let crowd: Crowd;
let chat: Conversation;
let home: { page: Page; player: Player };

test.beforeAll(async ({ browser }) => {
  test.setTimeout(600_000);
  const ports = { port: await freePort(), sandboxPort: await freePort() };
  cluster = await startCluster(parts, { ...ports, environment: ENVIRONMENT, tell: console.log });
  db = openDatabase(cluster.addresses.url, 4);
  parts.defer(() => db.end());
  crowd = await gatherCrowd(cluster, db, MEMBERS);
  chat = await converse(browser);
  home = { page: await openHome(browser, crowd.players[0] as Player), player: crowd.players[0] as Player };
});
test.afterAll(() => parts.disposeAsync());

test('the page comes over HTTP/2', async () => {
  const protocol = await home.page.evaluate(
    () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).nextHopProtocol,
  );
  expect(protocol).toBe('h2');
});

test('what reports ask is answered by a replica', async () => {
  const replica = openDatabase(cluster.addresses.replicaUrl, 1);
  parts.defer(() => replica.end());
  expect((await replica.query('select pg_is_in_recovery() as is_following')).rows).toEqual([{ is_following: true }]);
  await expect.poll(() => problemsOf(replica, null), PATIENTLY).toEqual([]);
  await expect.poll(() => trialBalance(replica), PATIENTLY).toEqual(await trialBalance(db));
});

test('while nodes and workers are restarted one by one, no request fails twice', async () => {
  const { wishes } = await crowd.moveWhile(async (answered) => {
    for (const process of [...cluster.nodes, ...cluster.workers]) {
      await process.stop();
      await chat.bothSpeak();
      await startAgain(process);
      await answered(MEMBERS / 4);
    }
  });
  tell('restarting all, one by one', wishes);
  expect(wishes.filter(({ tries }) => tries.length > 2)).toEqual([]);
  await expectCalm(wishes);
});

test('if a node and a worker are killed, every wish is answered and every movement is final', async () => {
  const [, node] = cluster.nodes as [Process, Process];
  const [worker] = cluster.workers as [Process];
  const { wishes } = await crowd.moveWhile(async (answered) => {
    // Its calls are under way for two seconds, so that some are when the node dies.
    await cluster.sandbox.fault({ target: 'games/pg', mode: 'slow', times: MEMBERS });
    await until('movements are under way', async () => (await movementsUnderWay(db)) >= CUT_OFF);
    await Promise.all([node.kill(), worker.kill()]);
    await cluster.sandbox.fault({ target: 'games/pg', mode: 'ok' });
    await chat.bothSpeak();
    await answered(MEMBERS);
    await chat.settled();
    await Promise.all([startAgain(node), startAgain(worker)]);
  });
  tell('a node and a worker killed', wishes);
  await expectCalm(wishes);
});

test('if the primary and its Patroni are killed, nothing that was told is lost and money moves within 30 s', async () => {
  const [primary] = await cluster.databases.inRole('leader');
  if (!primary) throw new Error('there is no primary');
  const { result: killedAt, wishes } = await crowd.moveWhile(async (answered) => {
    // Some money moves without an answer.
    await cluster.sandbox.fault({ target: 'games/joker', mode: 'timeout-after', times: CUT_OFF });
    await answered(MEMBERS / 2);
    const at = await killWhileCommitsWait(primary);
    await chat.bothSpeak();
    await answered(MEMBERS * 2);
    await chat.settled();
    return at;
  });
  const moved = wishes.filter(({ beganAt, movement }) => beganAt > killedAt && movement?.status === 'SUCCESS');
  const backAfter = Math.min(...moved.map(({ endedAt }) => endedAt)) - killedAt;
  tell(`the primary killed, money moved again after ${(backAfter / 1000).toFixed(1)} s`, wishes);
  await expectCalm(wishes);
  expect(backAfter).toBeLessThan(BACK_WITHIN_MS);

  await primary.start();
  await expect.poll(async () => (await cluster.databases.inRole('leader'))[0]?.name).not.toBe(primary.name);
  const isFollowing = async () => (await cluster.databases.following()).includes(primary.name);
  await until('the server that was killed follows again', isFollowing);
});

test('while the storage is silent money moves, and an upload is refused until the storage is back', async () => {
  const upload = () =>
    chat.customer.page.request.post(`${cluster.url}/api/chat/upload-image`, {
      headers: { 'x-api-key': 'member-web' },
      multipart: { file: IMAGE },
      ignoreHTTPSErrors: true,
    });
  const { wishes } = await crowd.moveWhile(async (answered) => {
    process.kill(cluster.storage.pid(), 'SIGSTOP');
    try {
      expect((await upload()).status()).toBe(503);
      await answered(MEMBERS / 2);
      await chat.bothSpeak();
      await chat.settled();
    } finally {
      process.kill(cluster.storage.pid(), 'SIGCONT');
    }
  });
  tell('the storage silent', wishes);
  expect(wishes.filter(({ tries }) => tries.length > 1)).toEqual([]);
  const { filePath } = (await (await upload()).json()) as { filePath: string };
  for (const { url } of cluster.nodes) expect((await fetch(url + filePath)).status).toBe(200);
  await expectCalm(wishes);
});

test('if the second server falls behind, the third one takes its place and every wish is answered', async () => {
  const [second] = await cluster.databases.inRole('sync_standby');
  if (!second) throw new Error('there is no second server');
  const { wishes } = await crowd.moveWhile(async (answered) => {
    const receivers = await second.processes('walreceiver');
    expect(receivers).not.toEqual([]);
    for (const pid of receivers) process.kill(pid, 'SIGSTOP');
    try {
      const isReplaced = async () =>
        (await cluster.databases.inRole('sync_standby')).some(({ name }) => name !== second.name);
      await until('another server is the second', isReplaced);
      await answered(MEMBERS / 2);
      await chat.bothSpeak();
      await chat.settled();
    } finally {
      for (const pid of receivers) process.kill(pid, 'SIGCONT');
    }
  });
  tell('the second server silent', wishes);
  await expectCalm(wishes);
});

/** The primary dies with commits that no other server has, and that nobody was told of. Answers when that was. */
async function killWhileCommitsWait(primary: DatabaseServer): Promise<number> {
  const others = cluster.databases.servers.filter(({ name }) => name !== primary.name);
  const receivers = (await Promise.all(others.map(({ processes }) => processes('walreceiver')))).flat();
  const superuser = openDatabase(primary.url, 1);
  for (const pid of receivers) process.kill(pid, 'SIGSTOP');
  try {
    const waiting = `select from pg_stat_activity where wait_event = 'SyncRep'`;
    await until('commits wait', async () => ((await superuser.query(waiting)).rowCount ?? 0) >= CUT_OFF);
    await primary.kill();
    return Date.now();
  } finally {
    for (const pid of receivers) process.kill(pid, 'SIGCONT');
    await superuser.end();
  }
}

/** A node serves when the proxy says so; a worker when it is ready. */
async function startAgain(process: Process): Promise<void> {
  await process.start();
  if (cluster.nodes.includes(process)) await until(`the proxy knows ${process.name}`, () => cluster.isServing(process));
}

/** Nothing moves any more: what members were told is so, the books agree, and open pages show it. */
async function expectCalm(wishes: Wish[]): Promise<void> {
  await expect.poll(() => movementsUnderWay(db), { timeout: FINAL_WITHIN_MS }).toBe(0n);
  expect(await forgotten(db, wishes)).toEqual([]);
  expect(await disagreements(db, cluster.sandbox, crowd.players)).toEqual([]);
  await chat.settled();
  await expectHomeIsTold();
}

/** The page hears of a movement without asking, whichever node it is connected to by now. */
async function expectHomeIsTold(): Promise<void> {
  const { rows } = await db.query(`select balance from ledger_accounts where member_id = $1 and name = 'main'`, [
    home.player.id,
  ]);
  const [row] = rows as { balance: bigint }[];
  const [from, to] = (row?.balance ?? 0n) > 100n ? ['wallet', 'pg'] : ['pg', 'wallet'];
  await crowd.wish(home.player, { method: 'POST', path: '/api/wallet/transfer', body: { from, to, amount: 1 } });
  const left = Number((row?.balance ?? 0n) + (from === 'wallet' ? -100n : 100n)) / 100;
  const shown = left.toLocaleString('en', { minimumFractionDigits: 2 });
  await expectMoney(home.page, { main: `฿${shown}` });
}

function tell(what: string, wishes: Wish[]): void {
  const again = wishes.filter(({ tries }) => tries.length > 1);
  const statuses = Map.groupBy(
    wishes.flatMap(({ tries }) => tries),
    (status) => status,
  );
  const counts = [...statuses].map(([status, all]) => `${status || 'cut off'}: ${all.length}`).join(', ');
  const longest = Math.max(...wishes.map(({ beganAt, endedAt }) => endedAt - beganAt)) / 1000;
  console.log(
    `${what}: ${wishes.length} wishes (${counts}), ${again.length} tried again, the longest ${longest.toFixed(1)} s`,
  );
}

async function openHome(browser: Browser, { token }: Player): Promise<Page> {
  const context = await browser.newContext({
    locale: 'th-TH',
    viewport: { width: 390, height: 844 },
    ignoreHTTPSErrors: true,
  });
  await acceptAgreement(context);
  const page = await context.newPage();
  await page.addInitScript((given) => sessionStorage.setItem('token', given), token);
  await page.goto(`${cluster.url}/user/home`);
  return page;
}

type Conversation = { customer: Side; bothSpeak: () => Promise<void>; settled: () => Promise<void> };

/** A customer and an operator, whose numbered messages appear once on both sides. */
async function converse(browser: Browser): Promise<Conversation> {
  const sent: string[] = [];
  const counts = { customer: 0, desk: 0 };
  const speak = async (side: Side, name: keyof typeof counts) => {
    const words = `${name} ${++counts[name]}`;
    sent.push(words);
    await side.say(words);
  };
  const customer = await openWidget(browser, cluster.url);
  await speak(customer, 'customer');
  await expect.poll(customer.shown, PATIENTLY).toEqual(['customer 1']);
  const desk = await openDesk(browser, cluster.url);
  return {
    customer,
    bothSpeak: async () => {
      await speak(customer, 'customer');
      await speak(desk, 'desk');
    },
    settled: async () => {
      for (const { shown } of [customer, desk])
        await expect.poll(async () => (await shown()).toSorted(), PATIENTLY).toEqual(sent.toSorted());
    },
  };
}
