import { expect, test } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import { BY_ITSELF, cloneDatabase, digits, newMember, waitingForLocks } from '../../../../test/harness.ts';
import { firstName, type Member } from '../../../../test/payers.ts';
import { byFeed, cut, NOTHING_TOLD, reportsTo } from '../../../../test/reports.ts';
import { openSandboxReceivers } from '../../../demo/receivers.ts';
import { problems } from '../../../ledger/ledger.ts';
import { inTransaction, many } from '../../../platform/database.ts';
import { finishUnparsedReports, insertUnparsedOnce } from '../feeds/feeds.queries.ts';
import { recordPayment } from './book-payment.ts';
import type { PaymentReport } from './payment-report.ts';
import { sharesReferences } from './payments.queries.ts';

const { db, owner } = await cloneDatabase();
/** The members of this file have registered long before anything is paid. */
await owner.query(`alter table members alter created_at set default '2018-01-01'`);
await openSandboxReceivers(db);
await db.query(`update deposit_banks set added_at = '2020-01-01'`);
const operator = operatorOf(db);
const { ingest, inBaht, confirmed } = reportsTo(db);

/** A name that no other member has, so that four digits beside it are enough. */
const named = () => ({ bankAccountName: `${firstName()} JAIDEE` });
const thai = () => newMember({ db, edition: 'th' }, named());
const claimedBy = ({ id }: Member) => ({ memberId: id, proof: 'sender' as const });

const BY_SMS = { receiverBank: 'KBANK', receiverAccount: '0000000130' };
/** The account whose feed and slips have references of their own. */
const OWN = { receiverBank: 'SCB', receiverAccount: '0000000011' };
await operator('receivers references', 'scb', OWN.receiverAccount, 'own');

type Balance = bigint | null;
/** An SMS of the member's payment, in words that the amount makes its own. */
function bySms({ registration }: Member, amount: bigint, balance: Balance, saidAt: Date | null = null): PaymentReport {
  const { bankAccountNo, bankAccountName: senderName } = registration;
  const notice = { content: `${senderName} ${amount}`, balance };
  const told = { channel: 'sms' as const, noticeId: digits(12), paidAt: new Date(), senderAccount: cut(bankAccountNo) };
  return { ...NOTHING_TOLD, ...BY_SMS, ...told, amount, currency: 'BAHT', senderName, notice, saidAt };
}

/** A slip of the member's payment, with a reference of its own. */
function bySlip(member: Member, more: Partial<PaymentReport>): PaymentReport {
  const senderAccount = `xxxxx${member.registration.bankAccountNo.slice(5, 9)}x`;
  return byFeed(member, { senderAccount, channel: 'slip', ...more });
}

const reportedBy = async (amount: bigint) => {
  const rows = await many<{ reported_by: string[] }>(
    db,
    'select reported_by from payments where amount = $1 order by id',
    [amount],
  );
  return rows.map(({ reported_by }) => reported_by.join('+'));
};

test('two SMS with the same words are one payment, perhaps one payment, or two payments: their balances decide', async () => {
  const cases: [Balance, Balance, number, number][] = [
    [500n, 500n, 1, 1],
    [500n, 600n, 2, 2],
    [500n, null, 2, 1],
    [null, 500n, 2, 1],
    [null, null, 2, 1],
  ];
  for (const [first, second, payments, credited] of cases) {
    const member = await confirmed(named());
    for (const balance of [first, second]) await ingest(bySms(member, 20_00n, balance));
    const rows = await many(db, 'select from payments where sender_name = $1 and amount = 2000', [
      member.registration.bankAccountName,
    ]);
    const inAll = { first, second, payments: rows.length, baht: await inBaht(member) };
    expect(inAll).toEqual({ first, second, payments, baht: 1 + 20 * credited });
  }
});

test('an SMS in the words of one at another account is a payment of its own', async () => {
  const member = await confirmed(named());
  const told = bySms(member, 21_00n, null);
  await ingest(told);
  await ingest({ ...told, receiverAccount: '0000000131' });
  expect(await inBaht(member)).toBe(43);
});

test('a balance that an SMS has only when it comes a second time counts when the SMS comes a third time', async () => {
  const member = await confirmed(named());
  const told = bySms(member, 22_00n, null);
  await ingest(told);
  await ingest({ ...told, notice: { content: '', ...told.notice, balance: 700n } });
  await ingest(bySms(member, 22_00n, 700n));
  expect(await reportedBy(22_00n)).toEqual(['sms']);
});

