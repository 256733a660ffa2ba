import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { startPayingWorld } from '../../../test/harness.ts';
import { eventually, KBANK, payersOf, SCB } from '../../../test/payers.ts';

/** So long that no slip stops waiting by itself. */
const world = await startPayingWorld({ SLIP_WAITS_FOR_FEED_MS: '600000' });
const { sandbox, database } = world;
const { db } = database;
const { named, pay, inWallet, expectInWallet, sendSlip, slipEnds, toldOf, silence } = payersOf(world);

test('a slip has the feed of its receiver read at once, and our bank’s word credits the payment', async () => {
  const member = await named();
  await db.query(`update deposit_banks set read_at = clock_timestamp() + interval '1 hour' where bank_code = 'SCB'`);
  const { slip } = await pay(member, 310, SCB);
  await sendSlip(member, slip);
  await expectInWallet(member, 310);
  expect(await toldOf(SCB, 310)).toEqual([{ member_id: member.id, remark: null, reported_by: 'slip+feed' }]);
  await eventually(() => slipEnds(member), ['SUCCESS']);
});

test('a slip of which our bank says nothing waits, and is believed once it has waited long enough', async () => {
  const member = await named();
  await silence('KBANK');
  const { slip } = await pay(member, 320, KBANK);
  await sendSlip(member, slip);
  const waiting = { member_id: null, remark: 'told by a slip, and not by our bank yet', reported_by: 'slip' };
  await eventually(() => toldOf(KBANK, 320), [waiting]);
  expect([await inWallet(member), await slipEnds(member)]).toEqual([0, ['PROCESSING']]);
  await db.query(`update slips set proved_at = proved_at - interval '10 minutes'`);
  await expectInWallet(member, 320);
  await eventually(() => slipEnds(member), ['SUCCESS']);
});

test('the picture of a slip that waits is read once', async () => {
  const member = await named();
  await silence('KBANK');
  const { slip } = await pay(member, 325, KBANK);
  await sendSlip(member, slip);
  await eventually(async () => (await toldOf(KBANK, 325)).length, 1);
  const { rows } = await db.query<{ file: string }>('select file from slips where member_id = $1', [member.id]);
  await rm(join(world.product.mediaDir, rows[0]?.file ?? ''));
  await db.query(`update slips set proved_at = proved_at - interval '10 minutes'`);
  await expectInWallet(member, 325);
  await eventually(() => slipEnds(member), ['SUCCESS']);
});

test('a slip that names another receiver beside our bank and digits is no slip of money to us', async () => {
  const member = await named();
  await sandbox.lie({ target: 'verifier', lie: 'another receiver', times: 1 });
  const { slip } = await pay(member, 330, { ...SCB, feed: false });
  await sendSlip(member, slip);
  await eventually(() => slipEnds(member), ['DEST_ACC_INVALID']);
  expect([await inWallet(member), await toldOf(SCB, 330)]).toEqual([0, []]);
});

test('a slip that does not show which of our accounts was paid waits until another channel reports the payment', async () => {
  // Slips hide the last digit.
  await db.query(
    `insert into deposit_banks (bank_code, bank_type, mode, account_name, account_no, currency, shares_references, read_at)
      values ('SCB', 'BANK', 'AUTO', 'KRAPAO SANDBOX', '0000000019', 'BAHT', true, clock_timestamp() + interval '1 day')`,
  );
  const member = await named();
  const { ref, slip } = await pay(member, 340, { ...SCB, feed: false });
  await sendSlip(member, slip);
  const isPutOff = `select from slips where member_id = $1 and tries > 0 and look_at < app_now() + interval '3 seconds'`;
  await eventually(async () => (await db.query(isPutOff, [member.id])).rowCount, 1);
  const told = () => Promise.all([toldOf(SCB, 340), toldOf({ ...SCB, toAccount: '0000000019' }, 340)]);
  expect([await told(), await slipEnds(member)]).toEqual([[[], []], ['PROCESSING']]);

  const operator = operatorOf(db);
  const { bankCode } = member.registration;
  const recorded = await operator('payments record', 'SCB', '0000000011', bankCode, ref, '340');
  await operator('payments credit', /\d+/.exec(recorded)?.[0] ?? '', member.id);
  await sandbox.moveClock(3);
  await eventually(() => slipEnds(member), ['SUCCESS']);
  expect(await inWallet(member)).toBe(340);
});
