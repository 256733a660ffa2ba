import { expect, test } from 'vitest';
import { makeQrcode, startPayingWorld } from '../../../../test/harness.ts';
import { eventually, KBANK, payersOf } from '../../../../test/payers.ts';
import { problems } from '../../../ledger/ledger.ts';

const world = await startPayingWorld();
const { product, sandbox, database } = world;
const { db } = database;
const { named, pay, inWallet, expectInWallet } = payersOf(world);

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

test('after all these lines the books are in order', async () => {
  expect(await problems(db)).toEqual([]);
});
