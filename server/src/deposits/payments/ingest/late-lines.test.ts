import { expect, test } from 'vitest';
import { makeQrcode, startPayingWorld } from '../../../../test/harness.ts';
import { eventually, KBANK, payersOf } from '../../../../test/payers.ts';
import { problems } from '../../../ledger/ledger.ts';
import { many, one } from '../../../platform/database.ts';

const world = await startPayingWorld();
const { product, sandbox, database } = world;
const { db } = database;
const { named, pay, expectInWallet, inWallet, sendSlip, silence, readAgain, toldOf } = payersOf(world);

const MINUTE = 60;
const target = 'banks/kbank';
const LIES = ['own references', 'clock ahead', 'QR lines without code'];
/** By which rule each payment of this amount waits, in the order in which they were reported; null if it was credited. */
const rulesOf = async (amount: number) => {
  const sql = 'select waits_by from payments where receiver_account = $1 and amount = $2 order by id';
  const rows = await many<{ waits_by: string | null }>(db, sql, [KBANK.toAccount, amount * 100]);
  return rows.map(({ waits_by }) => waits_by);
};

const isFeedHeard = async () => {
  const sql = `select heard_until > app_now() - interval '1 minute' as is from deposit_banks where account_no = $1`;
  return (await one<{ is: boolean }>(db, sql, [KBANK.toAccount])).is;
};

test('attack: after an outage a bank tells its lines an hour late, by other references and without codes: nothing is credited twice', async () => {
  const [bySlip, byCode] = [await named(), await named()];
  for (const lie of LIES) await sandbox.lie({ target, lie });
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

test('attack: a bank that lists QR payments lists one 50 minutes late, by another reference and time, without its code: it waits', async () => {
  const [usual, byCode, later] = [await named(), await named(), await named()];
  const payByCode = async (member: Awaited<ReturnType<typeof named>>, amount: number) => {
    const { qrcodeId } = await makeQrcode(product, member, 'KBANK', amount);
    const { bankCode: fromBank, bankAccountNo: fromAccount, bankAccountName: fromName } = member.registration;
    await sandbox.pay(qrcodeId, { fromBank, fromAccount, fromName, feed: true });
  };
  for (const lie of LIES) await sandbox.honest({ target, lie });
  await payByCode(usual, 905);
  const channels = async () => (await toldOf(KBANK, 905)).map(({ reported_by }) => reported_by.includes('feed'));
  await eventually(channels, [true]);

  for (const lie of [...LIES, 'QR lines late']) await sandbox.lie({ target, lie });
  await payByCode(byCode, 907);
  await sandbox.moveClock(MINUTE);
  await expectInWallet(byCode, 907);
  for (const minutes of [35, 15]) {
    await sandbox.moveClock(minutes * MINUTE);
    await eventually(isFeedHeard, true);
  }
  await sandbox.honest({ target, lie: 'QR lines late' });
  await eventually(() => rulesOf(907), [null, 'kept for a code']);
  expect(await inWallet(byCode)).toBe(907);

  await sandbox.honest({ target, lie: 'clock ahead' });
  await pay(later, 907, KBANK);
  await expectInWallet(later, 907);
  expect(await inWallet(byCode)).toBe(907);
  expect(await problems(db)).toEqual([]);
});
