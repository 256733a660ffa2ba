import { describe, expect, test } from 'vitest';
import {
  digits,
  newLaoRegistration,
  newMember,
  PATIENT,
  startPayingWorld,
  startProduct,
  statementOf,
} from '../../../../test/harness.ts';
import {
  BCEL,
  BY_SMS,
  eventually,
  firstName,
  GSB,
  KBANK,
  type Member,
  payersOf,
  SCB,
} from '../../../../test/payers.ts';
import { problems } from '../../../ledger/ledger.ts';

const world = await startPayingWorld();
const { product, sandbox, database } = world;
const { db } = database;
const laos = await startProduct(database, { ...PATIENT, SANDBOX_URL: sandbox.url, EDITION: 'la', ROLE: 'api' });
const { named, confirmed, pay, inWallet, expectInWallet, sendSlip, slipEnds, readAgain, silence } = payersOf(world);

async function paymentsOf(ref: string) {
  const sql = 'select member_id, remark from payments where reference = $1';
  return (await db.query<{ member_id: string | null; remark: string | null }>(sql, [ref])).rows;
}

/** The payment is in the books, belongs to no member, and its remark says why. */
async function expectWaiting(ref: string, remark: string): Promise<void> {
  await eventually(() => paymentsOf(ref), [{ member_id: null, remark }]);
}

/** The channels by which the payments to the account with SMS were reported. */
async function toldOf({ id }: Member) {
  const sql = `select reported_by, reference is not null and notice_id is not null as is_paired
    from payments where member_id = $1 and receiver_account = '0000000130' order by id`;
  const { rows } = await db.query<{ reported_by: string[]; is_paired: boolean }>(sql, [id]);
  return rows.map(({ reported_by, is_paired }) => (is_paired ? reported_by.toSorted().join('+') : 'alone'));
}

describe.concurrent('the member who sent a payment is recognised by', () => {
  test('the whole account', async () => {
    const [kbank, gsb] = await Promise.all([named(), named({ bankCode: 'GSB', bankAccountNo: digits(12) })]);
    await Promise.all([pay(kbank, 1_000.25, KBANK), pay(gsb, 2_000, GSB)]);
    await expectInWallet(kbank, 1_000.25);
    await expectInWallet(gsb, 2_000);
    expect(await statementOf(product, gsb)).toEqual([
      expect.objectContaining({
        statementType: 'deposit',
        status: 'SUCCESS',
        from: 'GSB',
        to: 'wallet',
        amount: 2_000,
      }),
    ]);
  });

  test('the last digits and the cut name', async () => {
    const [member, laoMember] = await Promise.all([
      named(),
      newMember(laos, newLaoRegistration({ bankAccountName: `${firstName()} SISAVATH` })),
    ]);
    await Promise.all([pay(member, 300, SCB), pay(laoMember, 250_000, BCEL)]);
    await expectInWallet(member, 300);
    await expectInWallet(laoMember, 250_000, laos);
  });

  test.each([
    ['สมชาย ใจดี', 'นาย สมชาย ใจดี'],
    ['ดาวเรือง สุขใจ', 'นางดาวเรือง สุขใจ'],
    ['นางสาว กมลชนก วงศ์ดี', 'น.ส. กมลชนก วงศ์ดี'],
    ['somchai jaidee', 'MR. SOMCHAI JAIDEE'],
    ['Mrs Malee Jaidee', 'MALEE JAIDEE'],
    ['Miss Dao Mrigadee', 'MS.DAO MRIGADEE'],
  ])('the name %s where the bank writes %s', async (bankAccountName, fromName) => {
    const member = await newMember(product, { bankAccountName });
    await Promise.all([pay(member, 10, { ...KBANK, fromName }), pay(member, 20, { ...SCB, fromName })]);
    await expectInWallet(member, 30);
  });

  test('the whole account alone where the name is in another script', async () => {
    const member = await newMember(product, { bankAccountName: 'สมหญิง ใจดี' });
    await pay(member, 40, { ...KBANK, fromName: 'SOMYING JAIDEE' });
    await expectInWallet(member, 40);
  });

  test('neither a stranger’s account, nor a name that contradicts, nor another bank: the money waits', async () => {
    const member = await named();
    const stranger = 'of a sender who is no member';
    const { ref: ofNobody } = await pay(member, 51, { ...KBANK, fromAccount: digits(10) });
    const { ref: contradicted } = await pay(member, 52, { ...KBANK, fromName: 'SOMEBODY ELSE' });
    const { ref: contradictedBehindDigits } = await pay(member, 53, { ...SCB, fromName: 'SOMEBODY ELSE' });
    const { ref: ofAnotherBank } = await pay(member, 54, { ...SCB, fromBank: 'BBL' });
    const { ref: inKip } = await pay(member, 55, { ...KBANK, currency: 'LAK' });
    for (const ref of [ofNobody, contradicted, contradictedBehindDigits, ofAnotherBank])
      await expectWaiting(ref, stranger);
    await expectWaiting(inKip, 'told in LAK, at an account in BAHT');
    expect(await inWallet(member)).toBe(0);
  });

  test('no digits that several members’ accounts end with: the money waits', async () => {
    const bankAccountName = `${firstName()} JAIDEE`;
    const [first, second] = await Promise.all(
      ['11', '22'].map((start) => named({ bankAccountName, bankAccountNo: `${start}${digits(4)}7404` })),
    );
    const { ref } = await pay(first as Member, 60, { ...SCB, fromAccount: `99${digits(4)}7404` });
    await eventually(() => paymentsOf(ref), [{ member_id: null, remark: expect.stringMatching(/^of one of /) }]);
    const [{ remark } = { remark: '' }] = await paymentsOf(ref);
    for (const member of [first, second] as Member[]) {
      expect(remark).toContain(member.id);
      expect(await inWallet(member)).toBe(0);
    }
    // A feed shows the whole number, which tells the two members apart.
    await pay(second as Member, 61, KBANK);
    await expectInWallet(second as Member, 61);
  });
});

