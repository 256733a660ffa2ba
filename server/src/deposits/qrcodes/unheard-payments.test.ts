import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { BY_ITSELF, makeQrcode, newMember, type Player, startPayingWorld, walletOf } from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const operator = operatorOf(db);
const DAY_SECONDS = 24 * 60 * 60;

const inWallet = async (member: Player) => (await walletOf(product, member)).amounts.wallet;
const targetOf = (provider: string) => `payments/${provider.toLowerCase()}`;

type Row = { id: string; member_id: string | null; amount: number; remark: string | null; reported_by: string[] };
/** The payments by a code. */
async function paymentsBy(qrcodeId: string): Promise<Row[]> {
  const sql = `select id::text, member_id, amount::int / 100.0::float8 as amount, remark, reported_by
    from payments where qrcode_id = $1 order by payments.id`;
  return (await db.query<Row>(sql, [qrcodeId])).rows;
}

async function referenceOf(qrcodeId: string): Promise<string> {
  const { rows } = await db.query<{ reference: string }>('select reference from qrcodes where id = $1', [qrcodeId]);
  return rows[0]?.reference ?? '';
}

/** In how many minutes the gateway is asked about the code again; while a worker asks, in less than one. */
async function askedIn(qrcodeId: string): Promise<number> {
  const sql = 'select extract(epoch from ask_at - app_now())::float8 / 60 as minutes from qrcodes where id = $1';
  return (await db.query<{ minutes: number }>(sql, [qrcodeId])).rows[0]?.minutes ?? Number.NaN;
}

test.each([
  ['WW', 800],
  ['PAYTIMZ', 799.5],
  ['KBANK', 800],
])(
  'a code of %s that is paid a second time, with %d baht: the payment waits as one of its own',
  async (provider, second) => {
    const member = await newMember(product);
    const { qrcodeId } = await makeQrcode(product, member, provider, 800);
    await sandbox.pay(qrcodeId, { feed: false });
    await expect.poll(() => inWallet(member), BY_ITSELF).toBe(800);
    await sandbox.pay(qrcodeId, { feed: false, again: true, amount: second });
    // The worker, too, asks the gateway about the code. The payment must be reported by the callback, not by the worker alone.
    await expect.poll(async () => (await paymentsBy(qrcodeId))[1]?.reported_by, BY_ITSELF).toContain('callback');
    const [first, again] = await paymentsBy(qrcodeId);
    const remark = `perhaps the same as payment ${first?.id}`;
    expect(again).toMatchObject({ member_id: null, amount: second, remark });
    expect(await inWallet(member)).toBe(800);
    expect(await operator('payments waiting')).toContain(remark);
    await operator('payments credit', again?.id ?? '', member.id);
    expect(await inWallet(member)).toBe(800 + second);
  },
);

test('a code that was paid twice before the gateway was asked: both payments are reported, and one waits', async () => {
  const member = await newMember(product);
  const { qrcodeId } = await makeQrcode(product, member, 'FP', 45);
  await sandbox.pay(qrcodeId, { times: 0 });
  await sandbox.pay(qrcodeId, { times: 0, again: true });
  await sandbox.moveClock(60);
  await expect.poll(async () => (await paymentsBy(qrcodeId)).length, BY_ITSELF).toBe(2);
  expect((await paymentsBy(qrcodeId)).map(({ member_id }) => member_id)).toEqual([member.id, null]);
  expect(await inWallet(member)).toBe(45);
});

test('a second payment whose callback is lost is found hours later, at a gateway that names only the newest payment', async () => {
  const member = await newMember(product);
  const { qrcodeId } = await makeQrcode(product, member, 'PAYONEX', 120);
  await sandbox.pay(qrcodeId);
  await expect.poll(() => inWallet(member), BY_ITSELF).toBe(120);
  const lies = ['callback-lost', 'newest-only'].map((lie) => ({ target: targetOf('PAYONEX'), lie }));
  for (const lie of lies) await sandbox.lie(lie);
  await sandbox.moveClock(60 * 60);
  await expect.poll(() => askedIn(qrcodeId), BY_ITSELF).toBeGreaterThan(50);
  await sandbox.pay(qrcodeId, { again: true });
  await sandbox.moveClock(6 * 60 * 60);
  await expect.poll(async () => (await paymentsBy(qrcodeId)).length, BY_ITSELF).toBe(2);
  for (const lie of lies) await sandbox.honest(lie);
  expect((await paymentsBy(qrcodeId))[1]).toMatchObject({ member_id: null, amount: 120, reported_by: ['sweep'] });
});

