import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../../launch/ports.ts';
import { atTheEnd } from '../../test/at-the-end.ts';
import { cloneDatabase, newMember, startProduct } from '../../test/harness.ts';
import { openDatabase } from './database.ts';

const database = await cloneDatabase();
const product = await startProduct(database);

/** Takes connections as a PostgreSQL that was stopped in the middle of its work. */
async function silentServer(): Promise<string> {
  const connections = new Set<Socket>();
  const server = createServer((connection) => connections.add(connection)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTheEnd(async () => {
    for (const connection of connections) connection.destroy();
    server.close();
  });
  return `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/nothing`;
}

async function get(path: string, headers: Record<string, string> = {}, on: { url: string } = product) {
  const response = await fetch(on.url + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('health', () => {
  test.each(['/healthz', '/readyz'])('%s answers ok without a key', async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  });

  test('without a database the process is alive and not ready', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/nothing';
    const cutOff = await startProduct({ url, db: openDatabase(url, 1) });
    expect(await get('/healthz', {}, cutOff)).toMatchObject({ status: 200 });
    const notReady = await get('/readyz', {}, cutOff);
    expect(notReady).toMatchObject({ status: 503, text: JSON.stringify({ message: 'SERVICE_UNAVAILABLE' }) });
    expect(notReady.headers.get('retry-after')).toBe('5');
  });

  test('of a database that says nothing any more, a probe still tells at once: not ready', async () => {
    const silent = await silentServer();
    const product = await startProduct({ url: silent, db: openDatabase(silent, 1) });
    const answers = async () => {
      const began = performance.now();
      const { status } = await get('/readyz', {}, product);
      return { status, isAtOnce: performance.now() - began < 2_000 };
    };
    expect(await answers()).toEqual({ status: 200, isAtOnce: true });
    // Long before the driver gives up its connection.
    await expect.poll(answers, { timeout: 8_000, interval: 100 }).toEqual({ status: 503, isAtOnce: true });
  });
});

describe('metrics', () => {
  test('beside them a worker, which serves nothing else, says whether it is well', async () => {
    const port = await freePort();
    await startProduct(database, { METRICS_PORT: String(port), ROLE: 'worker' });
    const own = { url: `http://127.0.0.1:${port}` };
    expect(await get('/healthz', {}, own)).toMatchObject({ status: 200 });
    expect(await get('/readyz', {}, own)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  });

  test('are told at a port of their own: a histogram of answers by route and never by address', async () => {
    const port = await freePort();
    const watched = await startProduct(database, { METRICS_PORT: String(port) });
    const { token } = await newMember(watched);
    await watched.call('GET /api/wallet', { token });
    await get('/nothing/secret-in-a-path?password=secret-in-a-query', {}, watched);
    const metrics = await get('/metrics', {}, { url: `http://127.0.0.1:${port}` });
    expect(metrics.status).toBe(200);
    expect(metrics.headers.get('content-type')).toContain('text/plain');
    expect(metrics.text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/wallet",status="200"} 1',
    );
    expect(metrics.text).toContain('process_cpu_user_seconds_total');
    for (const secret of [token, 'secret-in-a-path', 'secret-in-a-query']) expect(metrics.text).not.toContain(secret);
    expect((await get('/api/wallet', { 'x-api-key': 'member-web' }, { url: `http://127.0.0.1:${port}` })).status).toBe(
      404,
    );
  });

  test('are not at the port of the service, however a proxy of this machine asks for them', async () => {
    const behindProxy = await startProduct(database, { TRUST_PROXY: '127.0.0.1' });
    for (const on of [product, behindProxy])
      for (const headers of [
        {},
        { 'x-forwarded-for': '127.0.0.1' },
        { forwarded: 'for=127.0.0.1' },
        { 'x-real-ip': '::1' },
      ])
        for (const path of ['/metrics', '/metrics/', '/Metrics', '//metrics'])
          expect(await get(path, headers as Record<string, string>, on)).toMatchObject({
            status: 404,
            text: JSON.stringify({ message: 'NO_DATA' }),
          });
  });
});
