import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
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
    /** Runs SQL in the sandbox's books, for example to let time pass. */
    sql: (sql: string) => onServer(product.sandboxUrl, sql),
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
  const server = inject('postgresUrl');
  const name = `sandbox_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await onServer(server, `create database ${name} template template0`);
  return {
    url: url.href,
    sandboxUrl: `${url.href}_sandbox`,
    drop: async () => {
      await onServer(server, `drop database if exists ${name}_sandbox with (force)`);
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
