import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readSlipPayload, slipPayload } from '@krapao/contract/deposits/emv.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { startTestSandbox, type TestSandbox } from '../../test/harness.ts';
import { answerOf, type Product, startProduct } from './test/product.ts';

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

const TRANSFER = {
  fromBank: 'KBANK',
  fromAccount: '1234567404',
  fromName: 'SOMCHAI JAIDEE',
  toBank: 'GSB',
  toAccount: '000000000014',
  amount: 1_234.5,
};

async function send(more: object = {}) {
  return (await (await sandbox.post('/bank/transfers', { ...TRANSFER, ...more })).json()) as {
    ref: string;
    slip: string;
  };
}

async function verify(payload: unknown, key = sandbox.key) {
  const headers = { 'x-authorization': key };
  return answerOf(await sandbox.post('/verifier/api/slips', { payload }, { headers }));
}

const refusal = (status: number, code: string) => ({ status, body: { success: false, code } });

test("a slip is a picture whose QR code names the transfer, at the sender's bank", async () => {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } });
  for (const from of [{}, { fromBank: 'BCEL', fromName: 'A & B <C> "D"', reference: 'R'.repeat(25) }]) {
    const { ref, slip } = await send(from);
    const response = await fetch(slip);
    expect(response.headers.get('content-type')).toBe('image/png');
    const picture = sharp(await response.arrayBuffer()).ensureAlpha();
    expect(await picture.metadata()).toMatchObject({ width: 1080, height: 1920 });
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
    const [code] = await readBarcodes(pixels as Parameters<typeof readBarcodes>[0], { formats: ['QRCode'] });
    expect(readSlipPayload(code?.text ?? '')).toEqual({ bank: 'fromBank' in from ? 'BCEL' : '004', reference: ref });
  }
});

test('a slip of no transfer has no picture', async () => {
  expect((await sandbox.get('/bank/slips/KBANK/NOSUCH.png')).status).toBe(404);
  expect((await sandbox.get('/bank/slips/NOBANK/X.png')).status).toBe(400);
});

test('a slip proves who paid how much to whom, with accounts and names half hidden', async () => {
  const { ref } = await send({ feed: false, paidAt: '2026-11-15T08:00:00Z' });
  expect(await verify(slipPayload({ bank: '004', reference: ref }))).toEqual({
    status: 200,
    body: {
      success: true,
      data: {
        transRef: ref,
        sendingBank: '004',
        receivingBank: '030',
        transTimestamp: '2026-11-15T08:00:00.000Z',
        sender: { displayName: 'SOMCHAI J', account: { type: 'BANKAC', value: 'xxx-x-x6740-x' } },
        receiver: { displayName: 'KRAPAO S', account: { type: 'BANKAC', value: 'xxxxxxxx0014' } },
        amount: 1_234.5,
        currency: 'BAHT',
        ref1: null,
      },
    },
  });
});

test('Lao banks go by their codes', async () => {
  const { ref } = await send({ fromBank: 'LDB', toBank: 'BCEL', toAccount: '0000000000015' });
  expect((await verify(slipPayload({ bank: 'LDB', reference: ref }))).body).toMatchObject({
    data: { sendingBank: 'LDB', receivingBank: 'BCEL', currency: 'LAK' },
  });
});

test('a payload that is no slip, damaged, unknown or of another bank proves nothing', async () => {
  const { ref } = await send();
  const payload = slipPayload({ bank: '004', reference: ref });
  for (const bad of ['https://example.com', payload.slice(0, -8), 42, undefined]) {
    expect(await verify(bad)).toEqual(refusal(400, 'bad_payload'));
  }
  for (const unknown of [
    { bank: '004', reference: 'NOSUCH' },
    { bank: '014', reference: ref },
  ]) {
    expect(await verify(slipPayload(unknown))).toEqual(refusal(404, 'slip_not_found'));
  }
});

test('a slip is forgotten after seven days, as the product counts them', async () => {
  const { ref } = await send();
  const payload = slipPayload({ bank: '004', reference: ref });
  await sandbox.post('/clock', { advanceSeconds: 7 * 86_400 - 60 });
  expect((await verify(payload)).status).toBe(200);
  await sandbox.post('/clock', { advanceSeconds: 61 });
  expect(await verify(payload)).toEqual(refusal(400, 'slip_expired'));
});

test('ordered answers come in their order and as often as ordered, then true answers', async () => {
  const { ref } = await send();
  const ask = () => verify(slipPayload({ bank: '004', reference: ref }));
  await sandbox.post('/verifier/next', { code: 'bank_delay' });
  await sandbox.post('/verifier/next', { code: 'unknown_thing', times: 2 });
  expect(await ask()).toEqual({ status: 400, body: { success: false, code: 'bank_delay', delayMinutes: 5 } });
  expect(await ask()).toEqual(refusal(400, 'unknown_thing'));
  expect(await ask()).toEqual(refusal(400, 'unknown_thing'));
  expect((await ask()).status).toBe(200);
});

test('a wrong key is answered 401 and uses up no ordered answer', async () => {
  await sandbox.post('/verifier/next', { code: 'captcha_failed' });
  expect(await verify('anything', 'another key')).toEqual(refusal(401, 'unauthorized'));
  expect(await verify('anything')).toEqual(refusal(400, 'captcha_failed'));
});
