import { readFields, readPaymentPayload } from '@krapao/contract/deposits/emv.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../test/harness.ts';
import { answerOf, fresh, type Product, signature, signedCaller, startProduct } from './test/product.ts';

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

const GATEWAYS = [
  { code: 'ww', receiver: '000000000000021' },
  { code: 'payonex', receiver: '000000000000022' },
  { code: 'paytimz', receiver: '000000000000023' },
  { code: 'fp', receiver: '000000000000024' },
];

const at = (code: string, key?: string) => signedCaller(sandbox, `/payments/${code}/api`, key);

/** A QR code that waits to be paid. */
async function newQrcode(code = 'ww', changes: object = {}) {
  const { reference, orderId } = fresh();
  const body = { reference, orderId, amount: '100.00', currency: 'BAHT', lifeSeconds: 600, ...changes };
  const answer = await at(code).post('/qrcodes', body);
  return {
    body,
    answer,
    reference,
    orderId,
    state: async () => (await at(code).get(`/qrcodes/${reference}`)).body as { state: string; payment: unknown },
    cancel: () => at(code).post(`/qrcodes/${reference}/cancel`, {}),
    pay: async (how: object = {}) => answerOf(await sandbox.post(`/pay/${orderId}`, how)),
  };
}

describe.each(GATEWAYS)('$code', ({ code, receiver }) => {
  test('a code carries the amount and our reference to a receiver that cannot exist', async () => {
    const { answer, reference } = await newQrcode(code);
    expect(answer).toEqual({ status: 200, body: { reference, payload: expect.any(String) } });
    const payload = readPaymentPayload((answer.body as { payload: string }).payload);
    expect(payload).toMatchObject({ amount: '100.00', currency: 'BAHT' });
    const field = (id: string) => readFields(payload?.fields.get(id) ?? '');
    if (code === 'ww' || code === 'payonex') {
      expect([field('30')?.get('01'), field('30')?.get('02')]).toEqual([receiver, reference]);
    } else {
      expect([field('29')?.get('03'), field('62')?.get('07')]).toEqual([`14${receiver.slice(2)}`, reference]);
    }
  });

  test('a payment is reported by a signed callback and by inquiry alike, with the sender half hidden', async () => {
    const { reference, state, pay } = await newQrcode(code);
    expect(await state()).toEqual({ reference, state: 'open', payment: null, payments: [] });
    const paid = (await pay({ fromBank: 'SCB', fromAccount: '0000007404', fromName: 'SOMCHAI JAIDEE' })).body as {
      payment: object;
      slip: string;
    };
    expect(paid.payment).toMatchObject({
      sendingBank: 'SCB',
      amount: '100.00',
      currency: 'BAHT',
      receiverBank: code.toUpperCase(),
      receiverAccount: receiver,
      senderAccount: 'xxxxxx7404',
      senderName: 'SOMCHAI J',
      billReference: reference,
    });
    expect(paid.slip).toMatch(new RegExp(`^${sandbox.address()}/bank/slips/SCB/[0-9A-Z]{1,25}\\.png$`));
    expect(await state()).toEqual({ reference, state: 'paid', payment: paid.payment, payments: [paid.payment] });

    const [callback] = await product.waitForCallbacks(reference, 1);
    expect(callback?.path).toBe(`/hooks/payments/${code}`);
    expect(callback?.headers).toMatchObject(
      signature(sandbox.key, callback?.raw ?? '', String(callback?.headers['x-timestamp'])),
    );
    expect(callback?.body).toEqual({
      nonce: expect.any(String),
      reference,
      status: 'paid',
      amount: '100.00',
      payment: paid.payment,
    });
  });

  test('a wrong key, an altered body and an old timestamp are answered 401 and make no QR code', async () => {
    const { reference, orderId } = fresh();
    const body = { reference, orderId, amount: '100.00', currency: 'BAHT', lifeSeconds: 600 };
    const refusal = { status: 401, body: { code: 'bad_signature' } };
    expect(await at(code, 'another key').post('/qrcodes', body)).toEqual(refusal);
    expect(await at(code).post('/qrcodes', body, String(Date.now() - 301_000))).toEqual(refusal);
    const altered = await sandbox.post(`/payments/${code}/api/qrcodes`, body, {
      headers: signature(sandbox.key, JSON.stringify({ ...body, amount: '1.00' })),
    });
    expect(await answerOf(altered)).toEqual(refusal);
    expect(await at(code).get(`/qrcodes/${reference}`)).toEqual({ status: 404, body: { code: 'not_found' } });
  });
});

test('the same reference again gets the first answer, at the same moment too', async () => {
  const { body, answer, cancel } = await newQrcode();
  const again = await Promise.all(Array.from({ length: 10 }, () => at('ww').post('/qrcodes', body)));
  await cancel();
  again.push(await at('ww').post('/qrcodes', { ...body, lifeSeconds: 1 }));
  for (const one of again) expect(one).toEqual(answer);
});

