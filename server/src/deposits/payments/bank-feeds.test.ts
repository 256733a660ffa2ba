import { randomInt } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { BankTransfer } from '../../../../world/sandbox-controls.ts';
import {
  BY_ITSELF,
  digits,
  newLaoRegistration,
  newMember,
  PATIENT,
  slipsOf,
  startPayingWorld,
  startProduct,
  statementOf,
  uploadSlip,
  walletOf,
} from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const laos = await startProduct(database, { ...PATIENT, SANDBOX_URL: sandbox.url, EDITION: 'la', ROLE: 'api' });

type Member = Awaited<ReturnType<typeof newMember>>;
const SCB = { toBank: 'SCB', toAccount: '0000000011' };
const KBANK = { toBank: 'KBANK', toAccount: '0000000012' };
const BY_SMS = { toBank: 'KBANK', toAccount: '0000000130' };
const GSB = { toBank: 'GSB', toAccount: '000000000014' };
const BCEL = { toBank: 'BCEL', toAccount: '0000000000015' };

/** A first name that no other member has: only four digits of the account are shown beside it. */
const firstName = () => Array.from({ length: 8 }, () => String.fromCharCode(65 + randomInt(26))).join('');
const named = (more: Record<string, unknown> = {}) =>
  newMember(product, { bankAccountName: `${firstName()} JAIDEE`, ...more });
const inWallet = async (member: Member, at = product) => (await walletOf(at, member)).amounts.wallet;
/** Unlike `expect.poll`, for tests that run side by side. */
const eventually = (read: () => Promise<unknown>, expected: unknown) =>
  vi.waitFor(async () => expect(await read()).toEqual(expected), BY_ITSELF);
const expectInWallet = (member: Member, amount: number, at = product) => eventually(() => inWallet(member, at), amount);

function pay({ registration }: Member, amount: number, more: Partial<BankTransfer> & typeof SCB) {
  const { bankCode: fromBank, bankAccountNo: fromAccount, bankAccountName: fromName } = registration;
  return sandbox.bankTransfer({ fromBank, fromAccount, fromName, amount, ...more });
}

async function paymentsOf(ref: string) {
  const sql = 'select member_id, remark from payments where reference = $1';
  return (await db.query<{ member_id: string | null; remark: string | null }>(sql, [ref])).rows;
}

/** The payment is in the books, belongs to no member, and its remark says why. */
async function expectWaiting(ref: string, remark: string): Promise<void> {
  await eventually(() => paymentsOf(ref), [{ member_id: null, remark }]);
}

async function sendSlip(member: Member, slip: string): Promise<void> {
  const picture = new Uint8Array(await (await fetch(slip)).arrayBuffer());
  expect(await uploadSlip(product, member, picture)).toMatchObject({ status: 200 });
}

const slipEnds = async (member: Member) => (await slipsOf(product, member)).map(({ status, note }) => note ?? status);

/** The channels by which the payments to the account with SMS were heard of. */
async function toldOf({ id }: Member) {
  const sql = `select heard_by, reference is not null and notice_id is not null as is_paired
    from payments where member_id = $1 and receiver_account = '0000000130' order by id`;
  const { rows } = await db.query<{ heard_by: string[]; is_paired: boolean }>(sql, [id]);
  return rows.map(({ heard_by, is_paired }) => (is_paired ? heard_by.toSorted().join('+') : 'alone'));
}

describe.concurrent('who sent it is told by', () => {
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
    for (const ref of [ofNobody, contradicted, contradictedBehindDigits, ofAnotherBank, inKip])
      await expectWaiting(ref, stranger);
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

  test('no name in another script behind masked digits: the money waits', async () => {
    const member = await newMember(product, { bankAccountName: 'ประไพ แสนสุข', bankAccountNo: `${digits(6)}3141` });
    const { ref } = await pay(member, 70, { ...SCB, fromName: 'PRAPHAI SAENSUK' });
    await expectWaiting(ref, `perhaps of ${member.id}: the name cannot be compared`);
    expect(await inWallet(member)).toBe(0);
  });
});

describe.concurrent('an SMS', () => {
  test('credits its sender, and pairs one to one with slips that come later', async () => {
    const member = await named();
    // Equal, within a minute: nothing but their number tells them apart.
    const transfers = [await pay(member, 500, BY_SMS), await pay(member, 500, BY_SMS)];
    await expectInWallet(member, 1_000);
    for (const { slip } of transfers) await sendSlip(member, slip);
    await eventually(() => slipEnds(member), ['SUCCESS', 'SUCCESS']);
    expect(await inWallet(member)).toBe(1_000);
    expect(await toldOf(member)).toEqual(['slip+sms', 'slip+sms']);
    expect(await statementOf(product, member)).toHaveLength(2);

    // A third payment that only its slip proves is not paired with either SMS.
    const third = await pay(member, 500, { ...BY_SMS, feed: false });
    await sendSlip(member, third.slip);
    await expectInWallet(member, 1_500);
  });

  test('that may be of several members waits, and a slip tells whose it is', async () => {
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
      named({ bankAccountNo: `${digits(5)}11230` }),
      named({ bankAccountNo: `${digits(5)}21231` }),
    ]);
    const told = await pay(first, 733, BY_SMS);
    await expectInWallet(first, 733);
    const untold = await pay(second, 733, { ...BY_SMS, feed: false });
    await sendSlip(second, untold.slip);
    await eventually(() => slipEnds(second), ['SUCCESS']);
    await sendSlip(first, told.slip);
    await eventually(() => slipEnds(first), ['SUCCESS']);
    expect([await inWallet(first), await inWallet(second)]).toEqual([733, 733]);
  });
});

test('while a feed is down nothing is lost, and what slips told meanwhile is not credited again when it is back', async () => {
  const [told, proved] = await Promise.all([named(), named()]);
  await Promise.all(
    ['transactions', 'notices'].map((call) => sandbox.fault({ target: 'banks/kbank', call, mode: 'refuse' })),
  );
  await Promise.all([pay(told, 810, KBANK), pay(told, 811, BY_SMS)]);
  const transfers = [await pay(proved, 900, BY_SMS), await pay(proved, 900, BY_SMS), await pay(proved, 910, KBANK)];
  for (const { slip } of transfers) await sendSlip(proved, slip);
  await eventually(() => slipEnds(proved), ['SUCCESS', 'SUCCESS', 'SUCCESS']);
  expect([await inWallet(told), await inWallet(proved)]).toEqual([0, 2_710]);

  // The account is also closed: members who know its number go on paying to it.
  await db.query(`update deposit_banks set is_open = false where bank_code = 'KBANK'`);
  await sandbox.fault({ target: 'banks/kbank', mode: 'ok' });
  // As if the pause after a failure was over.
  await db.query(`update deposit_banks set read_at = clock_timestamp() where bank_code = 'KBANK'`);
  await expectInWallet(told, 1_621);
  await eventually(() => toldOf(proved), ['slip+sms', 'slip+sms']);
  const after = await named();
  await pay(after, 77, KBANK);
  await expectInWallet(after, 77);
  expect(await inWallet(proved)).toBe(2_710);
  expect(await statementOf(product, proved)).toHaveLength(3);
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
