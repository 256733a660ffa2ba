import { expect, test } from 'vitest';
import {
  BY_ITSELF,
  makeQrcode,
  newLaoRegistration,
  newMember,
  PATIENT,
  type Player,
  startPayingWorld,
  startProduct,
  statementOf,
  walletOf,
} from '../../../test/harness.ts';
import { NOTHING, qrcodesAt } from '../../../test/qrcodes.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const laos = await startProduct(database, { ...PATIENT, SANDBOX_URL: sandbox.url, ROLE: 'api', EDITION: 'la' });
const laoMember = await newMember(laos, newLaoRegistration());
const { waitingOf, cancel, rowOf } = qrcodesAt(product);
const inWallet = async (member: Player, at = product) => (await walletOf(at, member)).amounts.wallet;

async function paymentsOf({ id }: Player) {
  const sql = `select amount::int / 100.0::float8 as amount, remark, reported_by from payments where member_id = $1 order by id`;
  return (await db.query<{ amount: number; remark: string | null; reported_by: string[] }>(sql, [id])).rows;
}

test('a payment at any provider is credited when the callback comes, shown in the statement, and the code is gone', async () => {
  const providers = ['WW', 'PAYONEX', 'PAYTIMZ', 'FP', 'KBANK'];
  const pay = async (member: Player, provider: string, at: typeof product) => {
    const { qrcodeId } = await makeQrcode(at, member, provider, 5_000.25);
    await sandbox.pay(qrcodeId);
    await expect.poll(() => inWallet(member, at), BY_ITSELF).toBe(5_000.25);
    const from = provider === 'BCEL' ? 'BCEL' : 'KBANK';
    expect(await statementOf(at, member)).toEqual([
      expect.objectContaining({ statementType: 'deposit', status: 'SUCCESS', from, to: 'wallet', amount: 5_000.25 }),
    ]);
    expect(await waitingOf(member, provider, at)).toEqual(NOTHING);
    expect(await rowOf(qrcodeId)).toMatchObject({ status: 'PAID' });
    expect(await paymentsOf(member)).toMatchObject([{ amount: 5_000.25, remark: null }]);
  };
  await Promise.all([
    ...providers.map(async (provider) => pay(await newMember(product), provider, product)),
    pay(laoMember, 'BCEL', laos),
  ]);
});

test('five callbacks of one payment credit it once', async () => {
  const member = await newMember(product);
  const { qrcodeId } = await makeQrcode(product, member, 'PAYTIMZ', 77);
  const reported = async () => Number((await db.query('select from callback_nonces')).rowCount);
  const before = await reported();
  await sandbox.pay(qrcodeId, { times: 5 });
  await expect.poll(reported, BY_ITSELF).toBe(before + 5);
  await expect.poll(() => inWallet(member), BY_ITSELF).toBe(77);
  expect(await statementOf(product, member)).toHaveLength(1);
  // The sweep may have asked the gateway as well.
  expect(await paymentsOf(member)).toMatchObject([{ amount: 77, reported_by: expect.arrayContaining(['callback']) }]);
});

test('the gateway’s inquiry says how much was paid, not the code and not the callback', async () => {
  const [more, less, lied] = await Promise.all([newMember(product), newMember(product), newMember(product)]);
  const pay = async (member: Player, how: object) =>
    sandbox.pay((await makeQrcode(product, member, 'WW', 300)).qrcodeId, how);
  await Promise.all([
    pay(more, { amount: 512.34 }),
    pay(less, { amount: 0.01 }),
    pay(lied, { callbackAmount: 99_999 }),
  ]);
  await expect.poll(() => inWallet(more), BY_ITSELF).toBe(512.34);
  await expect.poll(() => inWallet(less), BY_ITSELF).toBe(0.01);
  await expect.poll(() => inWallet(lied), BY_ITSELF).toBe(300);
  const remark = 'paid with another amount than its QR code said';
  expect(await paymentsOf(more)).toMatchObject([{ remark }]);
  expect(await paymentsOf(less)).toMatchObject([{ remark }]);
  expect(await paymentsOf(lied)).toMatchObject([{ remark: null }]);
});

test('a payment whose callback finds the gateway silent about it is credited by itself', async () => {
  // No other code may be asked about meanwhile: that would use up the fault.
  await db.query('update qrcodes set ask_at = null');
  const members = await Promise.all(
    ['FP', 'KBANK'].map(async (provider) => ({ provider, ...(await newMember(product)) })),
  );
  for (const { provider, ...member } of members) {
    const { qrcodeId } = await makeQrcode(product, member, provider, 88);
    await sandbox.fault({ target: `payments/${provider.toLowerCase()}`, call: 'inquiry', mode: 'garbage', times: 1 });
    await sandbox.pay(qrcodeId, { feed: false });
    await expect.poll(() => inWallet(member), BY_ITSELF).toBe(88);
    expect(await paymentsOf(member)).toMatchObject([{ reported_by: ['sweep'] }]);
  }
});

