import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../test/harness.ts';
import { bearerGet, fresh, type Product, signedCaller, startProduct } from './test/product.ts';

let product: Product;
let sandbox: TestSandbox;
beforeAll(async () => {
  product = await startProduct();
  sandbox = await startTestSandbox(product.url);
});
afterAll(async () => {
  await sandbox.end();
  product.stop();
});

const told: { target: string; lie: string }[] = [];
async function lie(target: string, name: string): Promise<void> {
  told.push({ target, lie: name });
  expect((await sandbox.post('/lies', { target, lie: name, isTold: true })).status).toBe(200);
}
afterEach(async () => {
  for (const telling of told.splice(0)) await sandbox.post('/lies', { ...telling, isTold: false });
});

type Told = { payment: { reference: string } | null; payments: { reference: string }[] };

async function newQrcode() {
  const { reference, orderId } = fresh();
  const ww = signedCaller(sandbox, '/payments/ww/api');
  const terms = { amount: '100.00', currency: 'BAHT', lifeSeconds: 600 };
  await ww.post('/qrcodes', { reference, orderId, ...terms });
  return {
    reference,
    pay: async (how: object = {}) => {
      const response = await sandbox.post(`/pay/${orderId}`, how);
      return response.ok ? ((await response.json()) as { payment: { reference: string } }).payment : response.status;
    },
    ask: async () => (await ww.get(`/qrcodes/${reference}`)).body as Told,
  };
}

test('a code is paid again only by a payer who wants that, and the gateway tells of both payments', async () => {
  const { pay, ask } = await newQrcode();
  const first = await pay();
  expect(await pay()).toBe(409);
  const second = await pay({ again: true, amount: 50 });
  expect(await ask()).toMatchObject({ state: 'paid', payment: second, payments: [first, second] });
  await lie('payments/ww', 'newest-only');
  expect(await ask()).toMatchObject({ payment: second, payments: [second] });
});

test('a gateway leaves the sending bank out, and nothing else', async () => {
  const { pay, ask } = await newQrcode();
  const paid = await pay();
  await lie('payments/ww', 'no-sending-bank');
  const { payment } = await ask();
  expect(payment).not.toHaveProperty('sendingBank');
  expect(paid).toMatchObject(payment ?? {});
});

test('a gateway hides the payer, and nothing else', async () => {
  const { pay, ask } = await newQrcode();
  const paid = (await pay({ fromAccount: '1234567404', fromName: 'SOMCHAI JAIDEE' })) as object;
  await lie('payments/ww', 'no-payer');
  expect((await ask()).payment).toEqual({ ...paid, senderAccount: '', senderName: '' });
});

test('a bank that lies about the currency writes kip for baht, and changes nothing else of the line', async () => {
  const from = { fromBank: 'KBANK', fromAccount: '1234567404', fromName: 'SOMCHAI JAIDEE' };
  await sandbox.post('/bank/transfers', { ...from, toBank: 'GSB', toAccount: '000000000014', amount: 5 });
  const read = async () =>
    ((await bearerGet(sandbox, '/banks/api/accounts/GSB/000000000014/transactions?after=0')).body as Page).items.at(-1);
  const honest = await read();
  expect(honest?.payment).toMatchObject({ currency: 'BAHT' });
  await lie('banks/gsb', 'another currency');
  expect(await read()).toEqual({ ...honest, payment: { ...honest?.payment, currency: 'LAK' } });
});

test('a gateway names another code, and nothing else', async () => {
  const { pay, ask } = await newQrcode();
  const paid = (await pay()) as object;
  await lie('payments/ww', 'another-code');
  expect((await ask()).payment).toEqual({ ...paid, billReference: 'KANOTHER' });
});

test('a gateway whose callbacks are lost still knows of the payment', async () => {
  await lie('payments/ww', 'callback-lost');
  const lost = await newQrcode();
  const paid = await lost.pay();
  await sandbox.post('/lies', { target: 'payments/ww', lie: 'callback-lost', isTold: false });
  const heard = await newQrcode();
  await heard.pay();
  await product.waitForCallbacks(heard.reference, 1);
  expect(product.callbacksOf(lost.reference)).toEqual([]);
  expect(await lost.ask()).toMatchObject({ payment: paid });
});

type Page = { items: { cursor: string; payment: object }[]; next: string };

test.each([
  ['banks/scb', '/banks/api/accounts/SCB/0000000011/transactions'],
  ['truemoney', '/truemoney/api/accounts/TRUEMONEY/0000000016/transactions'],
])('%s says that its next page begins far behind its last line', async (target, path) => {
  const sender = { fromName: 'SOMCHAI JAIDEE', amount: 5 };
  const toBank = { fromBank: 'KBANK', fromAccount: '1234567404', toBank: 'SCB', toAccount: '0000000011' };
  await sandbox.post('/bank/transfers', { ...sender, ...toBank });
  await sandbox.post('/truemoney/transfers', { ...sender, fromMobile: '0812345678' });
  const read = async () => (await bearerGet(sandbox, `${path}?after=0`)).body as Page;
  const { items, next } = await read();
  expect(next).toBe(items.at(-1)?.cursor);
  await lie(target, 'wrong-next');
  const lied = await read();
  expect(lied.items).toEqual(items);
  expect(BigInt(lied.next)).toBeGreaterThan(BigInt(next) + 1000n);
});

test('a wallet’s list tells who sent how much, with the whole phone, and money to other wallets is not ours', async () => {
  const received = async () => {
    const books = (await (await sandbox.get('/books')).json()) as {
      payments: Record<string, Record<string, { received: number }>>;
    };
    return books.payments.TRUEMONEY?.BAHT?.received ?? 0;
  };
  const before = await received();
  const sent = { fromMobile: '+66812345678', fromName: 'SOMCHAI JAIDEE', amount: 12.5 };
  const { ref } = (await (await sandbox.post('/truemoney/transfers', sent)).json()) as { ref: string };
  await sandbox.post('/truemoney/transfers', { ...sent, toMobile: '0999999999' });
  const path = '/truemoney/api/accounts/TRUEMONEY/0000000016/transactions?after=0';
  const { items } = (await bearerGet(sandbox, path)).body as Page;
  expect(items.at(-1)?.payment).toMatchObject({
    ...{ sendingBank: 'TRUEMONEY', reference: ref, amount: '12.50', receiverBank: 'TRUEMONEY' },
    ...{ receiverAccount: '0000000016', senderAccount: '+66812345678', senderName: 'SOMCHAI JAIDEE' },
  });
  expect((await received()) - before).toBe(12.5);
  expect((await bearerGet(sandbox, path, 'another key')).status).toBe(401);
});
