import { expect, test } from 'vitest';
import { makeQrcode, startPayingWorld } from '../../../../test/harness.ts';
import { eventually, KBANK, payersOf, SCB } from '../../../../test/payers.ts';
import { problems } from '../../../ledger/ledger.ts';

const world = await startPayingWorld();
const { product, sandbox, database } = world;
const { db } = database;
const { named, pay, inWallet, expectInWallet, sendSlip } = payersOf(world);

const LATE = { target: 'banks/kbank', lie: 'QR lines late' };
const WITHOUT_CODE = { target: 'banks/kbank', lie: 'QR lines without code' };

/** Which rule each payment of this amount waits by; null: it is credited. */
const waiting = async (amount: number) => {
  const sql = 'select waits_by from payments where amount = $1 order by id';
  return (await db.query<{ waits_by: string | null }>(sql, [amount * 100])).rows.map(({ waits_by }) => waits_by);
};

/** A code that is paid while an equal transfer has just been credited waits for its line, which comes without the code. */
async function lineComesLater(
  amount: number,
  payCode: (qrcodeId: string) => Promise<unknown>,
  maker: { token: string; id: string },
) {
  await sandbox.lie(WITHOUT_CODE);
  await sandbox.lie(LATE);
  const { qrcodeId } = await makeQrcode(product, maker, 'KBANK', amount);
  await payCode(qrcodeId);
  await eventually(() => waiting(amount), [null, 'code beside a line']);
  await sandbox.honest(LATE);
  await eventually(() => waiting(amount), [null, null]);
  await sandbox.honest(WITHOUT_CODE);
}

test('a waiting payment by code whose own line comes without the code is credited to the code’s maker', async () => {
  const [other, maker] = [await named(), await named()];
  await pay(other, 700, KBANK);
  await expectInWallet(other, 700);
  await lineComesLater(700, (qrcodeId) => sandbox.pay(qrcodeId), maker);
  expect([await inWallet(other), await inWallet(maker)]).toEqual([700, 700]);
});

test('attack: a code that is paid from the account of a member who has just transferred as much is its maker’s all the same', async () => {
  const [payer, maker] = [await named(), await named()];
  await pay(payer, 800, KBANK);
  await expectInWallet(payer, 800);
  const { bankCode, bankAccountNo, bankAccountName } = payer.registration;
  const from = { fromBank: bankCode, fromAccount: bankAccountNo, fromName: bankAccountName };
  await lineComesLater(800, (qrcodeId) => sandbox.pay(qrcodeId, from), maker);
  expect([await inWallet(payer), await inWallet(maker)]).toEqual([800, 800]);
});

test.each([
  { order: 'the member’s transfer, another’s', first: 'own' },
  { order: 'another’s transfer, the member’s', first: 'other' },
])(
  'a member who transfers as much as another and then pays a code of that amount has both: $order',
  async ({ first }) => {
    const [member, other] = [await named(), await named()];
    const paid = first === 'own' ? 910 : 920;
    const transfers = first === 'own' ? [member, other] : [other, member];
    const { qrcodeId } = await makeQrcode(product, member, 'KBANK', paid);
    for (const sender of transfers) {
      await pay(sender, paid, KBANK);
      await expectInWallet(sender, paid);
    }
    await sandbox.pay(qrcodeId);
    await expectInWallet(member, 2 * paid);
    expect([await inWallet(other), await waiting(paid)]).toEqual([paid, [null, null, null]]);
  },
);

test('a member who pays a code and transfers as much has both, also where the code’s line comes last', async () => {
  const [member, other] = [await named(), await named()];
  await sandbox.lie(LATE);
  const { qrcodeId } = await makeQrcode(product, member, 'KBANK', 930);
  await sandbox.pay(qrcodeId);
  await expectInWallet(member, 930);
  await pay(member, 930, KBANK);
  await pay(other, 930, KBANK);
  await expectInWallet(other, 930);
  await sandbox.honest(LATE);
  await expectInWallet(member, 2 * 930);
  expect(await waiting(930)).toEqual([null, null, null]);
});

test('attack: of a bank whose clock is ahead, and whose lines name no code, no deposit is credited twice', async () => {
  const maker = await named();
  const { bankCode, bankAccountNo, bankAccountName } = maker.registration;
  const lies = ['own references', 'QR lines without code', 'clock ahead'].map((lie) => ({
    target: 'banks/kbank',
    lie,
  }));
  for (const lie of lies) await sandbox.lie(lie);
  const { qrcodeId } = await makeQrcode(product, maker, 'KBANK', 940);
  await sandbox.pay(qrcodeId, { fromBank: bankCode, fromAccount: bankAccountNo, fromName: bankAccountName });
  await eventually(async () => (await waiting(940)).length, 2);
  for (const lie of lies) await sandbox.honest(lie);
  expect((await waiting(940)).toSorted()).toEqual(['kept for a code', null]);
  expect(await inWallet(maker)).toBe(940);
});

test('attack: of a bank whose clock is ahead and that changes its references, line and slip are credited once', async () => {
  const member = await named();
  const lies = ['own references', 'clock ahead'].map((lie) => ({ target: 'banks/scb', lie }));
  for (const lie of lies) await sandbox.lie(lie);
  const { slip } = await pay(member, 950, SCB);
  await eventually(() => waiting(950), ['impossible time']);
  await sendSlip(member, slip);
  await eventually(() => waiting(950), ['impossible time', 'slip beside a line']);
  for (const lie of lies) await sandbox.honest(lie);
  expect(await inWallet(member)).toBe(0);
});

test('after all these lines the books are in order', async () => {
  expect(await problems(db)).toEqual([]);
});
