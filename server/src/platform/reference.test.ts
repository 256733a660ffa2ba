import { calls } from '@krapao/contract/calls.ts';
import { openApiOf } from '@krapao/contract/openapi.ts';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { cloneDatabase, startProduct } from '../../test/harness.ts';

const product = await startProduct(await cloneDatabase());
const response = await fetch(`${product.url}/api/openapi.json`);
const document: unknown = await response.json();

test('openapi.json is the contract of this version, and needs no key', async () => {
  expect(response.status).toBe(200);
  const told = JSON.stringify(openApiOf({ title: 'Krapao member API', version: manifest.version }));
  expect(document).toEqual(JSON.parse(told));
  expect((await fetch(`${product.url}/api/openapi.json?anything`)).status).toBe(200);
});

test('every call of the contract is served, and nothing else under /api', () => {
  const nameless = (name: string) => name.replaceAll(/\{\w+\}|:\w+(\|:\w+)*/g, '{}');
  const served = routesOf(product.app).filter((route) => route.includes(' /api/') && !route.endsWith('/openapi.json'));
  expect(served.map(nameless).toSorted()).toEqual(Object.keys(calls).map(nameless).toSorted());
});

/** Read from the tree that Fastify prints, in which a branch is four characters deeper than what it grows from. */
function routesOf(app: FastifyInstance): string[] {
  const above: string[] = [];
  return [...app.printRoutes({ commonPrefix: false }).matchAll(/^(.*)[├└]── (\S+)(?: \((.+)\))?$/gm)].flatMap(
    ([, indent = '', segment = '', methods]) => {
      above.splice(indent.length / 4, above.length, segment);
      return methods?.split(', ').map((method) => `${method} ${above.join('')}`) ?? [];
    },
  );
}

test('the page to browse it is files with no script or style inside, and they may be kept for a while', async () => {
  const page = await fetch(`${product.url}/reference`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  const html = await page.text();
  const files = [...html.matchAll(/(?:src|href)="(\/reference\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(files.map((path) => path.split('.').at(-1)).toSorted()).toEqual(['css', 'js']);
  for (const inside of html.matchAll(/<(script|style)[^>]*>(.*?)<\/\1>/gs)) expect(inside[2]).toBe('');
  for (const path of files) {
    const file = await fetch(product.url + path);
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
    // A thousand readers who never read cost a thousand small files.
    expect((await file.text()).length).toBeLessThan(20_000);
  }
});

test('no page has another policy for scripts than the wallet, beneath /reference neither', async () => {
  const policyOf = async (path: string) => (await fetch(product.url + path)).headers.get('content-security-policy');
  const usual = await policyOf('/api/nothing');
  expect(usual).not.toMatch(/unsafe|ws: |wss: |ws:;|wss:;|\*/);
  expect(usual).toMatch(/connect-src 'self' ws:\/\/localhost:3000;/);
  for (const path of ['/reference', '/reference/', '/reference/user', '/reference/reference.js', '/'])
    expect([path, await policyOf(path)]).toEqual([path, usual]);
});

test('a host that is none breaks nothing', async () => {
  for (const host of ['', '[', 'a b', 'x'.repeat(300), 'localhost:99999', '%'])
    for (const url of ['/reference', '/api/openapi.json'])
      expect([host, (await product.app.inject({ url, headers: { host } })).statusCode]).toEqual([host, 200]);
});

test('production tells nobody of its calls, unless that is asked for', async () => {
  const { db, url } = await cloneDatabase();
  const statusesOf = async (environment: Record<string, string>) => {
    const there = await startProduct({ db, url }, { NODE_ENV: 'production', ...environment });
    const paths = ['/reference', '/reference/', '/reference/reference.js', '/api/openapi.json'];
    return Promise.all(paths.map(async (path) => (await fetch(there.url + path)).status));
  };
  // Without a key nobody learns whether there is such a call.
  expect(await statusesOf({})).toEqual([404, 404, 404, 403]);
  expect(await statusesOf({ API_REFERENCE: 'on' })).toEqual([200, 404, 200, 200]);
});
