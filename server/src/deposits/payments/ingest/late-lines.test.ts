import { expect, test } from 'vitest';
import { makeQrcode, startPayingWorld } from '../../../../test/harness.ts';
import { eventually, KBANK, payersOf } from '../../../../test/payers.ts';
import { problems } from '../../../ledger/ledger.ts';
import { many } from '../../../platform/database.ts';

const world = await startPayingWorld();
const { product, sandbox, database } = world;
const { db } = database;
const { named, pay, expectInWallet, inWallet, sendSlip, silence, readAgain } = payersOf(world);

const MINUTE = 60;
/** By which rule each payment of this amount waits, in the order in which they were reported; null if it was credited. */
const rulesOf = async (amount: number) => {
  const sql = 'select waits_by from payments where receiver_account = $1 and amount = $2 order by id';
  const rows = await many<{ waits_by: string | null }>(db, sql, [KBANK.toAccount, amount * 100]);
  return rows.map(({ waits_by }) => waits_by);
};

test('attack: after an outage a bank tells its lines an hour late, by other references and without codes: nothing is credited twice', async () => {
  const [bySlip, byCode] = [await named(), await named()];
  for (const lie of ['own references', 'clock ahead', 'QR lines without code'])
    await sandbox.lie({ target: 'banks/kbank', lie });
  await silence('KBANK');
  const { slip } = await pay(bySlip, 901, KBANK);
  await sendSlip(bySlip, slip);
  const { qrcodeId } = await makeQrcode(product, byCode, 'KBANK', 904);
  const { bankCode: fromBank, bankAccountNo: fromAccount, bankAccountName: fromName } = byCode.registration;
  await sandbox.pay(qrcodeId, { fromBank, fromAccount, fromName, feed: true });
  await sandbox.moveClock(MINUTE);
  await expectInWallet(bySlip, 901);
  await expectInWallet(byCode, 904);

  await sandbox.moveClock(50 * MINUTE);
  await readAgain('KBANK');
  await eventually(() => rulesOf(901), [null, 'line beside a slip']);
  await eventually(() => rulesOf(904), [null, 'kept for a code']);
  expect([await inWallet(bySlip), await inWallet(byCode)]).toEqual([901, 904]);
  expect(await problems(db)).toEqual([]);
});
