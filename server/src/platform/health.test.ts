import { describe, expect, test } from 'vitest';
import { cloneDatabase, newMember, startProduct } from '../../test/harness.ts';
import { openDatabase } from './database.ts';

const database = await cloneDatabase();
const product = await startProduct(database);

async function get(path: string, headers: Record<string, string> = {}, on = product) {
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
});

describe('metrics', () => {
  test('are told to this machine: a histogram of answers by route and never by address', async () => {
    const { token } = await newMember(product);
    await product.call('GET /api/wallet', { token });
    await get('/nothing/secret-in-a-path?password=secret-in-a-query');
    const metrics = await get('/metrics');
    expect(metrics.status).toBe(200);
    expect(metrics.headers.get('content-type')).toContain('text/plain');
    expect(metrics.text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/wallet",status="200"} 1',
    );
    expect(metrics.text).toContain('process_cpu_user_seconds_total');
    for (const secret of [token, 'secret-in-a-path', 'secret-in-a-query']) expect(metrics.text).not.toContain(secret);
  });

  test('are refused to a request that a proxy forwarded, whatever it claims', async () => {
    const behindProxy = await startProduct(database, { TRUST_PROXY: '127.0.0.1' });
    for (const on of [product, behindProxy])
      for (const address of ['127.0.0.1', '203.0.113.1', ''])
        expect(await get('/metrics', { 'x-forwarded-for': address }, on)).toMatchObject({
          status: 404,
          text: JSON.stringify({ message: 'NO_DATA' }),
        });
  });

  test('are refused to other machines but those of METRICS_NETWORK', async () => {
    const watched = await startProduct(database, { METRICS_NETWORK: '10.1.0.0/16, 192.0.2.7, 2001:db8::/32' });
    // A socket of this machine cannot come from another address, so these requests are injected.
    const from = async (remoteAddress: string, { app } = watched) =>
      (await app.inject({ url: '/metrics', remoteAddress })).statusCode;
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8::1', '127.0.0.1', '::1'])
      expect([address, await from(address)]).toEqual([address, 200]);
    for (const address of ['10.2.0.1', '192.0.2.8', '2001:db9::1', '203.0.113.1'])
      expect([address, await from(address)]).toEqual([address, 404]);
    expect(await from('10.1.2.3', product)).toBe(404);
  });
});
