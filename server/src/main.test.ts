import { afterAll, expect, test } from 'vitest';
import { environmentOf } from '../../launch/environment.ts';
import { freePort } from '../../launch/ports.ts';
import { SERVER, SERVICE_ENDED_WELL, startService } from '../../launch/service.ts';
import { startBucket } from '../../world/bucket.ts';
import { IN_FULL } from '../../world/tier.ts';
import { BY_ITSELF, cloneDatabase, dataDir } from '../test/harness.ts';

const database = await cloneDatabase();

/** A node in a process of its own, and what it says. */
async function startNode(environment: Record<string, string>) {
  const port = await freePort();
  const places = environmentOf({ databaseUrl: database.url, dataDir: await dataDir(), port });
  let output = '';
  const service = startService({
    args: [SERVER],
    env: { ...places, HOST: '127.0.0.1', LOG_LEVEL: 'fatal', RECONCILE_NIGHTLY: 'off', ...environment },
    onOutput: (text) => {
      output += text;
    },
  });
  afterAll(service.kill);
  const status = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-api-key': 'member-web' } })).status;
  return { ...service, status, output: () => output };
}

test('a node answers calls after the first request to stop, and exits after the second request', IN_FULL, async () => {
  const node = await startNode({ DRAIN_MS: '600000' });
  await node.ready;
  expect(await node.status('/readyz')).toBe(200);
  process.kill(node.pid ?? 0, 'SIGTERM');
  await expect.poll(() => node.status('/readyz'), BY_ITSELF).toBe(404);
  expect(await node.status('/api/wallet')).toBe(401);
  expect(await node.status('/healthz')).toBe(200);
  process.kill(node.pid ?? 0, 'SIGTERM');
  expect(await node.ended).toBe(SERVICE_ENDED_WELL);
});

test('a node exits after one request to stop, once its drain time has passed', IN_FULL, async () => {
  const node = await startNode({ DRAIN_MS: '300' });
  await node.ready;
  process.kill(node.pid ?? 0, 'SIGTERM');
  expect(await node.ended).toBe(SERVICE_ENDED_WELL);
});

test('a node that sees other files than the first one says so and does not start', IN_FULL, async () => {
  const [ofAll, another] = [await startBucket(), await startBucket()];
  afterAll(() => Promise.all([ofAll.stop(), another.stop()]));
  for (const _ of ['the first', 'the second']) await (await startNode(ofAll.env)).ready;
  const stranger = await startNode(another.env);
  expect(await stranger.ended).toBe('exit code 1');
  expect(stranger.output()).toMatch(/^This node does not see the files of the others/);
});
