import { expect, test } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import { digits, newLaoRegistration, newMember, startPayingWorld } from '../../../../test/harness.ts';
import { BCEL, BY_SMS, eventually, firstName, KBANK, type Member, payersOf, SCB } from '../../../../test/payers.ts';
import { problems } from '../../../ledger/ledger.ts';

const world = await startPayingWorld();
const { product, sandbox, database } = world;
const { db } = database;
const operator = operatorOf(db);
const { named, confirmed, pay, inWallet, expectInWallet, sendSlip, slipEnds, toldOf, silence, readAgain } =
  payersOf(world);

/** The flags that stand at a member, as an operator reads them. */
async function flagsOf({ id }: Member): Promise<string[]> {
  const lines = (await operator('flags list')).split('\n').filter((line) => line.includes(`  ${id}  `));
  return lines.map((line) => / {2}([^(]*) \(/.exec(line.slice(line.indexOf(id)))?.[1] ?? line);
}

/** Two members whom four digits, the first name and a letter cannot tell apart. */
async function twins(): Promise<[Member, Member]> {
  const name = firstName();
  const end = digits(5);
  return [
    await named({ bankAccountName: `${name} JAIDEE`, bankAccountNo: `11111${end}` }),
    await named({ bankAccountName: `${name} JUNTRA`, bankAccountNo: `22222${end}` }),
  ];
}

test('an SMS does not name the sender’s bank: it credits no member whose account was not seen before', async () => {
  const member = await named();
  await pay(member, 1_234, BY_SMS);
  const waiting = { member_id: null, remark: `perhaps of ${member.id}: its bank is not told`, reported_by: 'sms' };
  await eventually(() => toldOf(BY_SMS, 1_234), [waiting]);
  // The registered account pays where it is wholly shown: now its four digits and the name are enough.
  await pay(member, 1, KBANK);
  await expectInWallet(member, 1);
  await pay(member, 1_235, BY_SMS);
  await expectInWallet(member, 1_236);
});

test('an SMS and the slip of its payment together name the sender’s bank, and credit the one member who fits', async () => {
  const member = await named();
  const { slip } = await pay(member, 1_244, BY_SMS);
  await eventually(async () => (await toldOf(BY_SMS, 1_244)).length, 1);
  await sendSlip(member, slip);
  await expectInWallet(member, 1_244);
  await eventually(() => slipEnds(member), ['SUCCESS']);
});

test('a payer at another bank with the digits and name of a member pays nothing into the wallet of that member', async () => {
  const member = await named({ bankAccountNo: `${digits(6)}7404` });
  const stranger = { fromBank: 'BBL', fromAccount: `99999${member.registration.bankAccountNo.slice(-5)}` };
  await pay(member, 1_250, { ...SCB, ...stranger });
  const remark = 'of a sender who is no member';
  await eventually(() => toldOf(SCB, 1_250), [{ member_id: null, remark, reported_by: 'feed' }]);
  expect(await inWallet(member)).toBe(0);
});

test('where several members fit, money waits whichever of them uploads the slip, and an operator decides', async () => {
  const [member, twin] = await twins();
  const { slip } = await pay(member, 1_500, SCB);
  const waiting = { member_id: null, remark: expect.stringMatching(/^of one of /) };
  await eventually(() => toldOf(SCB, 1_500), [{ ...waiting, reported_by: 'feed' }]);
  await sendSlip(twin, slip);
  await sendSlip(member, slip);
  await eventually(() => toldOf(SCB, 1_500), [{ ...waiting, reported_by: 'feed+slip' }]);
  await eventually(async () => [await slipEnds(twin), await slipEnds(member)], [['PROCESSING'], ['PROCESSING']]);
  expect([await inWallet(member), await inWallet(twin)]).toEqual([0, 0]);

  const [{ id } = { id: '' }] = (await db.query<{ id: bigint }>('select id from payments where amount = 150000')).rows;
  await operator('payments credit', String(id), member.id);
  expect([await inWallet(member), await inWallet(twin)]).toEqual([1_500, 0]);
  // What the operators decided once decides about no other payment: the next one from there waits too.
  await pay(member, 1_501, SCB);
  await eventually(() => toldOf(SCB, 1_501), [{ ...waiting, reported_by: 'feed' }]);
  expect([await inWallet(member), await inWallet(twin)]).toEqual([1_500, 0]);
});

test('of two members whose accounts were both seen before and look the same neither is credited', async () => {
  const [member, twin] = await twins();
  for (const one of [twin, member]) {
    await pay(one, 1, KBANK);
    await expectInWallet(one, 1);
  }
  await pay(member, 1_505, SCB);
  const waiting = { member_id: null, remark: expect.stringMatching(/^of one of /), reported_by: 'feed' };
  await eventually(() => toldOf(SCB, 1_505), [waiting]);
  expect([await inWallet(member), await inWallet(twin)]).toEqual([1, 1]);
});

test('a payment that a twin may have sent waits, also if the account of the member was seen before', async () => {
  const member = await confirmed();
  const { bankAccountName, bankAccountNo } = member.registration;
  const twin = await named({ bankAccountName, bankAccountNo: `00000${bankAccountNo.slice(5)}` });
  await pay(member, 1_510, SCB);
  const waiting = { member_id: null, remark: expect.stringMatching(/^of one of /), reported_by: 'feed' };
  await eventually(() => toldOf(SCB, 1_510), [waiting]);
  // Where the whole account is shown, it is the member's.
  await pay(member, 1_511, KBANK);
  await expectInWallet(member, 1_512);
  expect(await inWallet(twin)).toBe(0);
});

test('a thief with the digits and name of a payer gets nothing by the payer’s slip, and the bank’s report decides whose payment it is', async () => {
  const [victim, thief] = await twins();
  await silence('KBANK');
  const { slip } = await pay(victim, 3_100, KBANK);
  await sendSlip(thief, slip);
  await eventually(
    () => toldOf(KBANK, 3_100),
    [{ member_id: null, remark: expect.stringMatching(/^of one of /), reported_by: 'slip' }],
  );
  expect(await inWallet(thief)).toBe(0);
  await readAgain('KBANK');
  await expectInWallet(victim, 3_100);
  await eventually(() => slipEnds(thief), ['NOT_MATCH']);
  // What the feed shows more of the sender than the slip did is kept.
  const sql = `select sender_account, sender_name from payments where amount = 310000`;
  const { bankAccountNo, bankAccountName } = victim.registration;
  expect((await db.query(sql)).rows).toEqual([{ sender_account: bankAccountNo, sender_name: bankAccountName }]);
});

test('a name in another script behind cut digits: up to 2,000 is credited and the member is flagged, more waits', async () => {
  const member = await newMember(product, { bankAccountName: 'ประไพ แสนสุข' });
  const fromName = 'PRAPHAI SAENSUK';
  await pay(member, 2_000, { ...SCB, fromName });
  await expectInWallet(member, 2_000);
  expect(await flagsOf(member)).toEqual(['name in another script']);
  await pay(member, 2_000.01, { ...SCB, fromName });
  const remark = `perhaps of ${member.id}: the name cannot be compared`;
  await eventually(() => toldOf(SCB, 2_000.01), [{ member_id: null, remark, reported_by: 'feed' }]);
  // The whole account is shown once: the sender is confirmed, the flag goes, and the name is known in this script.
  await pay(member, 40, { ...KBANK, fromName });
  await expectInWallet(member, 2_040);
  expect(await flagsOf(member)).toEqual([]);
  await pay(member, 5_000, { ...SCB, fromName });
  await expectInWallet(member, 7_040);
  expect(await flagsOf(member)).toEqual([]);
});

test('in kip a name in another script is enough for 1,200,000, and an operator clears the flag', async () => {
  const member = await newMember({ db, edition: 'la' }, newLaoRegistration({ bankAccountName: 'ຄຳແພງ ສີສະຫວັດ' }));
  const fromName = 'KHAMPHENG SISAVATH';
  await pay(member, 1_200_000, { ...BCEL, fromName });
  await pay(member, 1_200_001, { ...BCEL, fromName });
  await eventually(async () => (await toldOf(BCEL, 1_200_000)).map(({ member_id }) => member_id), [member.id]);
  await eventually(async () => (await toldOf(BCEL, 1_200_001)).map(({ member_id }) => member_id), [null]);
  const [flag = ''] = (await operator('flags list')).split('\n').filter((line) => line.includes(member.id));
  const [id = ''] = flag.split(' ');
  expect(await operatorOf(db, { EDITION: 'la' })('member show', member.id)).toContain('name in another script');
  expect(await operator('flags clear', id)).toBe(`Flag ${id} of ${member.id} is cleared.`);
  await expect(operator('flags clear', id)).rejects.toThrow(`No flag ${id} stands`);
  expect(await flagsOf(member)).toEqual([]);
});

test('a bank that shows less than it did, or more, changes only how much is known of a sender', async () => {
  const member = await named();
  await sandbox.lie({ target: 'banks/scb', lie: 'whole senders' });
  await pay(member, 61, SCB);
  await expectInWallet(member, 61);
  await sandbox.honest({ target: 'banks/scb', lie: 'whole senders' });
  await sandbox.lie({ target: 'banks/kbank', lie: 'cut senders' });
  await pay(member, 62, KBANK);
  await expectInWallet(member, 123);
  await sandbox.honest({ target: 'banks/kbank', lie: 'cut senders' });
  const sql = 'select sender_account ~ $1 as is_whole from payments where member_id = $2 order by id';
  const { rows } = await db.query<{ is_whole: boolean }>(sql, ['^[0-9]+$', member.id]);
  expect(rows.map(({ is_whole }) => is_whole)).toEqual([true, false]);
  expect(await problems(db)).toEqual([]);
});
