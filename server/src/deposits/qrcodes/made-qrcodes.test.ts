import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { billPaymentPayload, readFields, readPaymentPayload } from '@krapao/contract/deposits/emv.ts';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { allowDrawings } from '../../../test/drawn-slips.ts';
import {
  contents,
  digits,
  makeQrcode,
  newLaoRegistration,
  newMember,
  PATIENT,
  type Player,
  startPayingWorld,
  startProduct,
} from '../../../test/harness.ts';
import { NOTHING, qrcodesAt } from '../../../test/qrcodes.ts';
import { inMemberTransaction } from '../../ledger/ledger.ts';
import { cancelQrcode, failQrcode, findWaiting, insertQrcode, markQrcodePaid, openQrcode } from './qrcodes.queries.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const node = { SANDBOX_URL: sandbox.url, ROLE: 'api' };
const laos = await startProduct(database, { ...PATIENT, ...node, EDITION: 'la' });
/** A node that gives up on a silent provider sooner than the others' ten seconds. */
const impatient = await startProduct(database, { ...node, PROVIDER_TIMEOUT_MS: '300', QR_MINIMUM_WW: '20' });
const { waitingOf, cancel, rowOf } = qrcodesAt(product);

/** For tests that leave no money behind. */
const [someone, laoMember] = await Promise.all([newMember(product), newMember(laos, newLaoRegistration())]);

const REFERENCE = /^[A-Z0-9]{20}$/;
const ask = (member: Player, provider: string, amount: number, at = product) =>
  at.call(`POST /api/qrcode/${provider}`, { token: member.token, body: { amount } });

const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

/** The text that the payer's bank app reads on the screen. */
async function scan(svg: string): Promise<string | undefined> {
  allowDrawings();
  const picture = sharp(Buffer.from(svg), { density: 300 }).flatten({ background: '#fff' }).png();
  return (await readBarcodes(await picture.toBuffer(), { formats: ['QRCode'] }))[0]?.text;
}

const fieldsOf = (text: string | undefined) => Object.fromEntries(readFields(text ?? '') ?? []);

const bill = (billerId: string) => (reference: string) => ({
  '30': { '00': 'A000000677010112', '01': billerId, '02': reference },
});
const wallet = (walletId: string) => (reference: string) => ({
  '29': { '00': 'A000000677010111', '03': walletId },
  '62': { '07': reference },
});

