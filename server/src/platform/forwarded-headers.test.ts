import { expect, test } from 'vitest';
import { IN_FULL } from '../../../world/tier.ts';
import { BY_ITSELF, cloneDatabase, spawnProduct, startProduct } from '../../test/harness.ts';

const database = await cloneDatabase();
const IGNORED = { status: 'ok', warnings: ['FORWARDED_HEADERS_IGNORED'] };

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
  'the header %s of a peer that is no proxy of ours is told by /readyz, which stays ready',
  async (name) => {
    const product = await startProduct(database, { TRUST_PROXY: '10.0.0.1', ROLE: 'api' });
    expect((await product.call('GET /readyz')).body).toEqual({ status: 'ok' });
    await product.call('GET /api/lookup/active', { headers: { [name]: '203.0.113.1' } });
    expect(await product.call('GET /readyz')).toMatchObject({ status: 200, body: IGNORED });
  },
);

test('a proxy of ours raises no warning', async () => {
  const product = await startProduct(database, { TRUST_PROXY: '127.0.0.0/8', ROLE: 'api' });
  await product.call('GET /api/lookup/active', { headers: { 'x-forwarded-for': '203.0.113.1' } });
  expect((await product.call('GET /readyz')).body).toEqual({ status: 'ok' });
});

test('the log has one line about it, however many requests come', IN_FULL, async () => {
  const product = await spawnProduct(database, { LOG_LEVEL: 'error', ROLE: 'api' });
  const lines = () =>
    product
      .output()
      .split('\n')
      .filter((line) => line.includes('FORWARDED_HEADERS_IGNORED'));
  for (let times = 0; times < 20; times++)
    await product.call('GET /healthz', { headers: { 'x-forwarded-for': `203.0.113.${times}` } });
  await expect.poll(() => lines().length, BY_ITSELF).toBeGreaterThan(0);
  expect(lines()).toEqual([expect.stringContaining('127.0.0.1')]);
});
