import { expect, test } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import { makeQrcode, startPayingWorld } from '../../../../test/harness.ts';
import { eventually, KBANK, type Member, payersOf } from '../../../../test/payers.ts';
import { problems } from '../../../ledger/ledger.ts';
import { many } from '../../../platform/database.ts';

const world = await startPayingWorld();
const { product, sandbox, database } = world;
const { db } = database;
const operator = operatorOf(db);
const { named, pay, inWallet, expectInWallet, sendSlip, slipEnds, silence, readAgain } = payersOf(world);

const last = await named();
await db.query(`update deposit_banks set added_at = '2020-01-01'`);
let markers = 9_000;

/** Waits until the feed of KBANK was read to its end: lines are read in order. */
async function readToTheEnd(): Promise<void> {
  markers += 1;
  await pay(last, markers, KBANK);
  await eventually(() => rulesOf(markers), [null]);
}

/** KBANK’s feed is set back, and read once more to its end. */
async function readOnceMore(): Promise<void> {
  await readToTheEnd();
  await operator('feeds rewind', KBANK.toBank, KBANK.toAccount, '0', 'AUTO');
  await readToTheEnd();
}

/** While the work goes on, KBANK’s feed tells references of its own, and these lies. */
async function whileLying(lies: string[], work: () => Promise<void>): Promise<void> {
  const told = ['own references', ...lies].map((lie) => ({ target: 'banks/kbank', lie }));
  for (const lie of told) await sandbox.lie(lie);
  await work();
  for (const lie of told) await sandbox.honest(lie);
}

/** By which rule each payment of this amount waits, in the order in which they were reported; null if it was credited. */
const rulesOf = async (amount: number) => {
  const sql = 'select waits_by from payments where receiver_account = $1 and amount = $2 order by id';
  const rows = await many<{ waits_by: string | null }>(db, sql, [KBANK.toAccount, amount * 100]);
  return rows.map(({ waits_by }) => waits_by);
};
const waiting = async (amount: number) => (await rulesOf(amount)).filter((rule) => rule !== null);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const old = (member: Member) => db.query(`update members set created_at = '2020-01-01' where id = $1`, [member.id]);

test.each([
  ['behind', 3_001],
  ['ahead', 3_002],
])(
  'a line that was told under another reference by a clock that is %s is credited once, however often it is read',
  async (clock, amount) => {
    const member = await named();
    await old(member);
    await whileLying([`clock ${clock}`], async () => {
      await pay(member, amount, { ...KBANK, paidAt: minutesAgo(100) });
      await expectInWallet(member, amount);
    });
    await readOnceMore();
    expect(await inWallet(member)).toBe(amount);
    expect(await waiting(amount)).toEqual(['perhaps told twice']);
    await readOnceMore();
    expect(await rulesOf(amount)).toHaveLength(2);
  },
);

test('a slip that waits beside the line of its payment is not credited when that line is read again', async () => {
  const member = await named();
  await whileLying([], async () => {
    const { slip } = await pay(member, 3_101, KBANK);
    await expectInWallet(member, 3_101);
    await sendSlip(member, slip);
    await eventually(() => waiting(3_101), ['slip beside a line']);
  });
  await readOnceMore();
  expect([await inWallet(member), await waiting(3_101)]).toEqual([3_101, ['perhaps told twice']]);
  expect(await slipEnds(member)).toEqual(['PROCESSING']);
});

test('a line that waits beside the slip of its payment is not credited when it is read again', async () => {
  const member = await named();
  await whileLying([], async () => {
    await silence('KBANK');
    const { slip } = await pay(member, 3_102, KBANK);
    await sendSlip(member, slip);
    await expectInWallet(member, 3_102);
    await readAgain('KBANK');
    await eventually(() => waiting(3_102), ['line beside a slip']);
  });
  await readOnceMore();
  expect([await inWallet(member), await waiting(3_102)]).toEqual([3_102, ['perhaps told twice']]);
});

/** The member pays a code of the member from the registered account, which its inquiry does not show. */
async function payOwnCode(member: Member, amount: number, times: number): Promise<void> {
  const { bankCode: fromBank, bankAccountNo: fromAccount, bankAccountName: fromName } = member.registration;
  const { qrcodeId } = await makeQrcode(product, member, 'KBANK', amount);
  await sandbox.lie({ target: 'payments/kbank', lie: 'no-payer' });
  await sandbox.pay(qrcodeId, { fromBank, fromAccount, fromName, times });
}

