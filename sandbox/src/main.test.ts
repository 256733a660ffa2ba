import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newBooks } from '../test/harness.ts';
import { readConfig, StartProblem } from './config.ts';

const ONE_SENTENCE = /^[^\n]+\.$/;
const MAIN = new URL('./main.ts', import.meta.url);

const launched: ChildProcess[] = [];
let books: Awaited<ReturnType<typeof newBooks>>;
beforeAll(async () => {
  books = await newBooks();
});
afterEach(() => {
  for (const child of launched.splice(0)) child.kill('SIGKILL');
});
afterAll(() => books.drop());

function launch(environment: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, SANDBOX_DATABASE_URL: books.url, ...environment };
  const child = fork(MAIN, { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  launched.push(child);
  const stderr = child.stderr ? text(child.stderr) : Promise.resolve('');
  // Not the 'close' event: after a disconnect that event never comes.
  const code = once(child, 'exit').then(([exitCode]) => exitCode as number | null);
  return { child, code, stderr: async () => (await stderr).trim() };
}

async function freePort(): Promise<number> {
  const [port = expect.fail('no port')] = await freePorts(1);
  return port;
}

/** All are taken before the first is let go, so that no two are the same. */
async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => new Promise((closed) => probe.close(closed))));
  return ports;
}

/** Waits for the sandbox's first message. A sandbox that ends before it fails the test with its own error text. */
function ready({ child, code, stderr }: ReturnType<typeof launch>): Promise<unknown> {
  const ended = code.then(async (exitCode) => Promise.reject(new Error(`ended with ${exitCode}: ${await stderr()}`)));
  return Promise.race([once(child, 'message'), ended]);
}

function problemOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  return expect.fail('no problem');
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'it says when it is ready, and ends with 0 on %s however often',
  async (signal) => {
    const port = await freePort();
    const { child, code, stderr } = launch({ SANDBOX_PORT: String(port) });
    const [message] = await once(child, 'message');
    expect(message).toEqual({ type: 'ready' });
    expect((await fetch(`http://127.0.0.1:${port}/sms`)).status).toBe(200);
    child.kill(signal);
    child.kill(signal);
    expect(await code).toBe(0);
    expect(await stderr()).toBe('');
  },
);

test('the sandbox ends with 0 when the launcher is gone', async () => {
  const { child, code } = launch({ SANDBOX_PORT: String(await freePort()) });
  await once(child, 'message');
  child.disconnect();
  expect(await code).toBe(0);
});

test('two sandboxes that start at once on new books both get ready', async () => {
  const fresh = await newBooks();
  const both = (await freePorts(2)).map((port) =>
    launch({ SANDBOX_PORT: String(port), SANDBOX_DATABASE_URL: fresh.url }),
  );
  const messages = await Promise.all(both.map(ready));
  expect(messages).toEqual([
    [{ type: 'ready' }, undefined],
    [{ type: 'ready' }, undefined],
  ]);
  for (const { child } of both) child.kill();
  await Promise.all(both.map(({ code }) => code));
  await fresh.drop();
});

test.each([
  ['in production', { NODE_ENV: 'production' }, /does not run in production/],
  ['without a database', { SANDBOX_DATABASE_URL: '' }, /SANDBOX_DATABASE_URL/],
  ['with a nonsense port', { SANDBOX_PORT: '4000x' }, /SANDBOX_PORT.*4000x/],
  ['where others reach it', { SANDBOX_HOST: '0.0.0.0' }, /SANDBOX_HOST is 0.0.0.0.*DEMO=on/],
  ['with a nonsense product', { PRODUCT_URL: 'krapao' }, /PRODUCT_URL.*krapao/],
])('%s the sandbox has a problem to start, in one sentence', (_when, environment, sentence) => {
  const problem = problemOf(() =>
    readConfig({ SANDBOX_DATABASE_URL: 'postgres://u:secret@host/krapao', ...environment }),
  );
  expect(problem).toBeInstanceOf(StartProblem);
  expect(problem.message).toMatch(sentence);
  expect(problem.message).toMatch(ONE_SENTENCE);
  expect(problem.message).not.toContain('secret');
});

test.each([
  ['in production', { NODE_ENV: 'production' }, /does not run in production/],
  [
    'with a database server that does not run',
    { SANDBOX_DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/krapao_sandbox' },
    /krapao_sandbox.*:1/,
  ],
])('%s the sandbox does not start: one sentence, exit 1', async (_when, environment, sentence) => {
  const { code, stderr } = launch({ SANDBOX_PORT: '0', ...environment });
  expect(await code).toBe(1);
  const problem = await stderr();
  expect(problem).toMatch(sentence);
  expect(problem).toMatch(ONE_SENTENCE);
  expect(problem).not.toContain('secret');
});

test('on a taken port the sandbox does not start: one sentence, exit 1', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = launch({ SANDBOX_PORT: String(port) });
  expect(await code).toBe(1);
  expect(await stderr()).toBe(`Port ${port} of 127.0.0.1 is taken: set SANDBOX_PORT to another.`);
  other.close();
});
