import { expect, test } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import { mainWalletOf, makeQrcode, startPayingWorld } from '../../../../test/harness.ts';
import { eventually, KBANK, type Member, payersOf, SCB } from '../../../../test/payers.ts';
import { problems } from '../../../ledger/ledger.ts';

const world = await startPayingWorld();
const { product, sandbox, database } = world;
const { db } = database;
const operator = operatorOf(db);
const { named, pay, inWallet, expectInWallet, sendSlip, slipEnds, toldOf, silence, readAgain } = payersOf(world);
// What an account has that is added.
await operator('receivers references', KBANK.toBank, KBANK.toAccount, 'own');

const frozenOf = async (member: Member) => (await mainWalletOf(product, member)).frozen;
/** A member pays a code of KBANK from an account that the inquiry does not show. */
async function payCode(member: Member, amount: number, how: { fromName?: string; fromAccount?: string } = {}) {
  const { qrcodeId } = await makeQrcode(product, member, 'KBANK', amount);
  await sandbox.pay(qrcodeId, how);
}
const ownAccount = ({ registration }: Member) => ({
  fromBank: registration.bankCode,
  fromAccount: registration.bankAccountNo,
  fromName: registration.bankAccountName,
});
/** Neither the inquiry nor the statement shows anything by which a code's line is known. */
const CODES_UNKNOWN = [
  { target: 'payments/kbank', lie: 'no-payer' },
  { target: 'banks/kbank', lie: 'QR lines without code' },
  { target: 'banks/kbank', lie: 'own references' },
];
async function whileLying(lies: { target: string; lie: string }[], work: () => Promise<void>): Promise<void> {
  for (const lie of lies) await sandbox.lie(lie);
  await work();
  for (const lie of lies) await sandbox.honest(lie);
}
/** How many payments of this amount wait, and why. */
const waiting = async (amount: number) => {
  const sql = `select waits_by from payments where amount = $1 and member_id is null and closed_at is null order by id`;
  const { rows } = await db.query<{ waits_by: string }>(sql, [amount * 100]);
  return rows.map(({ waits_by }) => waits_by);
};

test('a code that is paid by nobody whom the inquiry shows freezes no other member’s equal transfer', async () => {
  const [victim, maker] = [await named(), await named()];
  await pay(victim, 731, KBANK);
  await expectInWallet(victim, 731);
  await payCode(maker, 731);
  await expectInWallet(maker, 731);
  expect([await inWallet(victim), await frozenOf(victim)]).toEqual([731, undefined]);
  expect(await waiting(731)).toEqual([]);
});

test('a transfer is not swallowed by another’s equal code whose line comes later', async () => {
  const [victim, maker] = [await named(), await named()];
  await whileLying([{ target: 'banks/kbank', lie: 'QR lines late' }], async () => {
    await payCode(maker, 732);
    await expectInWallet(maker, 732);
    const { slip } = await pay(victim, 732, KBANK);
    await eventually(() => waiting(732), ['kept for a code']);
    await sendSlip(victim, slip);
  });
  await expectInWallet(victim, 732);
  await eventually(() => slipEnds(victim), ['SUCCESS']);
  expect([await inWallet(maker), await waiting(732)]).toEqual([732, []]);
});

test('a late line without its code, from the maker’s own account, is credited to nobody a second time', async () => {
  const [victim, maker] = [await named(), await named()];
  await whileLying(CODES_UNKNOWN, async () => {
    await whileLying([{ target: 'banks/kbank', lie: 'QR lines late' }], async () => {
      await payCode(maker, 5_000, ownAccount(maker));
      await expectInWallet(maker, 5_000);
      await pay(victim, 5_000, KBANK);
      await eventually(() => waiting(5_000), ['kept for a code']);
    });
    await expectInWallet(victim, 5_000);
  });
  // What is left is closed by the report of the day.
  expect([await inWallet(maker), await waiting(5_000)]).toEqual([5_000, ['kept for a code']]);
});

test('a bank whose statement is faster than its callback, and names no code, has no deposit credited twice', async () => {
  const maker = await named();
  await whileLying(CODES_UNKNOWN, async () => {
    const { qrcodeId } = await makeQrcode(product, maker, 'KBANK', 5_001);
    // The callback is lost: the line comes first, and the gateway is asked later.
    await sandbox.pay(qrcodeId, { ...ownAccount(maker), times: 0 });
    await expectInWallet(maker, 5_001);
    await sandbox.moveClock(20);
    await eventually(() => waiting(5_001), ['code beside a line']);
  });
  expect(await inWallet(maker)).toBe(5_001);
});

test('a payment by code is credited at once where no equal amount is near, with and without a named payer', async () => {
  const maker = await named();
  await whileLying([{ target: 'banks/kbank', lie: 'QR lines late' }], async () => {
    await payCode(maker, 741);
    await payCode(maker, 742, ownAccount(maker));
    await payCode(maker, 743, { fromName: 'SOMEBODY ELSE', fromAccount: '1234567890' });
    await expectInWallet(maker, 741 + 742 + 743);
  });
});

test('a bank that begins to tell references of its own, while they are said to be shared, has nothing credited twice', async () => {
  const [first, second] = [await named(), await named()];
  await whileLying([{ target: 'banks/scb', lie: 'own references' }], async () => {
    const { slip } = await pay(first, 3_000, SCB);
    await expectInWallet(first, 3_000);
    await sendSlip(first, slip);
    await eventually(() => waiting(3_000), ['slip beside a line']);
    // The other way round: the slip is credited while the feed is silent, and the feed tells another reference.
    await silence('SCB');
    const later = await pay(second, 3_001, SCB);
    await sendSlip(second, later.slip);
    await expectInWallet(second, 3_001);
    await readAgain('SCB');
    await eventually(() => waiting(3_001), ['line beside a slip']);
  });
  expect([await inWallet(first), await inWallet(second)]).toEqual([3_000, 3_001]);
});

test('a line in another currency than its account’s waits', async () => {
  const member = await named();
  await whileLying([{ target: 'banks/kbank', lie: 'another currency' }], async () => {
    await pay(member, 4_321, KBANK);
    const told = { member_id: null, remark: 'told in LAK, at an account in BAHT', reported_by: 'feed' };
    await eventually(() => toldOf(KBANK, 4_321), [told]);
  });
  expect(await operator('payments waiting')).toContain('another currency: told in LAK, at an account in BAHT');
  expect(await inWallet(member)).toBe(0);
});

test('after all this the books are in order', async () => {
  expect(await problems(db)).toEqual([]);
});