test('paid after it was cancelled or replaced, a code is credited with a remark', async () => {
  const [cancelled, unreachable, replaced] = await Promise.all([
    newMember(product),
    newMember(product),
    newMember(product),
  ]);
  const [first, second, third] = await Promise.all([
    makeQrcode(product, cancelled, 'WW', 100),
    makeQrcode(product, unreachable, 'PAYONEX', 100),
    makeQrcode(product, replaced, 'KBANK', 100),
  ]);
  await sandbox.fault({ target: 'payments/payonex', call: 'cancel', mode: 'refuse', times: 1 });
  for (const [member, { qrcodeId }] of [
    [cancelled, first],
    [unreachable, second],
  ] as const)
    expect(await cancel(member, qrcodeId)).toMatchObject({ status: 200, body: NOTHING });
  const waiting = await makeQrcode(product, replaced, 'KBANK', 150);
  await Promise.all([first, second, third].map(({ qrcodeId }) => sandbox.pay(qrcodeId)));
  for (const member of [cancelled, unreachable, replaced]) {
    await expect.poll(() => inWallet(member), BY_ITSELF).toBe(100);
    expect(await paymentsOf(member)).toMatchObject([{ amount: 100, remark: 'paid after its QR code was cancelled' }]);
  }
  expect(await waitingOf(replaced, 'KBANK')).toEqual(waiting);
});

test('cancelling a code that is paid already credits it before the answer', async () => {
  const member = await newMember(product);
  const { qrcodeId } = await makeQrcode(product, member, 'FP', 60);
  await sandbox.pay(qrcodeId, { times: 0 });
  expect(await cancel(member, qrcodeId)).toMatchObject({ status: 200, body: NOTHING });
  expect(await inWallet(member)).toBe(60);
  expect(await rowOf(qrcodeId)).toMatchObject({ status: 'PAID' });
});

test('a payment whose callback is lost is found while its code waits, and after it was cancelled', async () => {
  const [waiting, over] = await Promise.all([newMember(product), newMember(product)]);
  const codes = await Promise.all([makeQrcode(product, waiting, 'WW', 500), makeQrcode(product, over, 'KBANK', 600)]);
  await cancel(over, codes[1].qrcodeId);
  await Promise.all(codes.map(({ qrcodeId }) => sandbox.pay(qrcodeId, { times: 0, feed: false })));
  await sandbox.moveClock(60);
  await expect.poll(() => inWallet(waiting), BY_ITSELF).toBe(500);
  await expect.poll(() => inWallet(over), BY_ITSELF).toBe(600);
  expect(await paymentsOf(waiting)).toMatchObject([{ reported_by: ['sweep'] }]);
});

test('after ten minutes a code is gone, and a payment that is made by it even then is credited with a remark', async () => {
  const [called, silent] = await Promise.all([newMember(product), newMember(product)]);
  const codes = await Promise.all([makeQrcode(product, called, 'PAYTIMZ', 20), makeQrcode(product, silent, 'WW', 400)]);
  await sandbox.moveClock(590);
  expect(await waitingOf(called, 'PAYTIMZ')).toMatchObject({ qrcodeId: codes[0].qrcodeId });
  await sandbox.moveClock(11);
  expect(await waitingOf(called, 'PAYTIMZ')).toEqual(NOTHING);
  expect(await waitingOf(silent, 'WW')).toEqual(NOTHING);
  const remark = 'paid after its QR code had expired';
  await sandbox.pay(codes[0].qrcodeId);
  await expect.poll(() => inWallet(called), BY_ITSELF).toBe(20);
  expect(await paymentsOf(called)).toMatchObject([{ amount: 20, remark }]);

  await sandbox.moveClock(6 * 60 * 60);
  await sandbox.pay(codes[1].qrcodeId, { times: 0 });
  expect(await inWallet(silent)).toBe(0);
  await sandbox.moveClock(10 * 60 * 60);
  // The member's sign-in ran out meanwhile, so the database is asked.
  await expect
    .poll(() => paymentsOf(silent), BY_ITSELF)
    .toMatchObject([{ amount: 400, remark, reported_by: ['sweep'] }]);
});

test('in the end the providers’ books say what the ledger says, to the satang', async () => {
  const { payments } = await sandbox.books();
  const { rows } = await db.query<{ bank: string; currency: string; received: number }>(
    `select receiver_bank as bank, currency, sum(amount)::float8 / 100 as received
      from payments where member_id is not null group by 1, 2 order by 1`,
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { bank, currency, received } of rows)
    expect(payments[bank]?.[currency]?.received, bank).toBeCloseTo(received, 2);
  expect(await problems(db)).toEqual([]);
});
