import { type CallName, calls } from '@krapao/contract/calls.ts';
import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { cloneDatabase, startProduct } from '../../test/harness.ts';

type Operation = { summary?: string; security?: Record<string, unknown>[]; requestBody?: unknown };
type OpenApi = { openapi: string; info: { version: string }; paths: Record<string, Record<string, Operation>> };

const product = await startProduct(await cloneDatabase());
const response = await fetch(`${product.url}/api/openapi.json`);
const document = (await response.json()) as OpenApi;
const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

test('openapi.json is OpenAPI 3.1 of this version, and needs no key', async () => {
  expect(response.status).toBe(200);
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.info.version).toBe(manifest.version);
  expect((await fetch(`${product.url}/api/openapi.json?anything`)).status).toBe(200);
});

test('every call of the contract is served and named, and nothing else', () => {
  expect(documented.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
});

test('the reference tells of each call what it is for, what it takes and which caller it needs', () => {
  for (const { name, operation } of documented) {
    const schema: { summary: string; public?: true; operator?: true; body?: unknown } = calls[name as CallName];
    expect({ name, summary: operation.summary }).toEqual({ name, summary: schema.summary });
    const needs = Object.keys(operation.security?.[0] ?? {});
    const caller = schema.operator ? ['operator'] : ['member'];
    expect({ name, needs }).toEqual({ name, needs: ['client', ...(schema.public ? [] : caller)] });
    expect({ name, body: operation.requestBody !== undefined }).toEqual({ name, body: schema.body !== undefined });
  }
});

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