test('a report that may be of another payment waits, however often it comes', async () => {
  const member = await confirmed(named());
  await ingest(bySms(member, 23_00n, null));
  const again = bySms(member, 23_00n, null);
  for (let times = 0; times < 2; times++)
    expect(await ingest(again)).toMatchObject({ member_id: null, isUndecided: true });
  expect(await inBaht(member)).toBe(24);
});

test('an SMS with an impossible time is believed where a slip reports the payment too, and alone it waits', async () => {
  const member = await confirmed(named());
  const saidAt = new Date('2026-01-01');
  expect(await ingest(bySms(member, 24_00n, 1n, saidAt))).toMatchObject({ member_id: null });
  await ingest(bySlip(member, { ...BY_SMS, amount: 25_00n }), claimedBy(member));
  expect(await ingest(bySms(member, 25_00n, 2n, saidAt))).toMatchObject({ member_id: member.id });
  expect(await inBaht(member)).toBe(26);
});

test('one reference at two accounts of ours, or from two banks, is two payments', async () => {
  const member = await thai();
  const told = byFeed(member, { amount: 31_00n });
  await ingest(told);
  await ingest({ ...told, receiverBank: 'GSB', receiverAccount: '000000000014' });
  await ingest({ ...told, sendingBank: 'BBL' });
  await ingest(told);
  expect(await reportedBy(31_00n)).toEqual(['feed', 'feed', 'feed']);
  expect(await inBaht(member)).toBe(62);
});

test('one reference that is reported with two amounts at one moment is one payment', async () => {
  const member = await thai();
  const told = byFeed(member, { amount: 32_00n });
  const { first, second } = await inTransaction(db, async (tx) => {
    const { id } = await recordPayment(tx, { ...told, channel: 'sweep' });
    const second = ingest({ ...told, amount: 33_00n });
    await expect.poll(() => waitingForLocks(db), BY_ITSELF).toBe(1);
    return { first: id, second };
  });
  expect(await second).toMatchObject({ id: first, amount: 32_00n, member_id: member.id });
  expect(await reportedBy(33_00n)).toEqual([]);
});

test('where references are not shared, a slip is of no payment from another bank, account or name', async () => {
  const member = await thai();
  const partly = { ...OWN, amount: 41_00n, senderAccount: cut(member.registration.bankAccountNo) };
  await ingest(byFeed(member, partly));
  const { bankAccountNo } = member.registration;
  const otherDigit = (Number(bankAccountNo.at(8)) + 1) % 10;
  const others: Partial<PaymentReport>[] = [
    { sendingBank: 'BBL' },
    { senderAccount: `xxxxx${bankAccountNo.slice(5, 8)}${otherDigit}x` },
    { senderName: 'MALEE DEE' },
  ];
  for (const other of others) await ingest(bySlip(member, { ...OWN, amount: 41_00n, ...other }));
  expect(await reportedBy(41_00n)).toEqual(['feed', 'slip', 'slip', 'slip']);
  await ingest(bySlip(member, { ...OWN, amount: 41_00n }));
  expect(await reportedBy(41_00n)).toEqual(['feed+slip', 'slip', 'slip', 'slip']);
});

test('where references are not shared, the further reference of a payment is known when it comes again, at its account alone', async () => {
  const member = await thai();
  const feed = byFeed(member, { ...OWN, amount: 42_00n });
  const slip = bySlip(member, { ...OWN, amount: 42_00n });
  for (const told of [feed, slip, slip, feed]) await ingest(told);
  expect(await reportedBy(42_00n)).toEqual(['feed+slip']);
  await ingest({ ...slip, receiverAccount: '0000000099' });
  expect(await reportedBy(42_00n)).toEqual(['feed+slip', 'slip']);
});

test('an operator’s record of a bank’s statement and the bank’s feed are one source: two references are two payments', async () => {
  const member = await thai();
  await operator('payments record', 'SCB', OWN.receiverAccount, 'KBANK', digits(15), '43');
  await ingest(byFeed(member, { ...OWN, amount: 43_00n }));
  expect(await reportedBy(43_00n)).toEqual(['operator', 'feed']);
});

