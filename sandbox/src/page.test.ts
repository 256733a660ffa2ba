import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../test/harness.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.end());

test('everything the page asks for is served with its type, under a policy that allows nothing inline', async () => {
  const page = await sandbox.get('/');
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toMatch(
    /default-src 'none'; script-src 'self'; style-src 'self'/,
  );
  expect(html).not.toMatch(/<style|style=|<script>|\son\w+=/);

  const files = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(files.length).toBeGreaterThanOrEqual(3);
  for (const file of files) {
    const response = await sandbox.get(file);
    expect(response.status, file).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^(text\/css|text\/javascript|image\/svg\+xml)/);
    const imports = [...(await response.text()).matchAll(/ from '\.\/([^']+)'/g)].map((match) => `/page/${match[1]}`);
    files.push(...imports.filter((imported) => !files.includes(imported)));
  }
  expect(files).toContain('/page/rows.js');
});

test('no other file has an address', async () => {
  for (const path of ['/page/../src/main.ts', '/page/%2e%2e/package.json', '/page/', '/package.json']) {
    expect((await sandbox.get(path)).status).toBe(404);
  }
});
