import { expect, test } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import {
  makeQrcode,
  newLaoRegistration,
  newMember,
  PATIENT,
  startPayingWorld,
  startProduct,
} from '../../../../test/harness.ts';
import { BCEL, BY_SMS, eventually, KBANK, payersOf, SCB } from '../../../../test/payers.ts';
import { problems } from '../../../ledger/ledger.ts';

const world = await startPayingWorld();
const { product, sandbox, database } = world;
const { db } = database;
const operator = operatorOf(db);
const { named, confirmed, pay, inWallet, expectInWallet, sendSlip, slipEnds, toldOf, readAgain, silence } =
  payersOf(world);

/** While the test runs, the bank tells these lies. */
async function whileLying(bank: string, lies: string[], work: () => Promise<void>): Promise<void> {
  const target = `banks/${bank.toLowerCase()}`;
  for (const lie of lies) await sandbox.lie({ target, lie });
  await work();
  for (const lie of lies) await sandbox.honest({ target, lie });
}

/** While the test runs, each channel of the account has references of its own. */
async function withOwnReferences({ toBank, toAccount }: typeof SCB, work: () => Promise<void>): Promise<void> {
  expect(await operator('receivers references', toBank, toAccount, 'own')).toContain('has own references');
  await work();
  expect(await operator('receivers references', toBank, toAccount, 'shared')).toContain('has shared references');
}

test('a reference in small letters and with dashes is the reference on the slip: one payment, one credit', async () => {
  const [reportedFirst, provedFirst] = [await named(), await named()];
  await whileLying('KBANK', ['spelled references'], async () => {
    const { slip } = await pay(reportedFirst, 3_000, KBANK);
    await expectInWallet(reportedFirst, 3_000);
    await sendSlip(reportedFirst, slip);
    await eventually(() => slipEnds(reportedFirst), ['SUCCESS']);
    await silence('KBANK');
    const later = await pay(provedFirst, 3_001, KBANK);
    await sendSlip(provedFirst, later.slip);
    await expectInWallet(provedFirst, 3_001);
    await readAgain('KBANK');
    await eventually(
      () => toldOf(KBANK, 3_001),
      [{ member_id: provedFirst.id, remark: null, reported_by: 'slip+feed' }],
    );
  });
  expect([await inWallet(reportedFirst), await inWallet(provedFirst)]).toEqual([3_000, 3_001]);
});

test('a reference that a Lao bank spells otherwise is no second payment either', async () => {
  const laos = await startProduct(database, { ...PATIENT, SANDBOX_URL: sandbox.url, EDITION: 'la', ROLE: 'api' });
  const member = await newMember(laos, newLaoRegistration({ bankAccountName: 'KHAMPHENG SISAVATH' }));
  await whileLying('BCEL', ['spelled references'], async () => {
    const { slip } = await pay(member, 250_000, BCEL);
    const credited = { member_id: member.id, remark: null };
    await eventually(() => toldOf(BCEL, 250_000), [{ ...credited, reported_by: 'feed' }]);
    await sendSlip(member, slip, laos);
    await eventually(() => toldOf(BCEL, 250_000), [{ ...credited, reported_by: 'feed+slip' }]);
  });
});

test('where feed and slips have references of their own, a payment reported by both is credited once', async () => {
  const member = await named();
  await withOwnReferences(SCB, () =>
    whileLying('SCB', ['own references', 'clock behind'], async () => {
      const first = await pay(member, 410, SCB);
      await expectInWallet(member, 410);
      await sendSlip(member, first.slip);
      await eventually(() => slipEnds(member), ['SUCCESS']);
      // The same slip again is the same report of the same payment.
      await sendSlip(member, first.slip);
      await eventually(() => slipEnds(member), ['SLIP_REFNO_DUPLICATED', 'SUCCESS']);
      expect(await inWallet(member)).toBe(410);
      expect(await toldOf(SCB, 410)).toEqual([{ member_id: member.id, remark: null, reported_by: 'feed+slip' }]);
    }),
  );
});