test.each([
  ['WW', bill('000000000000021')],
  ['payonex', bill('000000000000022')],
  ['PayTimz', wallet('140000000000023')],
  ['fp', wallet('140000000000024')],
  ['kbank', bill('000000000000012')],
])('%s draws a code that names our account, the amount and this deposit', async (provider, account) => {
  const { body } = await ask(someone, provider, 1_234.5);
  expect(body).toEqual({
    hasQrcode: true,
    qrcodeId: expect.any(String),
    qrcode: expect.stringMatching(/^<svg /),
    amount: 1_234.5,
    expireIn: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  const { qrcodeId, qrcode, expireIn } = body as { qrcodeId: string; qrcode: string; expireIn: string };
  expect(Date.parse(expireIn) - Date.now()).toBeGreaterThan(9 * 60_000);
  expect(Date.parse(expireIn) - Date.now()).toBeLessThanOrEqual(10 * 60_000);
  const { reference, payload, status } = await rowOf(qrcodeId);
  expect([reference, status]).toEqual([expect.stringMatching(REFERENCE), 'OPEN']);
  expect(await scan(qrcode)).toBe(payload);
  const { '63': _checksum, ...fields } = fieldsOf(payload);
  expect(readPaymentPayload(payload)).not.toBeNull();
  const read = Object.fromEntries(Object.keys(account(reference)).map((id) => [id, fieldsOf(fields[id])]));
  expect({ ...fields, ...read }).toEqual({
    '00': '01',
    '01': '12',
    '53': '764',
    '54': '1234.50',
    '58': 'TH',
    ...account(reference),
  });
  expect(await waitingOf(someone, provider)).toEqual(body);
});

test('BCEL draws one in kip that OnePay and LAO QR can read', async () => {
  const { qrcodeId, qrcode } = await makeQrcode(laos, laoMember, 'BCEL', 50_000);
  const { reference, payload } = await rowOf(qrcodeId);
  expect(await scan(qrcode)).toBe(payload);
  expect(readPaymentPayload(payload)).toMatchObject({ amount: '50000.00', currency: 'LAK' });
  const fields = fieldsOf(payload);
  expect(fields).toMatchObject({ '53': '418', '58': 'LA' });
  expect(fieldsOf(fields['33'])).toEqual({ '00': 'BCEL', '01': 'ONEPAY', '02': '0000000000015' });
  expect(fieldsOf(fields['38'])).toMatchObject({ '00': 'A005266284662577', '02': '002', '03': '0000000000015' });
  expect(fieldsOf(fields['62'])).toEqual({ '01': reference });
});

test('below the provider’s minimum there is no code, and an operator can set another minimum', async () => {
  for (const [provider, minimum] of Object.entries({ WW: 100, PAYONEX: 100, PAYTIMZ: 10, FP: 10, KBANK: 1 })) {
    for (const amount of [minimum - 0.01, 0]) {
      const { status, body } = await ask(someone, provider, amount);
      expect([status, body], provider).toEqual([200, { hasQrcode: false, message: 'QR_MINIMUM' }]);
    }
    expect((await ask(someone, provider, minimum)).body).toMatchObject({ hasQrcode: true, amount: minimum });
  }
  const below = await ask(someone, 'WW', 19.99, impatient);
  expect(below.body).toEqual({ hasQrcode: false, message: 'QR_MINIMUM' });
  expect((await ask(someone, 'WW', 20, impatient)).body).toMatchObject({ hasQrcode: true, amount: 20 });
});

test('a member is shown the open accounts of the own currency, with what a QR code there asks for', async () => {
  const shownTo = async ({ token }: Player, at = product) => {
    const { body } = await at.call('GET /api/lookup/deposit', { token });
    const { banks, wallets } = body as { banks: Record<string, unknown>[]; wallets: unknown[] };
    return {
      banks: banks.map(({ bankCode, mode, bankAccountNo, qrcode }) => [bankCode, mode, bankAccountNo, qrcode]),
      wallets,
    };
  };
  const terms = (minimum: number) => ({ minimum, lifeMinutes: 10 });
  await db.query(`update deposit_banks set is_open = false where bank_code = 'GSB'`);
  await db.query(
    `insert into deposit_wallets (account_name, phone, mode, currency, is_open) values ('CLOSED', '0000000018', 'AUTO', 'BAHT', false)`,
  );
  expect(await shownTo(someone)).toEqual({
    banks: [
      ['SCB', 'AUTO', '0000000011', null],
      ['KBANK', 'AUTO', '0000000012', terms(1)],
      // Nobody can say by which code money came that only an SMS tells of.
      ['KBANK', 'SMS', '0000000130', null],
      ['WW', 'AUTO', '000000000000021', terms(100)],
      ['PAYONEX', 'AUTO', '000000000000022', terms(100)],
      ['PAYTIMZ', 'AUTO', '000000000000023', terms(10)],
      ['FP', 'AUTO', '000000000000024', terms(10)],
    ],
    wallets: [
      { walletAccountName: 'KRAPAO SANDBOX', walletAccountNo: '0000000016', mode: 'AUTO' },
      // Its number is not shown: money that is sent to it is not looked for.
      { walletAccountName: 'KRAPAO SANDBOX GIFT', walletAccountNo: null, mode: 'GIFT' },
    ],
  });
  await db.query(`update deposit_banks set is_open = true where bank_code = 'GSB'`);
  expect(await shownTo(laoMember, laos)).toEqual({
    banks: [['BCEL', 'AUTO', '0000000000015', expect.objectContaining({ lifeMinutes: 10 })]],
    wallets: [],
  });
  const blind = await startProduct(database, { ...PATIENT, ROLE: 'api' });
  const { wallets: withoutFeed } = await shownTo(someone, blind);
  expect(withoutFeed).toEqual([{ walletAccountName: 'KRAPAO SANDBOX GIFT', walletAccountNo: null, mode: 'GIFT' }]);
});

test('a code that the gateway has made for another amount is not shown', async () => {
  let drawn = '100.00';
  const gateway = createServer(async (_request, response) => {
    const payload = billPaymentPayload({ billerId: '000000000000021', reference: 'K1', amount: drawn });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ payload }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void gateway.close());
  await once(gateway, 'listening');
  const PAYMENT_WW_URL = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const misled = await startProduct(database, { ...PATIENT, ...node, PAYMENT_WW_URL });
  const member = await newMember(product);
  expect((await ask(member, 'WW', 100, misled)).body).toMatchObject({ hasQrcode: true, amount: 100 });
  for (drawn of ['1000.00', '100.01', '99.99']) {
    expect((await ask(member, 'WW', 100, misled)).body, drawn).toEqual({ ...NOTHING, message: 'QR_FAIL' });
    expect(await waitingOf(member, 'WW', misled), drawn).toMatchObject(NOTHING);
  }
});

test('an amount that makes no sense makes no code', async () => {
  for (const amount of [-1, 100.001, 1e10, '100', null, undefined]) {
    const answer = await product.call('POST /api/qrcode/WW', { token: someone.token, body: { amount } });
    const refusal = { message: 'INVALID_REQUEST', fields: { amount: expect.any(String) } };
    expect(answer, String(amount)).toMatchObject({ status: 400, body: refusal });
  }
});

test('a provider that is unknown or of another currency is no bank', async () => {
  for (const [at, { token }, provider] of [
    [product, someone, 'NOBANK'],
    [product, someone, '__proto__'],
    [product, someone, 'SCB'],
    [product, someone, 'BCEL'],
    [laos, laoMember, 'WW'],
    [laos, laoMember, 'KBANK'],
  ] as const) {
    const refusal = { status: 422, body: { message: 'NO_BANK' } };
    expect(await at.call(`GET /api/qrcode/${provider}`, { token }), provider).toMatchObject(refusal);
    const made = await at.call(`POST /api/qrcode/${provider}`, { token, body: { amount: 500 } });
    expect(made, provider).toMatchObject(refusal);
  }
});

test('one code waits per provider: a second takes its place, and cancelling leaves none', async () => {
  const first = await makeQrcode(product, someone, 'WW', 100);
  const other = await makeQrcode(product, someone, 'PAYTIMZ', 50);
  const second = await makeQrcode(product, someone, 'ww', 200);
  expect(await waitingOf(someone, 'Ww')).toEqual(second);
  expect(await waitingOf(someone, 'PAYTIMZ')).toEqual(other);
  expect(await rowOf(first.qrcodeId)).toMatchObject({ status: 'CANCELLED', closed_at: expect.any(Date) });

  expect(await cancel(someone, second.qrcodeId)).toMatchObject({ status: 200, body: NOTHING });
  expect(await waitingOf(someone, 'WW')).toEqual(NOTHING);
  // Cancelling again, or a code that is over, changes nothing.
  expect(await cancel(someone, second.qrcodeId)).toMatchObject({ status: 200, body: NOTHING });
  expect(await cancel(someone, first.qrcodeId)).toMatchObject({ status: 200, body: NOTHING });
  expect(await waitingOf(someone, 'PAYTIMZ')).toEqual(other);
});

test('of codes that are made at the same moment one waits, and the member was shown that code', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(someone, 'PAYONEX', 100)));
  const shown = answers.map(({ body }) => body as { hasQrcode: boolean; qrcodeId?: string; message?: string });
  const refusals = shown.filter(({ hasQrcode }) => !hasQrcode).map(({ message }) => message);
  expect(new Set([...refusals, 'QR_FAIL'])).toEqual(new Set(['QR_FAIL']));
  const { qrcodeId } = (await waitingOf(someone, 'PAYONEX')) as { qrcodeId: string };
  expect(shown.map((answer) => answer.qrcodeId)).toContain(qrcodeId);
  const sql = `select from qrcodes where member_id = $1 and provider = 'PAYONEX' and status in ('MAKING', 'OPEN')`;
  expect((await db.query(sql, [someone.id])).rowCount).toBe(1);
});

