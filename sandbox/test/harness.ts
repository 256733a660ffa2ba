import { inject } from 'vitest';
import { execute, newDatabase } from '../../world/databases.ts';
import { buildSandbox } from '../src/app.ts';

const KEY = 'key-of-this-test';

/** A sandbox on a free port, with books beside a product database that exists for this test file alone. */
export async function startTestSandbox(productUrl = 'http://127.0.0.1:9') {
  const product = await createProductDatabase();
  const open = async () => {
    const http = await buildSandbox({ databaseUrl: product.url, productUrl, key: KEY });
    return { http, address: await http.listen({ host: '127.0.0.1', port: 0 }) };
  };
  let running = await open();

  return {
    key: KEY,
    address: () => running.address,
    get: (path: string) => fetch(running.address + path),
    post: (path: string, body: unknown, options: { headers?: Record<string, string>; signal?: AbortSignal } = {}) =>
      fetch(running.address + path, {
        ...options,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...options.headers },
        body: JSON.stringify(body),
      }),
    /** For what only time would bring about. */
    sql: (sql: string) => execute(product.sandboxUrl, sql),
    restart: async () => {
      await running.http.close();
      running = await open();
    },
    end: async () => {
      await running.http.close();
      await product.drop();
    },
  };
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

export async function createProductDatabase() {
  const parts = new AsyncDisposableStack();
  const url = await newDatabase(parts, inject('postgresUrl'), 'template0');
  const sandboxUrl = Object.assign(new URL(url), { pathname: `${new URL(url).pathname}_sandbox` }).href;
  return { url, sandboxUrl, drop: () => parts.disposeAsync() };
}