describe.concurrent('an SMS', () => {
  test('credits a sender who is confirmed, and pairs one to one with slips that come later', async () => {
    const member = await confirmed();
    // Equal, within a minute: nothing but their balances tells them apart.
    const transfers = [await pay(member, 500, BY_SMS), await pay(member, 500, BY_SMS)];
    await expectInWallet(member, 1_001);
    for (const { slip } of transfers) await sendSlip(member, slip);
    await eventually(() => slipEnds(member), ['SUCCESS', 'SUCCESS']);
    expect(await inWallet(member)).toBe(1_001);
    expect(await toldOf(member)).toEqual(['slip+sms', 'slip+sms']);
    expect(await statementOf(product, member)).toHaveLength(3);

    // A third payment of which no SMS comes is paired with neither SMS: it waits.
    const third = await pay(member, 500, { ...BY_SMS, feed: false });
    await sendSlip(member, third.slip);
    await expectWaiting(third.ref, 'told by a slip, and not by our bank yet');
    expect(await inWallet(member)).toBe(1_001);
  });

  test('that may be of several members waits, and a slip decides whose payment it is', async () => {
    const bankAccountName = `${firstName()} JAIDEE`;
    const [member, other] = await Promise.all([
      named({ bankAccountName, bankAccountNo: `${digits(5)}18404` }),
      named({ bankAccountName, bankAccountNo: `${digits(5)}28404` }),
    ]);
    const { slip } = await pay(member, 611, BY_SMS);
    const told = async () => (await db.query('select member_id, remark from payments where amount = 61100')).rows;
    await eventually(told, [{ member_id: null, remark: expect.stringMatching(/^of one of /) }]);
    await sendSlip(member, slip);
    await eventually(() => slipEnds(member), ['SUCCESS']);
    await eventually(told, [{ member_id: member.id, remark: null }]);
    expect([await inWallet(member), await inWallet(other)]).toEqual([611, 0]);
  });

  test('of one sender is not taken for the slip of another who paid as much in the same minute', async () => {
    // The digits that an SMS and a slip both show are the same for the two senders.
    const [first, second] = await Promise.all([
      confirmed({ bankAccountNo: `${digits(5)}11230` }),
      confirmed({ bankAccountNo: `${digits(5)}21231` }),
    ]);
    const told = await pay(first, 733, BY_SMS);
    await expectInWallet(first, 734);
    const untold = await pay(second, 733, { ...BY_SMS, feed: false });
    await sendSlip(second, untold.slip);
    await expectWaiting(untold.ref, 'told by a slip, and not by our bank yet');
    await sendSlip(first, told.slip);
    await eventually(() => slipEnds(first), ['SUCCESS']);
    expect([await inWallet(first), await inWallet(second)]).toEqual([734, 1]);
  });
});

test('while a feed is down no payment is lost, and payments that slips reported meanwhile are not credited again when it is back', async () => {
  const [told, proved] = await Promise.all([confirmed(), confirmed()]);
  await silence('KBANK');
  await Promise.all([pay(told, 810, KBANK), pay(told, 811, BY_SMS)]);
  const transfers = [await pay(proved, 900, BY_SMS), await pay(proved, 900, BY_SMS), await pay(proved, 910, KBANK)];
  for (const { slip } of transfers) await sendSlip(proved, slip);
  // An SMS has no reference: what it will tell cannot be told apart from what the slips tell.
  await eventually(() => slipEnds(proved), ['SUCCESS', 'PROCESSING', 'PROCESSING']);
  expect([await inWallet(told), await inWallet(proved)]).toEqual([1, 911]);

  // The account is also closed: members who know its number go on paying to it.
  await db.query(`update deposit_banks set is_open = false where bank_code = 'KBANK'`);
  await readAgain('KBANK');
  await expectInWallet(told, 1_622);
  await eventually(() => toldOf(proved), ['slip+sms', 'slip+sms']);
  await eventually(() => slipEnds(proved), ['SUCCESS', 'SUCCESS', 'SUCCESS']);
  const after = await named();
  await pay(after, 77, KBANK);
  await expectInWallet(after, 77);
  expect(await inWallet(proved)).toBe(2_711);
  expect(await statementOf(product, proved)).toHaveLength(4);
});

test('in the end every satang that reached us is in one payment, and the ledger adds up', async () => {
  const { payments } = await sandbox.books();
  const { rows } = await db.query<{ bank: string; currency: string; received: number }>(
    `select receiver_bank as bank, currency, sum(amount)::float8 / 100 as received from payments group by 1, 2`,
  );
  for (const { bank, currency, received } of rows)
    expect(payments[bank]?.[currency]?.received, `${bank} ${currency}`).toBeCloseTo(received, 2);
  expect(rows.map(({ bank }) => bank)).toEqual(expect.arrayContaining(['SCB', 'KBANK', 'GSB', 'BCEL']));
  expect(await problems(db)).toEqual([]);
});
