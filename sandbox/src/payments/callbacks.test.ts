import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../test/harness.ts';
import { fresh, type Product, signedCaller, startProduct } from './test/product.ts';

let product: Product;
let sandbox: TestSandbox;
beforeAll(async () => {
  product = await startProduct();
  sandbox = await startTestSandbox(product.url);
});
afterEach(() => {
  product.status = 200;
});
afterAll(async () => {
  await sandbox.end();
  product.stop();
});

/** Pays a new QR code and returns its reference. */
async function paid(how: object): Promise<string> {
  const { reference, orderId } = fresh();
  const body = { reference, orderId, amount: '100.00', currency: 'BAHT', lifeSeconds: 600 };
  await signedCaller(sandbox, '/payments/ww/api').post('/qrcodes', body);
  expect((await sandbox.post(`/pay/${orderId}`, how)).status).toBe(200);
  return reference;
}

const only = (reference: string) => `from callbacks where reference = '${reference}'`;

test('a callback that is lost is never sent, though a later one is', async () => {
  const lost = await paid({ times: 0 });
  await product.waitForCallbacks(await paid({}), 1);
  expect(product.callbacksOf(lost)).toEqual([]);
});

test('a callback that comes several times has a nonce each', async () => {
  const received = await product.waitForCallbacks(await paid({ times: 5 }), 5);
  expect(received).toHaveLength(5);
  expect(new Set(received.map(({ body }) => body.nonce)).size).toBe(5);
});

test('a callback comes no sooner than it was ordered', async () => {
  const start = performance.now();
  await product.waitForCallbacks(await paid({ delayMs: 400 }), 1);
  expect(performance.now() - start).toBeGreaterThanOrEqual(400);
});

test('a callback not answered 2xx is repeated 12 s later, after a restart too, and three times in all', async () => {
  product.status = 500;
  const reference = await paid({});
  const nonces = new Set<unknown>();
  for (const sent of [1, 2, 3]) {
    const received = await product.waitForCallbacks(reference, sent);
    nonces.add(received.at(-1)?.body.nonce);
    if (sent < 3) {
      await sandbox.sql(`do $$ begin
        assert (select due_at - clock_timestamp() between interval '5 s' and interval '12 s' ${only(reference)});
        update callbacks set due_at = clock_timestamp() where reference = '${reference}';
      end $$`);
    }
    await sandbox.restart();
  }
  await sandbox.sql(`do $$ begin assert (select due_at is null and sent = 3 ${only(reference)}); end $$`);
  expect(nonces.size).toBe(3);
  expect(product.callbacksOf(reference)).toHaveLength(3);
});

test('a callback answered 2xx is not repeated', async () => {
  const reference = await paid({});
  await product.waitForCallbacks(reference, 1);
  await vi.waitFor(
    () => sandbox.sql(`do $$ begin assert (select due_at is null and sent = 1 ${only(reference)}); end $$`),
    { timeout: 10_000 },
  );
});
