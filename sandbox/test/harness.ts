import { inject } from 'vitest';
import { execute, newSandboxAddress } from '../../world/databases.ts';
import { buildSandbox } from '../src/app.ts';

const KEY = 'key-of-this-test';

/** A sandbox on a free port, with books that exist for this test file alone. */
export async function startTestSandbox(productUrl = 'http://127.0.0.1:9') {
  const books = await newBooks();
  const open = async () => {
    const http = await buildSandbox({ databaseUrl: books.url, productUrl, key: KEY });
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
    sql: (sql: string) => execute(books.url, sql),
    restart: async () => {
      await running.http.close();
      running = await open();
    },
    end: async () => {
      await running.http.close();
      await books.drop();
    },
  };
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/** The address of books that a sandbox makes when it starts. */
export async function newBooks() {
  const parts = new AsyncDisposableStack();
  const url = await newSandboxAddress(parts, inject('postgresUrl'));
  return { url, drop: () => parts.disposeAsync() };
}