test('where references are not shared, a slip waits for the feed, and credits never exceed what the feed has reported', async () => {
  const member = await named();
  await withOwnReferences(SCB, () =>
    whileLying('SCB', ['own references'], async () => {
      await silence('SCB');
      const transfers = [await pay(member, 420, SCB), await pay(member, 420, SCB)];
      const untold = await pay(member, 420, { ...SCB, feed: false });
      for (const { slip } of [...transfers, untold]) await sendSlip(member, slip);
      const waiting = { member_id: null, remark: 'told by a slip, and not by our bank yet', reported_by: 'slip' };
      await eventually(() => toldOf(SCB, 420), [waiting, waiting, waiting]);
      // The first look waits for the bank at any account, the second is over when the third begins.
      const looks = 'select from slips where member_id = $1 and tries >= 3';
      await eventually(async () => (await db.query(looks, [member.id])).rowCount, 3);
      expect(await inWallet(member)).toBe(0);
      await readAgain('SCB');
      await expectInWallet(member, 840);
      await eventually(async () => (await slipEnds(member)).sort(), ['PROCESSING', 'SUCCESS', 'SUCCESS']);
      expect((await toldOf(SCB, 420)).map(({ reported_by }) => reported_by).sort()).toEqual([
        'slip',
        'slip+feed',
        'slip+feed',
      ]);
      expect(await inWallet(member)).toBe(840);
    }),
  );
});

test('an SMS of another minute, or of a Buddhist year, and the slip of its payment are credited once', async () => {
  const [behind, buddhist] = [await confirmed(), await confirmed()];
  await whileLying('KBANK', ['clock behind'], async () => {
    const { slip } = await pay(behind, 501, BY_SMS);
    await expectInWallet(behind, 502);
    await sendSlip(behind, slip);
    await eventually(() => slipEnds(behind), ['SUCCESS']);
  });
  await whileLying('KBANK', ['SMS of Buddhist years'], async () => {
    const { slip } = await pay(buddhist, 503, BY_SMS);
    await expectInWallet(buddhist, 504);
    await sendSlip(buddhist, slip);
    await eventually(() => slipEnds(buddhist), ['SUCCESS']);
  });
  expect([await inWallet(behind), await inWallet(buddhist)]).toEqual([502, 504]);
});

test('an SMS delivered twice is one payment, and two payments in one minute are two, since their balances differ', async () => {
  const member = await confirmed();
  await whileLying('KBANK', ['SMS twice'], async () => {
    await pay(member, 511, BY_SMS);
    await pay(member, 511, BY_SMS);
    await expectInWallet(member, 1_023);
  });
  const credited = { member_id: member.id, remark: null, reported_by: 'sms' };
  expect(await toldOf(BY_SMS, 511)).toEqual([credited, credited]);
});

test('an SMS without a balance that comes again waits for an operator, whichever slips are sent', async () => {
  const member = await confirmed();
  await whileLying('KBANK', ['SMS without balance'], async () => {
    const transfers = [await pay(member, 521, BY_SMS), await pay(member, 521, BY_SMS)];
    await expectInWallet(member, 522);
    const isPerhapsSame = expect.stringMatching(/^perhaps the same as payment \d+$/);
    await eventually(async () => (await toldOf(BY_SMS, 521)).map(({ remark }) => remark), [null, isPerhapsSame]);
    await sendSlip(member, transfers[0]?.slip ?? '');
    await eventually(() => slipEnds(member), ['SUCCESS']);
    expect(await inWallet(member)).toBe(522);
    await sendSlip(member, transfers[1]?.slip ?? '');
    const bySlip = { member_id: null, remark: 'told by a slip, and not by our bank yet', reported_by: 'slip' };
    await eventually(async () => (await toldOf(BY_SMS, 521)).at(-1), bySlip);
    expect(await inWallet(member)).toBe(522);
  });
});