test.each([
  ['WW', 'no-sending-bank', 'a payment without sendingBank'],
  ['KBANK', 'no-sending-bank', 'a payment without sendingBank'],
  ['PAYONEX', 'another-code', 'a payment by another code'],
  ['KBANK', 'another-code', 'a payment by another code'],
])(
  'a payment that %s reports as %s is listed with its member, asked about again, and credited once the report is right',
  async (provider, lied, why) => {
    const member = await newMember(product);
    const { qrcodeId } = await makeQrcode(product, member, provider, 900);
    const lie = { target: targetOf(provider), lie: lied };
    await sandbox.lie(lie);
    await sandbox.pay(qrcodeId, { feed: false });
    const line = `${provider} ${await referenceOf(qrcodeId)}  of ${member.id}  ${why}: `;
    await expect.poll(() => operator('feeds unread'), BY_ITSELF).toContain(line);
    await sandbox.moveClock(60);
    expect((await operator('feeds unread')).split(line)).toHaveLength(2);
    expect(await inWallet(member)).toBe(0);
    await sandbox.honest(lie);
    await sandbox.moveClock(60);
    await expect.poll(() => inWallet(member), BY_ITSELF).toBe(900);
    await expect.poll(() => operator('feeds unread'), BY_ITSELF).not.toContain(line);
  },
);

test('a code that is paid days after its end is found though its callback is lost, and not asked about for ever', async () => {
  const [member, later] = [await newMember(product), await newMember(product)];
  const codes = [await makeQrcode(product, member, 'WW', 1_600), await makeQrcode(product, later, 'WW', 1_700)];
  const [late = '', last = ''] = codes.map(({ qrcodeId }) => qrcodeId);
  const isOver = `select from qrcodes where id in ($1, $2) and status = 'EXPIRED'`;
  const isAsked = (qrcodeId: string) => expect.poll(() => askedIn(qrcodeId), BY_ITSELF).toBeGreaterThan(60);
  await sandbox.moveClock(600);
  await expect.poll(async () => (await db.query(isOver, [late, last])).rowCount, BY_ITSELF).toBe(2);
  await sandbox.moveClock(1.25 * DAY_SECONDS);
  for (const code of [late, last]) await isAsked(code);
  const lie = { target: targetOf('WW'), lie: 'callback-lost' };
  await sandbox.lie(lie);
  await sandbox.pay(late);
  await sandbox.moveClock(2 * DAY_SECONDS);
  const remark = 'paid after its QR code had expired';
  const found = [{ amount: 1_600, member_id: member.id, remark, reported_by: ['sweep'] }];
  await expect.poll(() => paymentsBy(late), BY_ITSELF).toMatchObject(found);
  await isAsked(last);
  await sandbox.moveClock(3.6 * DAY_SECONDS);
  await isAsked(last);
  await sandbox.pay(last);
  await sandbox.moveClock(0.4 * DAY_SECONDS);
  await expect.poll(() => paymentsBy(last), BY_ITSELF).toMatchObject([{ amount: 1_700, member_id: later.id }]);
  await sandbox.honest(lie);
  await sandbox.moveClock(8 * DAY_SECONDS);
  const asked = async () => (await db.query('select from qrcodes where ask_at is not null')).rowCount;
  await expect.poll(asked, BY_ITSELF).toBe(0);
});

test('in the end all that reached the gateways is in the books', async () => {
  const { payments } = await sandbox.books();
  const { rows } = await db.query<{ bank: string; received: number }>(
    `select split_part(upper(name), ':', 3) as bank, -sum(balance)::float8 / 100 as received
      from house_balances where name like 'house:payments:%' group by 1`,
  );
  expect(rows).toHaveLength(5);
  for (const { bank, received } of rows) expect(payments[bank]?.BAHT?.received, bank).toBeCloseTo(received, 2);
  expect(await problems(db)).toEqual([]);
});