test('a code that was paid or replaced before its text came is not shown', async () => {
  const { id: memberId } = await newMember(product);
  const make = (reference: string) => {
    const code = { member_id: memberId, provider: 'WW', reference, amount: 100_00n, currency: 'BAHT' } as const;
    return inMemberTransaction(db, memberId, (tx) => insertQrcode(tx, code, 600));
  };
  const replaced = await make(digits(20));
  const paid = await make(digits(20));
  await inMemberTransaction(db, memberId, (tx) => markQrcodePaid(tx, paid.id));
  for (const { id } of [replaced, paid]) expect(await openQrcode(db, id, 'the text of the code')).toBeNull();
  const states = async () => [(await rowOf(replaced.id)).status, (await rowOf(paid.id)).status];
  expect(await states()).toEqual(['CANCELLED', 'PAID']);
  // A gateway that fails late, or a member who cancels, changes nothing of what it has become.
  for (const { id } of [replaced, paid]) {
    await failQrcode(db, id);
    expect(await cancelQrcode(db, memberId, id)).toMatchObject({ id });
  }
  expect(await states()).toEqual(['CANCELLED', 'PAID']);
});

test('a code waits until the moment of its end, also before a worker has noticed that', async () => {
  const { id: memberId } = await newMember(product);
  const code = {
    member_id: memberId,
    provider: 'WW',
    reference: digits(20),
    amount: 100_00n,
    currency: 'BAHT',
  } as const;
  await inMemberTransaction(db, memberId, async (tx) => {
    const { id } = await insertQrcode(tx, code, 600);
    // No worker asks about it meanwhile, and the clock of a transaction stands still.
    const endIn = (time: string) =>
      tx.query('update qrcodes set ask_at = null, expires_at = app_now() + $2::interval where id = $1', [id, time]);
    expect(await findWaiting(tx, memberId, 'WW')).toBeNull();
    await openQrcode(tx, id, 'the text of the code');
    await endIn('1 microsecond');
    expect(await findWaiting(tx, memberId, 'WW')).toMatchObject({ id });
    await endIn('0');
    expect(await findWaiting(tx, memberId, 'WW')).toBeNull();
  });
});

