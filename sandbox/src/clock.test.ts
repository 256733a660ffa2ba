import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../test/harness.ts';

type ReceivedHook = { line: string; headers: IncomingHttpHeaders; body: string };

let received: ReceivedHook[] = [];
let status = 200;
const product = createServer(async (request, response) => {
  received.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: await text(request) });
  const answer = status === 200 ? { now: '2026-11-15T00:00:00.000Z' } : { message: 'UNAUTHORIZED' };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});

let sandbox: TestSandbox;
beforeAll(async () => {
  await new Promise<void>((ready) => product.listen(0, '127.0.0.1', ready));
  sandbox = await startTestSandbox(`http://127.0.0.1:${(product.address() as AddressInfo).port}`);
});
beforeEach(() => {
  received = [];
  status = 200;
});
afterAll(async () => {
  product.closeAllConnections();
  product.close();
  await sandbox.end();
});

test("a move reaches the product signed over the bytes sent, and the product's answer comes back", async () => {
  const response = await sandbox.post('/clock', { advanceSeconds: 900 });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ now: '2026-11-15T00:00:00.000Z' });

  const [hook, ...others] = received;
  expect(others).toEqual([]);
  expect(hook?.line).toBe('POST /hooks/clock');
  expect(JSON.parse(hook?.body ?? '')).toEqual({ advanceSeconds: 900 });
  const timestamp = hook?.headers['x-timestamp'];
  expect(Math.abs(Date.now() - Number(timestamp))).toBeLessThan(60_000);
  expect(hook?.headers['x-signature']).toBe(
    createHmac('sha256', sandbox.key).update(`${timestamp}.${hook?.body}`).digest('hex'),
  );
});

test("the product's refusal comes back as it is", async () => {
  status = 401;
  const response = await sandbox.post('/clock', { advanceSeconds: 1 });
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ message: 'UNAUTHORIZED' });
});

test('400 days is the longest move', async () => {
  expect((await sandbox.post('/clock', { advanceSeconds: 400 * 86_400 })).status).toBe(200);
});

test.each([0, -60, 1.5, 400 * 86_400 + 1, '60', null])(
  'a move of %j seconds is refused with 400 and never reaches the product',
  async (advanceSeconds) => {
    expect((await sandbox.post('/clock', { advanceSeconds })).status).toBe(400);
    expect(received).toEqual([]);
  },
);

test('a product that cannot be reached is a 502 with a sentence', async () => {
  const alone = await startTestSandbox('http://127.0.0.1:1');
  try {
    const response = await alone.post('/clock', { advanceSeconds: 60 });
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ message: expect.stringContaining('http://127.0.0.1:1') });
  } finally {
    await alone.end();
  }
});
