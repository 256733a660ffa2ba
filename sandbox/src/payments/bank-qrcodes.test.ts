import { readFields, readPaymentPayload } from '@krapao/contract/deposits/emv.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../test/harness.ts';
import { answerOf, bankToken, bearerGet, fresh, type Product, startProduct } from './test/product.ts';

let product: Product;
let sandbox: TestSandbox;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  product = await startProduct();
  sandbox = await startTestSandbox(product.url);
  for (const { code } of BANKS) {
    tokens[code] = ((await bankToken(sandbox, code)).body as { access_token: string }).access_token;
  }
});
afterAll(async () => {
  await sandbox.end();
  product.stop();
});

const BANKS = [
  { code: 'kbank', currency: 'BAHT', bank: 'KBANK', account: '0000000012' },
  { code: 'bcel', currency: 'LAK', bank: 'BCEL', account: '0000000000015' },
];

async function call(code: string, path: string, body: unknown, token = tokens[code]) {
  const headers = { authorization: `Bearer ${token}` };
  return answerOf(await sandbox.post(`/payments/${code}/api/qr/${path}`, body, { headers }));
}

async function newQrcode(code: string, currency: string) {
  const { reference, orderId } = fresh();
  const body = { partnerTxnUid: reference, orderId, txnAmount: '500.00', txnCurrency: currency, lifeSeconds: 600 };
  return {
    body,
    reference,
    orderId,
    answer: await call(code, 'request', body),
    inquiry: async () => (await call(code, 'inquiry', { origPartnerTxnUid: reference })).body,
    cancel: async () => (await call(code, 'cancel', { origPartnerTxnUid: reference })).body,
  };
}

async function feedOf({ bank, account }: (typeof BANKS)[number]): Promise<object[]> {
  const { body } = await bearerGet(sandbox, `/banks/api/accounts/${bank}/${account}/transactions?after=0`);
  return (body as { items: { payment: object }[] }).items.map(({ payment }) => payment);
}

describe.each(BANKS)('$code', (party) => {
  const { code, currency, bank, account } = party;

  test('a token is given for the right key alone, for half an hour', async () => {
    expect(await bankToken(sandbox, code)).toEqual({
      status: 200,
      body: { access_token: expect.any(String), token_type: 'Bearer', expires_in: 1799 },
    });
    expect((await bankToken(sandbox, code, 'another key')).status).toBe(401);
  });

  test('a code carries the amount and our reference', async () => {
    const { answer, reference } = await newQrcode(code, currency);
    expect(answer).toEqual({
      status: 200,
      body: { statusCode: '00', partnerTxnUid: reference, qrCode: expect.any(String) },
    });
    const payload = readPaymentPayload((answer.body as { qrCode: string }).qrCode);
    expect(payload).toMatchObject({ amount: '500.00', currency });
    const field = (id: string) => readFields(payload?.fields.get(id) ?? '');
    expect(code === 'kbank' ? field('30')?.get('02') : field('62')?.get('01')).toBe(reference);
  });

  test('a payment reaches the account, its feed and an inquiry; the callback is unsigned and carries little', async () => {
    const { orderId, reference, inquiry } = await newQrcode(code, currency);
    expect(await inquiry()).toEqual({ statusCode: '00', txnStatus: 'REQUESTED', payment: null, payments: [] });
    const paid = (await (await sandbox.post(`/pay/${orderId}`, {})).json()) as { payment: { reference: string } };
    expect(paid.payment).toMatchObject({ receiverBank: bank, receiverAccount: account, billReference: reference });
    expect(await inquiry()).toEqual({
      ...{ statusCode: '00', txnStatus: 'PAID' },
      ...{ payment: paid.payment, payments: [paid.payment] },
    });
    expect(await feedOf(party)).toContainEqual(paid.payment);

    const [callback] = await product.waitForCallbacks(reference, 1);
    expect(callback?.path).toBe(`/hooks/payments/${code}`);
    expect(callback?.headers['x-signature']).toBeUndefined();
    expect(callback?.body).toEqual({
      partnerTxnUid: reference,
      txnNo: paid.payment.reference,
      txnAmount: '500.00',
      statusCode: '00',
    });
  });

  test('the feed can stay silent about a payment that an inquiry tells of', async () => {
    const { orderId, reference, inquiry } = await newQrcode(code, currency);
    await sandbox.post(`/pay/${orderId}`, { feed: false });
    expect(await inquiry()).toMatchObject({ txnStatus: 'PAID' });
    expect(await feedOf(party)).not.toContainEqual(expect.objectContaining({ billReference: reference }));
  });

  test('a code that was cancelled or ran out says so, and is paid all the same', async () => {
    const [cancelled, expired] = [await newQrcode(code, currency), await newQrcode(code, currency)];
    expect(await cancelled.cancel()).toEqual({ statusCode: '00', txnStatus: 'CANCELLED' });
    await sandbox.post('/clock', { advanceSeconds: 601 });
    expect(await expired.inquiry()).toMatchObject({ txnStatus: 'EXPIRED' });
    for (const { orderId, inquiry } of [cancelled, expired]) {
      expect((await sandbox.post(`/pay/${orderId}`, {})).status).toBe(200);
      expect(await inquiry()).toMatchObject({ txnStatus: 'PAID' });
    }
  });

  test('the same request again gets the first answer; another under its id is refused with 200', async () => {
    const { body, answer } = await newQrcode(code, currency);
    expect(await call(code, 'request', body)).toEqual(answer);
    expect(await call(code, 'request', { ...body, txnAmount: '500.01' })).toEqual({
      status: 200,
      body: { statusCode: '10', errorCode: 'DUPLICATE_PARTNER_TXN_UID' },
    });
  });

  test('an invalid call and a call refused by a fault are answered 200 with an error code', async () => {
    const other = currency === 'LAK' ? 'BAHT' : 'LAK';
    expect((await newQrcode(code, other)).answer).toMatchObject({ status: 200, body: { statusCode: '10' } });
    expect((await call(code, 'request', {})).body).toEqual({ statusCode: '10', errorCode: 'BAD_REQUEST' });
    await sandbox.post('/faults', { target: `payments/${code}`, mode: 'refuse', times: 1 });
    const { answer, inquiry } = await newQrcode(code, currency);
    expect(answer).toEqual({ status: 200, body: { statusCode: '10', errorCode: 'REJECTED' } });
    expect(await inquiry()).toEqual({ statusCode: '00', txnStatus: 'NOT_FOUND', payment: null, payments: [] });
  });

  test("a missing token, another bank's token and an expired token are answered 401", async () => {
    const refusal = { status: 401, body: { code: 'invalid_token' } };
    const { reference } = await newQrcode(code, currency);
    const ask = (token?: string) => call(code, 'inquiry', { origPartnerTxnUid: reference }, token);
    expect(await ask('nonsense')).toEqual(refusal);
    expect(await ask(tokens[code === 'kbank' ? 'bcel' : 'kbank'])).toEqual(refusal);
    const { access_token } = (await bankToken(sandbox, code)).body as { access_token: string };
    expect((await ask(access_token)).status).toBe(200);
    await sandbox.sql(`update bank_tokens set expires_at = clock_timestamp() where token = '${access_token}'`);
    expect(await ask(access_token)).toEqual(refusal);
  });
});