test('the slip of a later payment makes no payment of an SMS that came twice', async () => {
  const member = await confirmed();
  await whileLying('KBANK', ['SMS without balance', 'SMS twice'], async () => {
    const paidAt = new Date(Date.now() - 3 * 60_000).toISOString();
    const { slip } = await pay(member, 522, { ...BY_SMS, paidAt });
    await eventually(async () => (await toldOf(BY_SMS, 522)).length, 2);
    await sendSlip(member, slip);
    await eventually(() => slipEnds(member), ['SUCCESS']);
  });
  await silence('KBANK');
  const { slip } = await pay(member, 522, BY_SMS);
  await sendSlip(member, slip);
  await eventually(async () => (await toldOf(BY_SMS, 522)).length, 3);
  await readAgain('KBANK');
  await expectInWallet(member, 1 + 522 + 522);
  expect((await toldOf(BY_SMS, 522)).map(({ reported_by }) => reported_by)).toEqual(['sms+slip', 'sms', 'slip+sms']);
});

test('an SMS that comes again in other words, and then twice, is one payment', async () => {
  const member = await confirmed();
  await whileLying('KBANK', ['clock behind'], async () => {
    await pay(member, 541, BY_SMS);
    await expectInWallet(member, 542);
  });
  await whileLying('KBANK', ['SMS twice'], async () => {
    await operator('feeds rewind', BY_SMS.toBank, BY_SMS.toAccount, '0', 'SMS');
    // Told behind all others.
    await pay(member, 5, BY_SMS);
    await expectInWallet(member, 547);
  });
  expect(await toldOf(BY_SMS, 541)).toEqual([{ member_id: member.id, remark: null, reported_by: 'sms' }]);
});

test('an SMS with a time that is an hour off is given the time at which it was received, and waits', async () => {
  const member = await confirmed();
  await whileLying('KBANK', ['clock ahead'], async () => {
    await pay(member, 531, BY_SMS);
    const remark = expect.stringMatching(/^it says .*Z, which cannot be$/);
    await eventually(() => toldOf(BY_SMS, 531), [{ member_id: null, remark, reported_by: 'sms' }]);
  });
  const sql = `select from payments where amount = 53100 and abs(extract(epoch from paid_at - app_now())) < 600`;
  expect((await db.query(sql)).rowCount).toBe(1);
  expect(await inWallet(member)).toBe(1);
});

test('an SMS that waited at the gateway while we could not read it is believed in its time', async () => {
  const member = await confirmed();
  await db.query(`update members set created_at = '2020-01-01' where id = $1`, [member.id]);
  await silence('KBANK');
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await pay(member, 541, { ...BY_SMS, paidAt: ago(100) });
  await pay(member, 542, { ...BY_SMS, paidAt: ago(140) });
  await db.query(
    `update deposit_banks set heard_until = app_now() - interval '2 hours', added_at = '2020-01-01' where mode = 'SMS'`,
  );
  await readAgain('KBANK');
  await expectInWallet(member, 542);
  await eventually(async () => (await toldOf(BY_SMS, 542)).map(({ member_id }) => member_id), [null]);
});

test('a QR code reported twice with different references is credited once, and the second report waits', async () => {
  const member = await named();
  await whileLying('KBANK', ['own references'], async () => {
    const { qrcodeId } = await makeQrcode(product, member, 'KBANK', 700);
    await sandbox.pay(qrcodeId, { feed: true });
    await expectInWallet(member, 700);
    await eventually(
      async () => (await toldOf(KBANK, 700)).map(({ remark }) => remark),
      [null, expect.stringMatching(/^perhaps the same as payment \d+$/)],
    );
    await withOwnReferences(KBANK, async () => {
      const other = await makeQrcode(product, member, 'KBANK', 701);
      await sandbox.pay(other.qrcodeId, { feed: true });
      await eventually(
        async () => (await toldOf(KBANK, 701)).map(({ reported_by }) => reported_by.includes('feed')),
        [true],
      );
    });
  });
  expect(await inWallet(member)).toBe(1_401);
  expect(await problems(db)).toEqual([]);
});