test('a used reference for another amount or order, and a used order, are refused', async () => {
  const { body } = await newQrcode();
  for (const change of [{ amount: '100.01' }, { orderId: 'another' }, { reference: fresh().reference }]) {
    expect(await at('ww').post('/qrcodes', { ...body, ...change })).toEqual({
      status: 409,
      body: { code: 'reference_reused' },
    });
  }
});

test.each([
  [{ amount: '0.00' }, 400],
  [{ amount: 100 }, 400],
  [{ amount: '100' }, 400],
  [{ reference: 'not-a-reference' }, 400],
  [{ reference: 'X'.repeat(21) }, 400],
  [{ lifeSeconds: 0 }, 400],
  [{ currency: 'LAK' }, 422],
])('a code with %j is refused with %i', async (change, status) => {
  expect((await newQrcode('fp', change)).answer.status).toBe(status);
});

test('a code that was cancelled or ran out says so, and is paid all the same', async () => {
  const [cancelled, expired] = [await newQrcode(), await newQrcode('ww', { lifeSeconds: 300 })];
  expect((await cancelled.cancel()).body).toEqual({ reference: cancelled.reference, state: 'cancelled' });
  await sandbox.post('/clock', { advanceSeconds: 301 });
  expect(await cancelled.state()).toMatchObject({ state: 'cancelled', payment: null });
  expect(await expired.state()).toMatchObject({ state: 'expired', payment: null });
  expect((await expired.cancel()).body).toMatchObject({ state: 'expired' });
  for (const { pay, state, cancel } of [cancelled, expired]) {
    expect((await pay()).status).toBe(200);
    expect(await state()).toMatchObject({ state: 'paid', payment: { amount: '100.00' } });
    expect((await cancel()).body).toMatchObject({ state: 'paid' });
  }
});

test('a move of the clock that the product refused does not age a code', async () => {
  const { state } = await newQrcode();
  product.status = 401;
  await sandbox.post('/clock', { advanceSeconds: 86_400 });
  product.status = 200;
  expect(await state()).toMatchObject({ state: 'open' });
});

test('a payment is dated by the time the product has', async () => {
  const [first, second] = [await newQrcode(), await newQrcode()];
  const paidAt = async ({ pay }: typeof first) =>
    Date.parse(((await pay()).body as { payment: { paidAt: string } }).payment.paidAt);
  const before = await paidAt(first);
  await sandbox.post('/clock', { advanceSeconds: 3_600 });
  const elapsed = (await paidAt(second)) - before;
  expect(elapsed).toBeGreaterThanOrEqual(3_600_000);
  expect(elapsed).toBeLessThan(3_660_000);
});

test('a code is paid once, however many payers try at the same moment', async () => {
  const { pay, orderId } = await newQrcode();
  const tries = await Promise.all(Array.from({ length: 10 }, () => pay({ times: 0 })));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(tries.filter(({ status }) => status === 409)).toHaveLength(9);
  expect(await answerOf(await sandbox.get(`/pay/${orderId}`))).toEqual({
    status: 200,
    body: { qrcodeId: orderId, provider: 'WW', amount: 100, currency: 'BAHT', state: 'paid' },
  });
});

test('an unknown QR code cannot be paid, nor any by less than 0.01', async () => {
  expect((await answerOf(await sandbox.post('/pay/nothing', {}))).status).toBe(404);
  const { pay } = await newQrcode();
  expect((await pay({ amount: 0 })).status).toBe(400);
  expect((await pay({ times: 21 })).status).toBe(400);
});

test('a payer without a body pays what is asked', async () => {
  const { orderId, reference } = await newQrcode();
  expect((await fetch(`${sandbox.address()}/pay/${orderId}`, { method: 'POST' })).status).toBe(200);
  expect(await product.waitForCallbacks(reference, 1)).toHaveLength(1);
});

test('the newest codes come first', async () => {
  const [older, newer] = [await newQrcode(), await newQrcode('fp')];
  const listed = (await (await sandbox.get('/pay')).json()) as { qrcodeId: string }[];
  expect(listed.slice(0, 2).map(({ qrcodeId }) => qrcodeId)).toEqual([newer.orderId, older.orderId]);
});

test('another amount than asked is paid and reported; an inquiry does not repeat the false amount of a callback', async () => {
  const { reference, pay, state } = await newQrcode();
  await pay({ amount: 60.5, callbackAmount: 6_050 });
  const [callback] = await product.waitForCallbacks(reference, 1);
  expect(callback?.body).toMatchObject({ amount: '6050.00', payment: { amount: '6050.00' } });
  expect(await state()).toMatchObject({ state: 'paid', payment: { amount: '60.50' } });
});

test('each target misbehaves alone, and a fault without a call hits creation', async () => {
  await sandbox.post('/faults', { target: 'payments/ww', mode: 'refuse', times: 1 });
  const other = await newQrcode('fp');
  expect(other.answer.status).toBe(200);
  expect((await newQrcode()).answer).toEqual({ status: 422, body: { code: 'rejected' } });
  await sandbox.post('/faults', { target: 'payments/fp', call: 'inquiry', mode: 'error-after', times: 1 });
  expect((await at('fp').get(`/qrcodes/${other.reference}`)).status).toBe(500);
  expect(await other.state()).toMatchObject({ state: 'open' });
});