test('a member cannot cancel another member’s code', async () => {
  const other = await newMember(product);
  const code = await makeQrcode(product, someone, 'WW', 100);
  // All rows but those that workers write while they read feeds and ask gateways.
  const state = () =>
    Promise.all([rowOf(code.qrcodeId), contents(db, { except: ['deposit_banks', 'deposit_wallets', 'qrcodes'] })]);
  const before = await state();
  for (const qrcodeId of [code.qrcodeId, randomUUID()])
    expect(await cancel(other, qrcodeId)).toMatchObject({ status: 404, body: { message: 'NO_DATA' } });
  expect(await cancel(other, 'WW')).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
  expect(await state()).toEqual(before);
  // Nor does a code of the other member take its place.
  await makeQrcode(product, other, 'WW', 100);
  expect(await waitingOf(someone, 'WW')).toEqual(code);
});

test.each(['WW', 'KBANK'])(
  '%s shows no code when it refuses, errs or is silent, and the next try works',
  async (provider) => {
    for (const mode of ['refuse', 'garbage', 'error-after', 'timeout-before', 'timeout-after']) {
      await sandbox.fault({ target: `payments/${provider.toLowerCase()}`, mode, call: 'create', times: 1 });
      const { status, body } = await ask(someone, provider, 100, impatient);
      expect([status, body], mode).toEqual([200, { hasQrcode: false, message: 'QR_FAIL' }]);
      expect(await waitingOf(someone, provider), mode).toEqual(NOTHING);
      const sql = 'select status, payload, ask_at from qrcodes where member_id = $1 order by created_at desc limit 1';
      expect((await db.query(sql, [someone.id])).rows).toEqual([{ status: 'FAILED', payload: null, ask_at: null }]);
    }
    expect((await ask(someone, provider, 100)).body).toMatchObject({ hasQrcode: true });
  },
);

test('the same Idempotency-Key makes one code, and with another amount none', async () => {
  const { token } = someone;
  const headers = { 'idempotency-key': randomUUID() };
  const askOnce = (amount: number) => product.call('POST /api/qrcode/WW', { token, body: { amount }, headers });
  const [first, together, again] = [...(await Promise.all([askOnce(100), askOnce(100)])), await askOnce(100)];
  expect(first?.body).toMatchObject({ hasQrcode: true });
  expect(together?.body).toEqual(first?.body);
  expect(again?.body).toEqual(first?.body);
  expect(await askOnce(200)).toMatchObject({ status: 409, body: { message: 'IDEMPOTENCY_CONFLICT' } });
});
