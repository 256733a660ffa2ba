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

test('the reference page is there to browse it', async () => {
  const page = await fetch(`${product.url}/reference`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  const html = await page.text();
  expect(html).toContain('/api/openapi.json');
  const script = /src="([^"]+\.js)"/.exec(html)?.[1] ?? '';
  const answer = await fetch(new URL(script, page.url));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('javascript');
  expect((await answer.text()).length).toBeGreaterThan(1_000_000);
});
