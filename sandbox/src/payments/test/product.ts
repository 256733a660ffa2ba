import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import type { TestSandbox } from '../../../test/harness.ts';

/** The product's side of docs/payment-dialects.md, written a second time. */
type HttpAnswer = { status: number; body: unknown };
type ReceivedCallback = { path: string; headers: IncomingHttpHeaders; raw: string; body: Record<string, unknown> };

/** A product that records callbacks and answers them with `status`. */
export async function startProduct() {
  const received: ReceivedCallback[] = [];
  const product = { received, status: 200, url: '', stop: () => {} };
  const server = createServer(async (request, response) => {
    const raw = await text(request);
    received.push({ path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) });
    response.writeHead(product.status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  product.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  product.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const callbacksOf = (reference: string) =>
    received.filter(({ body }) => body.reference === reference || body.partnerTxnUid === reference);
  const waitForCallbacks = (reference: string, times: number) =>
    vi.waitUntil(() => callbacksOf(reference).length >= times && callbacksOf(reference), {
      timeout: 10_000,
      interval: 10,
    });
  return Object.assign(product, { callbacksOf, waitForCallbacks });
}

export type Product = Awaited<ReturnType<typeof startProduct>>;

export function signature(key: string, rawBody: string, timestamp = String(Date.now())): Record<string, string> {
  const signed = createHmac('sha256', key).update(`${timestamp}.${rawBody}`).digest('hex');
  return { 'x-timestamp': timestamp, 'x-signature': signed };
}

export async function answerOf(response: Response): Promise<HttpAnswer> {
  return { status: response.status, body: await response.json() };
}

/** Calls in the dialect with a signature. */
export function signedCaller(sandbox: TestSandbox, base: string, key = sandbox.key) {
  const send = async (method: string, path: string, body?: unknown, timestamp?: string) => {
    const rawBody = body === undefined ? '' : JSON.stringify(body);
    const headers = { 'content-type': 'application/json', ...signature(key, rawBody, timestamp) };
    return answerOf(
      await fetch(sandbox.address() + base + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: rawBody }),
      }),
    );
  };
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown, timestamp?: string) => send('POST', path, body, timestamp),
  };
}

/** Calls with the key, or with another token, as bearer. */
export async function bearerGet(sandbox: TestSandbox, path: string, token = sandbox.key): Promise<HttpAnswer> {
  return answerOf(await fetch(sandbox.address() + path, { headers: { authorization: `Bearer ${token}` } }));
}

export async function bankToken(sandbox: TestSandbox, code: string, key = sandbox.key): Promise<HttpAnswer> {
  const response = await fetch(`${sandbox.address()}/payments/${code}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`krapao:${key}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return answerOf(response);
}

let made = 0;
/** References and ids that no other test uses. */
export function fresh() {
  made += 1;
  return { reference: `K${String(made).padStart(8, '0')}`, orderId: `order-${made}` };
}