test('a second payment by a QR code is its own at each source, and of another source where the amount is another', async () => {
  const member = await thai();
  const newCode = async (amount: bigint) => {
    const billReference = `K${digits(15)}`;
    await db.query(
      `insert into qrcodes (member_id, provider, reference, amount, currency, payload, status, expires_at)
        values ($1, 'SCB', $2, $3, 'BAHT', 'x', 'CANCELLED', app_now())`,
      [member.id, billReference, amount],
    );
    return byFeed(member, { ...OWN, amount, billReference });
  };
  const told = async (first: PaymentReport, ...others: Partial<PaymentReport>[]) => {
    for (const other of [{}, ...others]) await ingest({ ...first, reference: digits(15), ...other });
  };
  await told(await newCode(44_00n), { channel: 'feed' });
  await told({ ...(await newCode(45_00n)), channel: 'callback' }, { channel: 'sweep' }, { channel: 'feed' });
  await told({ ...(await newCode(46_00n)), channel: 'sweep' }, { channel: 'feed', amount: 47_00n });
  const all = await Promise.all([44_00n, 45_00n, 46_00n, 47_00n].map(reportedBy));
  expect(all).toEqual([['feed', 'feed'], ['callback+feed', 'sweep'], ['sweep'], ['feed']]);
  expect(await inBaht(member)).toBe(44 + 45 + 46);
});

test('a slip is rather of a payment whose credit it does not contradict than of a nearer one', async () => {
  const first = firstName();
  const [member, twin] = [
    await confirmed({ bankAccountName: `${first} JAIDEE` }),
    await confirmed({ bankAccountName: `${first} DEEJAI` }),
  ];
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 5, minute));
  // Two payments that show too little to tell them apart; the nearer one was given to the other member.
  const hidden = { senderAccount: '', senderName: first };
  const told = { ...OWN, ...hidden, amount: 48_00n };
  for (const [owner, minute] of [
    [member, 1],
    [twin, 9],
  ] as const) {
    const { id } = await ingest(byFeed(owner, { ...told, paidAt: at(minute) }));
    await operator('payments credit', String(id), owner.id);
  }
  const slip = bySlip(member, { ...OWN, amount: 48_00n, paidAt: at(10) });
  expect(await ingest(slip, claimedBy(member))).toMatchObject({ member_id: member.id, isUndecided: false });
  expect(await many(db, 'select from disputes')).toEqual([]);
});

test('an account shares references only where each of its channels does, no matter what other accounts do', async () => {
  const shares = (receiverBank: string, receiverAccount: string) =>
    inTransaction(db, (tx) => sharesReferences(tx, { receiverBank, receiverAccount }));
  for (const mode of ['AUTO', 'SMS']) await operator('receivers add', 'KTB', '0000000097', mode, 'BAHT', 'KRAPAO');
  for (const account of ['0000000095', '0000000096'])
    await operator('receivers add', 'KTB', account, 'AUTO', 'BAHT', 'KRAPAO');
  expect(await shares('KTB', '0000000096')).toBe(false);
  for (const account of ['0000000095', '0000000096', '0000000097'])
    await operator('receivers references', 'KTB', account, 'shared');
  expect([await shares('KTB', '0000000096'), await shares('KTB', '0000000097')]).toEqual([true, false]);
  expect([await shares('SCB', OWN.receiverAccount), await shares('SCB', '1')]).toEqual([false, true]);
  await operator('receivers references', 'KTB', '0000000096', 'own');
  expect([await shares('KTB', '0000000096'), await shares('KTB', '0000000095')]).toEqual([false, true]);
});

test('what cannot be read is kept once for each account and reason, until an operator has looked or it could be read', async () => {
  const keep = (accountNo: string, why: string) =>
    insertUnparsedOnce(db, { bank: 'WW', accountNo, content: digits(15), why });
  const open = async () => {
    const sql = `select account_no || ' ' || why as kept from unparsed_reports where done_at is null order by id`;
    return (await many<{ kept: string }>(db, sql)).map(({ kept }) => kept);
  };
  for (const [account, why] of ['A x', 'A x', 'A y', 'B x'].map((kept) => kept.split(' ')))
    await keep(account ?? '', why ?? '');
  expect(await open()).toEqual(['A x', 'A y', 'B x']);
  await finishUnparsedReports(db, { bank: 'WW', accountNo: 'A' });
  expect(await open()).toEqual(['B x']);
  await keep('A', 'x');
  expect(await open()).toEqual(['B x', 'A x']);
});

test('after all this the books are in order', async () => {
  expect(await problems(db)).toEqual([]);
});