test('a code’s line that was kept for the code is not credited when it is read again and names the code', async () => {
  const maker = await named();
  await whileLying(['QR lines without code'], async () => {
    await silence('KBANK');
    await payOwnCode(maker, 3_201, 1);
    await expectInWallet(maker, 3_201);
    await readAgain('KBANK');
    await eventually(() => waiting(3_201), ['kept for a code']);
  });
  await readOnceMore();
  expect([await inWallet(maker), await waiting(3_201)]).toEqual([3_201, ['perhaps told twice']]);
});

test('a code whose line was credited before is not credited when that line is read again and names the code', async () => {
  const maker = await named();
  await whileLying(['QR lines without code'], async () => {
    // The callback is lost: the line comes first, and the gateway is asked later.
    await payOwnCode(maker, 3_202, 0);
    await expectInWallet(maker, 3_202);
    await sandbox.moveClock(20);
    await eventually(() => waiting(3_202), ['code beside a line']);
  });
  await readOnceMore();
  expect([await inWallet(maker), await waiting(3_202)]).toEqual([3_202, ['perhaps told twice']]);
});

test('a page whose reader died before its end has no line credited twice, whatever the bank tells the next reader', async () => {
  const members = await Promise.all(Array.from({ length: 3 }, () => named()));
  const cursor = 'select feed_cursor, read_to from deposit_banks where account_no = $1';
  await readToTheEnd();
  const [before] = await many<{ feed_cursor: bigint; read_to: bigint }>(db, cursor, [KBANK.toAccount]);
  await whileLying([], async () => {
    for (const member of members) await pay(member, 3_301, KBANK);
    for (const member of members) await expectInWallet(member, 3_301);
    await silence('KBANK');
  });
  // The lines were taken in, and how far the feed was read was not written any more.
  const died = 'update deposit_banks set feed_cursor = $2, read_to = $3 where account_no = $1';
  await db.query(died, [KBANK.toAccount, before?.feed_cursor, before?.read_to]);
  await readAgain('KBANK');
  await readToTheEnd();
  expect(await Promise.all(members.map((member) => inWallet(member)))).toEqual([3_301, 3_301, 3_301]);
  expect(await waiting(3_301)).toEqual(Array(3).fill('perhaps told twice'));
});

test('equal payments of two members, read again under other references, are credited once each', async () => {
  const [twice, once] = [await named(), await named()];
  await whileLying(['clock behind'], async () => {
    for (const member of [twice, once, twice]) await pay(member, 3_401, KBANK);
    await expectInWallet(twice, 6_802);
    await expectInWallet(once, 3_401);
  });
  await readOnceMore();
  expect([await inWallet(twice), await inWallet(once)]).toEqual([6_802, 3_401]);
  expect(await waiting(3_401)).toEqual(Array(3).fill('perhaps told twice'));
});

test('a line that named another sender waits for an operator when it is read again under another reference', async () => {
  const member = await named();
  await whileLying(['another sender', 'clock behind'], async () => {
    await pay(member, 3_402, KBANK);
    await eventually(() => waiting(3_402), ['nobody fits']);
  });
  await readOnceMore();
  expect([await inWallet(member), await waiting(3_402)]).toEqual([0, ['nobody fits', 'perhaps told twice']]);
});

test('a feed that is set back credits what was passed over, also beside equal payments that it told before', async () => {
  const [told, passedOver] = [await named(), await named()];
  await pay(told, 3_501, KBANK);
  await expectInWallet(told, 3_501);
  await readToTheEnd();
  await silence('KBANK');
  await db.query('update deposit_banks set feed_cursor = 5000 where account_no = $1', [KBANK.toAccount]);
  await readAgain('KBANK');
  await pay(passedOver, 3_501, KBANK);
  await old(told);
  await pay(told, 3_501, { ...KBANK, paidAt: minutesAgo(31) });
  await operator('feeds rewind', KBANK.toBank, KBANK.toAccount, '0', 'AUTO');
  await readToTheEnd();
  expect([await inWallet(told), await inWallet(passedOver)]).toEqual([7_002, 3_501]);
  expect(await waiting(3_501)).toEqual([]);
});

test('after all this the books are in order', async () => {
  expect(await problems(db)).toEqual([]);
});
