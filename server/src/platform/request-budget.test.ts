import { expect, test } from 'vitest';
import { startProduct } from '../../test/harness.ts';
import { openDatabase } from './database.ts';

const NO_DATABASE = 'postgres://nobody@127.0.0.1:1/nothing';
const product = await startProduct(
  { url: NO_DATABASE, db: openDatabase(NO_DATABASE, 1) },
  { TRUST_PROXY: '127.0.0.1', REQUESTS_PER_ADDRESS_A_MINUTE: '3' },
);

const from = (address: string, path = '/api/lookup/info') =>
  product.call(`GET ${path}`, { headers: { 'x-forwarded-for': address } });

async function statuses(addresses: string[], path?: string): Promise<number[]> {
  const all: number[] = [];
  for (const address of addresses) all.push((await from(address, path)).status);
  return all;
}

test('an address that asks too much within a minute is refused before the database is asked, and no other', async () => {
  expect(await statuses(Array(4).fill('203.0.113.1'))).toEqual([503, 503, 503, 429]);
  const refused = await from('203.0.113.1');
  expect(refused).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } });
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await statuses(['203.0.113.2'])).toEqual([503]);
});

test('a /64 of IPv6 is one address, and its /48 has ten times as much', async () => {
  expect(await statuses(['1', '2', '3', '4'].map((at) => `2001:db8:1:1::${at}`))).toEqual([503, 503, 503, 429]);
  const networks = Array.from({ length: 9 }, (_, at) => Array<string>(3).fill(`2001:db8:1:${at + 2}::1`)).flat();
  expect(new Set(await statuses(networks))).toEqual(new Set([503]));
  expect(await statuses(['2001:db8:1:f::1', '2001:db8:2::1'])).toEqual([429, 503]);
});

test('requests without the client’s key count as well; files of members do, and probes do not', async () => {
  const keyless = () =>
    fetch(`${product.url}/api/lookup/info`, { headers: { 'x-forwarded-for': '203.0.113.3', 'x-api-key': 'none' } });
  for (let times = 0; times < 3; times++) expect((await keyless()).status).toBe(403);
  expect(await statuses(['203.0.113.3'], '/media/chat/a.jpg')).toEqual([429]);
  expect(await statuses(['203.0.113.3'], '/healthz')).toEqual([200]);
});
