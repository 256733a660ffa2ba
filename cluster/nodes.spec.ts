import { expect } from '@playwright/test';
import { problemsOf } from '../server/src/ledger/sealed-days.ts';
import { openDatabase } from '../server/src/platform/database.ts';
import { trialBalance } from '../server/src/reconciliation/books.queries.ts';
import { movementsUnderWay } from './agreement.ts';
import type { Process } from './cluster.ts';
import { whileFrozen } from './frozen.ts';
import { until } from './programs.ts';
import { MEMBERS, test } from './scene.ts';

/** So many calls are cut off, at least. */
const CUT_OFF = 5;
const PATIENTLY = { timeout: 90_000 };
const FROZEN_MS = 60_000;
/** The proxy gives up a node that hangs, and the next node answers. */
const ANOTHER_NODE_ANSWERS_WITHIN_MS = 10_000;
const IMAGE = {
  name: 'a.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

test('the page comes over HTTP/2', async ({ scene: { home } }) => {
  const protocol = await home.page.evaluate(
    () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).nextHopProtocol,
  );
  expect(protocol).toBe('h2');
});

test('what reports ask is answered by a replica', async ({ scene: { cluster, db } }) => {
  const replica = openDatabase(cluster.addresses.replicaUrl, 1);
  try {
    expect((await replica.query('select pg_is_in_recovery() as is_following')).rows).toEqual([{ is_following: true }]);
    await expect.poll(() => problemsOf(replica, null), PATIENTLY).toEqual([]);
    await expect.poll(() => trialBalance(replica), PATIENTLY).toEqual(await trialBalance(db));
  } finally {
    await replica.end();
  }
});

test('while nodes and workers are restarted one by one, no request fails twice', async ({ scene }) => {
  const { cluster, chat, withstand, startAgain } = scene;
  const { wishes } = await withstand('all restarted, one by one', async (answered) => {
    for (const process of [...cluster.nodes, ...cluster.workers]) {
      await process.stop();
      await chat.bothSpeak();
      await startAgain(process);
      await answered(MEMBERS / 4);
    }
  });
  expect(wishes.filter(({ tries }) => tries.length > 2)).toEqual([]);
});

test('if a node and a worker are killed, every wish is answered and every movement is final', async ({ scene }) => {
  const { cluster, db, chat, withstand, startAgain } = scene;
  const [, node] = cluster.nodes as [Process, Process];
  const [worker] = cluster.workers as [Process];
  await withstand('a node and a worker killed', async (answered) => {
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
});

test('if a node freezes, others answer in its place', async ({ scene: { cluster, chat, withstand } }) => {
  const [, node] = cluster.nodes as [Process, Process];
  const frozen = async (answered: (count: number) => Promise<void>) => {
    const enough = new Promise((over) => setTimeout(over, FROZEN_MS));
    await chat.bothSpeak();
    await answered(MEMBERS);
    await enough;
  };
  await withstand(
    'a node frozen',
    (answered) => whileFrozen([node.pid()], () => frozen(answered)),
    ANOTHER_NODE_ANSWERS_WITHIN_MS,
  );
});

test('while the storage is silent money moves, and an upload is refused until the storage is back', async ({
  scene,
}) => {
  const { cluster, chat, withstand } = scene;
  const upload = () =>
    chat.customer.page.request.post(`${cluster.url}/api/chat/upload-image`, {
      headers: { 'x-api-key': 'member-web' },
      multipart: { file: IMAGE },
      ignoreHTTPSErrors: true,
    });
  const { wishes } = await withstand('the storage silent', (answered) =>
    whileFrozen([cluster.storage.pid()], async () => {
      expect((await upload()).status()).toBe(503);
      await answered(MEMBERS / 2);
      await chat.bothSpeak();
      await chat.settled();
    }),
  );
  expect(wishes.filter(({ tries }) => tries.length > 1)).toEqual([]);
  const { filePath } = (await (await upload()).json()) as { filePath: string };
  for (const { url } of cluster.nodes) expect((await fetch(url + filePath)).status).toBe(200);
});
