import { createHmac, randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import {
  type Answer,
  contents,
  makeQrcode,
  newMember,
  type Player,
  startPayingWorld,
  walletOf,
} from '../../../test/harness.ts';
import { inTransaction } from '../../platform/database.ts';
import { sweepNonces, useNonce } from './qrcodes.queries.ts';

// No workers run: every change is made by a callback.
const { product, sandbox, database } = await startPayingWorld({ ROLE: 'api' });
const { db } = database;
const member = await newMember(product);
const KEY = 'sandbox-key-not-a-secret';
const MINUTE_MS = 60_000;
const UNAUTHORIZED = { status: 401, body: { message: 'UNAUTHORIZED' } };
const INVALID = { status: 400, body: { message: 'INVALID_REQUEST' } };
const NO_DATA = { status: 404, body: { message: 'NO_DATA' } };

type Code = { qrcodeId: string; reference: string };
let ww: Code;
let payonex: Code;
let kbank: Code;

async function make(provider: string): Promise<Code> {
  const { qrcodeId } = await makeQrcode(product, member, provider, 100);
  const { rows } = await db.query('select reference from qrcodes where id = $1', [qrcodeId]);
  return { qrcodeId, reference: rows[0].reference };
}

/** All of the codes are paid at the gateway, which is what makes a callback worth forging. */
beforeEach(async () => {
  [ww, payonex, kbank] = await Promise.all([make('WW'), make('PAYONEX'), make('KBANK')]);
  await Promise.all([ww, payonex].map(({ qrcodeId }) => sandbox.pay(qrcodeId, { times: 0 })));
});

const bodyOf = ({ reference }: Code, more: object = {}) =>
  JSON.stringify({ nonce: randomUUID(), reference, status: 'paid', amount: '100.00', payment: null, ...more });

function signed(raw: string, { key = KEY, timestamp = String(Date.now()) } = {}) {
  const signature = createHmac('sha256', key).update(`${timestamp}.${raw}`).digest('hex');
  return { 'x-timestamp': timestamp, 'x-signature': signature };
}

const post = (provider: string, raw: string, headers: Record<string, string> = {}) =>
  product.call(`POST /hooks/payments/${provider}`, { raw, headers });

/** The attempt is refused in this way and changes nothing in the database. */
async function expectRefusal(refusal: object, attempt: () => Promise<Answer>, name = ''): Promise<void> {
  const before = await contents(db);
  expect(await attempt(), name).toMatchObject(refusal);
  expect(await contents(db), name).toEqual(before);
}

const inWallet = async (player: Player) => (await walletOf(product, player)).amounts.wallet;

test('a callback whose signature is absent, forged or of another text is refused', async () => {
  const raw = bodyOf(ww);
  const good = signed(raw);
  const another = good['x-signature'].replace(/./g, (digit) => (digit === '0' ? '1' : '0'));
  for (const [name, headers] of Object.entries({
    none: {},
    'no timestamp': { 'x-signature': good['x-signature'] },
    'no signature': { 'x-timestamp': good['x-timestamp'] },
    'an empty one': { ...good, 'x-signature': '' },
    'no hex': { ...good, 'x-signature': 'z'.repeat(64) },
    'too short': { ...good, 'x-signature': good['x-signature'].slice(0, 62) },
    'too long': { ...good, 'x-signature': `${good['x-signature']}00` },
    another: { ...good, 'x-signature': another },
    'another key': signed(raw, { key: 'guessed' }),
    'an empty key': signed(raw, { key: '' }),
    'of another body': signed(bodyOf(payonex)),
    'of no body': signed(''),
    'another time': { ...good, 'x-timestamp': String(Number(good['x-timestamp']) + 1) },
  }))
    await expectRefusal(UNAUTHORIZED, () => post('ww', raw, headers), name);
  await expectRefusal(UNAUTHORIZED, () => post('ww', `${raw} `, good), 'a space more');
  await expectRefusal(UNAUTHORIZED, () => post('ww', raw.replace('100.00', '900.00'), good), 'another amount');
});

test('a callback from more than five minutes ago or ahead, or of no time at all, is refused', async () => {
  const raw = bodyOf(ww);
  const times = [Date.now() - 6 * MINUTE_MS, Date.now() + 6 * MINUTE_MS, 'NaN', 'Infinity', '-1', '', 'now', '1e400'];
  for (const time of times) {
    const headers = signed(raw, { timestamp: String(time) });
    await expectRefusal(UNAUTHORIZED, () => post('ww', raw, headers), String(time));
  }
});

test('a callback about another provider’s code, or about none, is refused', async () => {
  for (const [provider, reference] of [
    ['ww', payonex.reference],
    ['payonex', ww.reference],
    ['ww', 'K0000000000000000000'],
    ['ww', ww.reference.toLowerCase()],
    ['ww', ''],
    ['ww', `${ww.reference}' or '1'='1`],
    ['ww', 'x'.repeat(10_000)],
    ['kbank', ww.reference],
  ] as const) {
    const raw = bodyOf({ reference, qrcodeId: '' }, { partnerTxnUid: reference });
    await expectRefusal(NO_DATA, () => post(provider, raw, signed(raw)), `${provider} ${reference}`);
  }
});

test('a callback that was received before, to the byte, is refused, also many at once and after it was credited', async () => {
  const raw = bodyOf(ww);
  const headers = signed(raw);
  const before = await inWallet(member);
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('ww', raw, headers)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect(await inWallet(member)).toBe(Number(before) + 100);
  await expectRefusal({ status: 409, body: { message: 'NONCE_USED' } }, () => post('ww', raw, headers));
  const resigned = signed(raw, { timestamp: String(Date.now() + 1) });
  await expectRefusal({ status: 409, body: { message: 'NONCE_USED' } }, () => post('ww', raw, resigned));
});

test('a nonce is used up at its own provider only, and by a callback that is refused not at all', async () => {
  const nonce = randomUUID();
  const unknown = bodyOf({ reference: 'K0000000000000000000', qrcodeId: '' }, { nonce });
  expect(await post('ww', unknown, signed(unknown))).toMatchObject(NO_DATA);
  for (const [provider, code] of [
    ['ww', ww],
    ['payonex', payonex],
  ] as const) {
    const raw = bodyOf(code, { nonce });
    expect(await post(provider, raw, signed(raw))).toMatchObject({ status: 200, body: { received: true } });
  }
});

test('a body that is no callback is refused, rightly signed or not', async () => {
  const { reference } = ww;
  const bodies = {
    nothing: '',
    'no JSON': 'reference=K1&status=paid',
    'half of it': bodyOf(ww).slice(0, -10),
    'a list': JSON.stringify([{ reference, nonce: 'n' }]),
    null: 'null',
    'a text': JSON.stringify(reference),
    'a number': '1',
    'nothing in it': '{}',
    'no nonce': JSON.stringify({ reference, status: 'paid' }),
    'an empty nonce': bodyOf(ww, { nonce: '' }),
    'a long nonce': bodyOf(ww, { nonce: 'n'.repeat(101) }),
    'a nonce that is none': bodyOf(ww, { nonce: { $ne: '' } }),
    'a nonce with a NUL': bodyOf(ww, { nonce: 'a\u0000b' }),
    'a reference with a NUL': bodyOf(ww, { reference: `${reference}\u0000` }),
    'a reference that is none': bodyOf(ww, { reference: [reference] }),
    'a poisoned prototype': `{"__proto__": {"reference": "${reference}", "nonce": "n"}}`,
  };
  for (const [name, raw] of Object.entries(bodies)) {
    await expectRefusal(INVALID, () => post('ww', raw, signed(raw)), name);
    const unsigned = await post('ww', raw);
    expect([400, 401], name).toContain(unsigned.status);
  }
  const huge = bodyOf(ww, { padding: 'x'.repeat(100 * 1024) });
  const tooLarge = { status: 413, body: { message: 'BODY_TOO_LARGE' } };
  await expectRefusal(tooLarge, () => post('ww', huge, signed(huge)));
  const raw = bodyOf(ww);
  const asText = { ...signed(raw), 'content-type': 'text/plain' };
  await expectRefusal({ status: 415, body: { message: 'UNSUPPORTED_MEDIA_TYPE' } }, () => post('ww', raw, asText));
});

test('an unsigned callback is not believed: an unpaid code stays unpaid', async () => {
  const raw = JSON.stringify({
    partnerTxnUid: kbank.reference,
    txnNo: 'T1',
    txnAmount: '999999.00',
    statusCode: '00',
    payment: { amount: '999999.00' },
  });
  const statusOf = async () =>
    (await db.query('select status, closed_at, payload from qrcodes where id = $1', [kbank.qrcodeId])).rows;
  const state = () => Promise.all([contents(db, { except: ['qrcodes', 'rate_limit_events'] }), statusOf()]);
  const before = await state();
  const answers = await Promise.all(Array.from({ length: 5 }, () => post('kbank', raw)));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(await state()).toEqual(before);

  const none = [{}, [], { partnerTxnUid: null }, { partnerTxnUid: 'a\u0000' }];
  for (const body of none)
    await expectRefusal(INVALID, () => post('kbank', JSON.stringify(body)), JSON.stringify(body));
});

test('of unsigned callbacks about one code a hundred in ten minutes are taken, and those about another code count apart', async () => {
  const other = await newMember(product);
  const { qrcodeId } = await makeQrcode(product, other, 'KBANK', 100);
  const { rows } = await db.query('select reference from qrcodes where id = $1', [qrcodeId]);
  const call = async (reference: string) => (await post('kbank', JSON.stringify({ partnerTxnUid: reference }))).status;
  const before = (interval: string, count: number) =>
    db.query(
      `insert into rate_limit_events (scope, subject, at)
        select 'unsigned-callback', $1, app_now() - $2::interval from generate_series(1, $3)`,
      [kbank.qrcodeId, interval, count],
    );
  await before('10 minutes', 100);
  await before('9 minutes 30 seconds', 99);
  expect(await call(kbank.reference)).toBe(200);
  expect(await call(kbank.reference)).toBe(429);
  expect(await call(rows[0].reference)).toBe(200);
});

test('a nonce is kept for an hour', async () => {
  const kept = ['59 minutes', '61 minutes'].map((age) => ({ age, nonce: randomUUID() }));
  for (const { age, nonce } of kept)
    await db.query(
      `insert into callback_nonces (provider, nonce, at) values ('WW', $1, clock_timestamp() - $2::interval)`,
      [nonce, age],
    );
  await sweepNonces(db);
  const isUsed = async ({ nonce }: { nonce: string }) =>
    inTransaction(db, async (tx) => !(await useNonce(tx, 'WW', nonce)));
  expect(await Promise.all(kept.map(isUsed))).toEqual([true, false]);
});

test('a callback with words of its own about the money changes nothing of what the gateway says', async () => {
  const [from, before] = ['0000000000', await inWallet(member)];
  const payment = { amount: '5000.00', currency: 'LAK', sendingBank: 'SCB', reference: 'FORGED', senderAccount: from };
  const raw = bodyOf(ww, { amount: '5000.00', status: 'refunded', payment });
  expect(await post('ww', raw, signed(raw))).toMatchObject({ status: 200 });
  expect(await inWallet(member)).toBe(Number(before) + 100);
  expect((await db.query(`select from payments where reference = 'FORGED'`)).rowCount).toBe(0);
});

test('callbacks are received where they are sent to and nowhere else', async () => {
  const raw = bodyOf(ww);
  for (const call of [
    'GET /hooks/payments/ww',
    'GET /hooks/payments/kbank',
    'GET /hooks/payments',
    'DELETE /hooks/payments/ww',
  ])
    await expectRefusal(NO_DATA, () => product.call(call, { headers: signed('') }), call);
  for (const provider of ['nobank', 'ww/', 'scb', '../payments/ww2'])
    await expectRefusal(NO_DATA, () => post(provider, raw, signed(raw)), provider);
  expect((await fetch(`${product.url}/hooks/payments/ww`, { method: 'HEAD' })).status).toBe(404);
});
