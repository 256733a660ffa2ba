import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import { operate } from '../../../../test/chat.ts';
import {
  BY_ITSELF,
  cloneDatabase,
  digits,
  newMember,
  startProduct,
  waitingForLocks,
} from '../../../../test/harness.ts';
import { NOTHING_TOLD, reportsTo } from '../../../../test/reports.ts';
import { readConfig } from '../../../config.ts';
import { openSandboxReceivers } from '../../../demo/receivers.ts';
import { balancesOf } from '../../../ledger/ledger.ts';
import { inTransaction, many, one } from '../../../platform/database.ts';
import { workThrough } from '../../../platform/due-work.ts';
import { openBankFeed } from '../../../providers/banks/bank-feed.ts';
import { takeUnpaidQrcodes } from '../../qrcodes/qrcodes.queries.ts';
import { bankFeeds } from '../feeds/read-feeds.ts';
import type { PaymentReport } from './payment-report.ts';
import { lockSameAmount } from './payments.queries.ts';

/** The test itself makes these reports: no sandbox would report in such an order. */
const database = await cloneDatabase();
const { db, owner } = database;
/** The members of this file have registered long before anything is paid. */
await owner.query(`alter table members alter created_at set default '2018-01-01'`);
const product = await startProduct(database, { ROLE: 'api' });
await openSandboxReceivers(db);
await db.query(`update deposit_banks set added_at = '2020-01-01'`);
const { paymentReports: terms } = readConfig({ DATABASE_URL: database.url });
const { ingest, inBaht } = reportsTo(db);

const operator = operatorOf(db);

type Member = Awaited<ReturnType<typeof newMember>>;
/** A member who has paid one baht from the registered account, wholly shown: an SMS is enough from now on. */
async function confirmed(more: Record<string, unknown> = {}): Promise<Member> {
  const member = await newMember(product, more);
  const { bankAccountNo } = member.registration;
  const told = { ...slip(member, '00:00:00', '0000000012'), channel: 'feed' as const, amount: 1_00n };
  await ingest({ ...told, senderAccount: bankAccountNo, senderName: 'SOMYING JAIDEE' });
  expect(await inBaht(member)).toBe(1);
  return member;
}
/** One day for the whole file, also where midnight passes meanwhile. */
const day = new Date().toISOString().slice(0, 10);
const today = (time: string) => new Date(`${day}T${time}Z`);

const toKbank = { receiverBank: 'KBANK', amount: 100_00n, currency: 'BAHT' as const };

function sms({ registration }: Member, time: string): PaymentReport {
  const sender = { senderAccount: `x${registration.bankAccountNo.slice(-4)}`, senderName: 'SOMYING J' };
  const told = { channel: 'sms' as const, receiverAccount: '0000000130', paidAt: today(time) };
  return { ...NOTHING_TOLD, ...toKbank, ...sender, ...told, noticeId: digits(12) };
}

function slip({ registration }: Member, time: string, receiverAccount = '0000000130'): PaymentReport {
  const shown = `xxxxx${registration.bankAccountNo.slice(5, 9)}x`;
  const sender = { senderAccount: shown, senderName: 'SOMYING J', sendingBank: 'KBANK', reference: digits(15) };
  return { ...NOTHING_TOLD, ...toKbank, ...sender, channel: 'slip', receiverAccount, paidAt: today(time) };
}

const claimedBy = ({ id }: Member) => ({ memberId: id, proof: 'sender' as const });

test('two equal transfers within minutes, reported in the worst order, are credited twice and never three times', async () => {
  const member = await confirmed();
  const [first, second] = [slip(member, '03:58:00'), slip(member, '04:00:59')];
  await ingest(sms(member, '04:00:00'));
  await ingest(first, claimedBy(member));
  await ingest(second, claimedBy(member));
  expect(await inBaht(member)).toBe(101);
  await ingest(sms(member, '03:58:00'));
  expect(await inBaht(member)).toBe(201);
  for (const again of [first, second, first]) await ingest(again, claimedBy(member));
  expect(await inBaht(member)).toBe(201);
});

test('an SMS and a slip of one payment are credited once, though their times are up to half an hour apart', async () => {
  for (const [time, credited] of [
    ['05:01:02', 101],
    ['04:30:00', 101],
    ['05:30:00', 101],
  ] as const) {
    const member = await confirmed();
    await ingest(sms(member, '05:00:00'));
    const told = slip(member, time);
    for (let times = 0; times < 3; times++)
      expect(await ingest(told, claimedBy(member))).toMatchObject({ member_id: member.id });
    expect({ time, inBaht: await inBaht(member) }).toEqual({ time, inBaht: credited });
  }
});

test('a slip that fits no SMS waits, however often it is reported', async () => {
  const member = await confirmed();
  await ingest(sms(member, '05:00:00'));
  for (const other of [slip(member, '05:30:01'), slip(member, '04:29:59')])
    for (let times = 0; times < 3; times++)
      expect(await ingest(other, claimedBy(member))).toMatchObject({ member_id: null, isUndecided: true });
  expect(await inBaht(member)).toBe(101);
});

test('an SMS and a slip of one payment, reported at the same moment, are credited once', async () => {
  const member = await confirmed();
  const { told } = await inTransaction(db, async (gate) => {
    // Neither is over before both have begun.
    const notice = sms(member, '05:30:00');
    await lockSameAmount(gate, notice);
    const told = [ingest(notice), ingest(slip(member, '05:30:20'), claimedBy(member))];
    await expect.poll(() => waitingForLocks(db), BY_ITSELF).toBe(2);
    return { told };
  });
  await Promise.all(told);
  expect(await inBaht(member)).toBe(101);
});

test('a name that the SMS cuts off and the slip does not is one name: the payment is credited once', async () => {
  for (const isSmsFirst of [true, false]) {
    const member = await newMember(product);
    const whole = { ...slip(member, '05:40:20'), senderName: 'MS. SOMYING JAIDEE' };
    if (isSmsFirst) await ingest(sms(member, '05:40:00'));
    await ingest(whole, claimedBy(member));
    if (!isSmsFirst) await ingest(sms(member, '05:40:00'));
    expect({ isSmsFirst, inBaht: await inBaht(member) }).toEqual({ isSmsFirst, inBaht: 100 });
  }
});

test('of two senders of one name the slip of one is not taken for the SMS of the other', async () => {
  const [first, second] = [
    await confirmed({ bankAccountNo: `${digits(5)}13570` }),
    await confirmed({ bankAccountNo: `${digits(5)}24681` }),
  ];
  await ingest({ ...sms(first, '08:00:00'), amount: 733_00n });
  expect(await inBaht(first)).toBe(734);
  const told = await ingest({ ...slip(second, '08:00:30'), amount: 733_00n }, claimedBy(second));
  expect(told).toMatchObject({ member_id: null, reported_by: ['slip'] });
  expect([await inBaht(first), await inBaht(second)]).toEqual([734, 1]);
});

test('a slip that shows less does not overrule the bank, which showed another account', async () => {
  const member = await newMember(product);
  const told = slip(member, '06:00:00', '0000000012');
  const { bankAccountNo } = member.registration;
  const stranger = `${bankAccountNo.startsWith('1') ? '2' : '1'}${bankAccountNo.slice(1)}`;
  await ingest({ ...told, channel: 'feed', senderAccount: stranger, senderName: 'SOMYING JAIDEE' });
  expect(await ingest(told, claimedBy(member))).toMatchObject({
    member_id: null,
    remark: 'of a sender who is no member',
  });
  expect(await inBaht(member)).toBe(0);
});

test('a slip that shows nothing of the account proves nothing', async () => {
  const member = await newMember(product);
  const told = { ...slip(member, '06:10:00', '0000000012'), senderAccount: 'xxx-x-xxxxx-x' };
  expect((await ingest(told, claimedBy(member))).member_id).toBeNull();
});

test('a stranger’s slip does not put its bearer’s name beside the money', async () => {
  const [owner, bearer] = [await newMember(product), await newMember(product, { bankAccountName: 'MALEE DEE' })];
  const told = { ...slip(owner, '06:20:00', '0000000012'), senderName: 'SOMEBODY E' };
  await ingest(told, { memberId: bearer.id, proof: 'late' });
  expect((await ingest(told, { memberId: bearer.id, proof: 'sender' })).remark).not.toContain(bearer.id);
});

test('a payment from before an account was opened to members waits', async () => {
  const member = await newMember(product);
  const { bankAccountNo } = member.registration;
  const told = { ...slip(member, '06:30:00', '0000000012'), channel: 'feed' as const, senderAccount: bankAccountNo };
  expect(await ingest({ ...told, paidAt: new Date('2019-12-31') })).toMatchObject({ member_id: null });
  expect(await inBaht(member)).toBe(0);
});

/** An open code of the member. */
async function newCode({ id }: Member): Promise<{ id: string; billReference: string }> {
  const billReference = `K${digits(15)}`;
  const code = await one<{ id: string }>(
    db,
    `insert into qrcodes (member_id, provider, reference, amount, currency, payload, status, expires_at, ask_at)
      values ($1, 'KBANK', $2, 10000, 'BAHT', 'x', 'OPEN', app_now() + interval '1 hour', app_now()) returning id`,
    [id, billReference],
  );
  return { ...code, billReference };
}

test('a code whose payment was credited before any report named the code, is paid', async () => {
  const member = await newMember(product);
  const { bankAccountNo } = member.registration;
  const { billReference, ...code } = await newCode(member);
  const told = { ...slip(member, '07:00:00', '0000000012'), paidAt: new Date(), senderAccount: bankAccountNo };
  await ingest({ ...told, channel: 'feed' });
  expect(await inBaht(member)).toBe(100);
  await ingest({ ...told, channel: 'sweep', billReference });
  expect(await inBaht(member)).toBe(100);
  expect(await many(db, 'select status from qrcodes where id = $1', [code.id])).toEqual([{ status: 'PAID' }]);
});

test('a code that a feed or a slip says is paid is asked about again: it may be paid once more', async () => {
  for (const channel of ['feed', 'slip', 'sweep'] as const) {
    const member = await newMember(product);
    const { billReference, ...code } = await newCode(member);
    await ingest({ ...slip(member, '07:05:00', '0000000012'), paidAt: new Date(), channel, billReference });
    expect(await many(db, 'select status from qrcodes where id = $1', [code.id])).toEqual([{ status: 'PAID' }]);
    await db.query(`update qrcodes set ask_at = ask_at - interval '1 minute' where id = $1`, [code.id]);
    const asked = await takeUnpaidQrcodes(db, 'KBANK', 1_000, 60_000);
    expect({ channel, asked: asked.map(({ id }) => id) }).toEqual({
      channel,
      asked: expect.arrayContaining([code.id]),
    });
  }
});

test('a flag that an operator has cleared stays cleared when its channel reports the payment again, and another channel raises it', async () => {
  const maker = await newMember(product, { bankAccountName: 'MALEE DEE' });
  const { billReference } = await newCode(maker);
  const told = { ...slip(maker, '07:06:00', '0000000012'), paidAt: new Date(), billReference };
  const standing = () =>
    many<{ id: bigint; reason: string }>(
      db,
      'select id, reason from member_flags where member_id = $1 and cleared_at is null',
      [maker.id],
    );
  await ingest({ ...told, channel: 'sweep' });
  const [raised, ...others] = await standing();
  expect([raised?.reason, others]).toEqual(['QR code paid by another name', []]);
  await operator('flags clear', String(raised?.id));
  await ingest({ ...told, channel: 'sweep' });
  expect(await standing()).toEqual([]);
  await ingest({ ...told, channel: 'feed' });
  expect(await standing()).toMatchObject([{ reason: 'QR code paid by another name' }]);
});

/** A payment by the code of another member, which the feed told first and without the code. */
async function paidForAnother(payer: Member, maker: Member): Promise<void> {
  const { billReference } = await newCode(maker);
  const senderAccount = payer.registration.bankAccountNo;
  const told = { ...slip(payer, '07:10:00', '0000000012'), paidAt: new Date(), senderAccount };
  await ingest({ ...told, channel: 'feed' });
  await ingest({ ...told, channel: 'sweep', billReference });
}

test('a payment credited to its sender that turns out to be by a QR code of another member is frozen', async () => {
  const [payer, maker] = [await newMember(product), await newMember(product)];
  await paidForAnother(payer, maker);
  expect([await inBaht(payer), (await balancesOf(db, payer.id)).get('frozen')]).toEqual([0, 100_00n]);
  const open = await many<{ id: bigint; why: string }>(db, 'select * from disputes where member_id = $1', [payer.id]);
  expect(open).toMatchObject([{ why: `paid by a QR code of ${maker.id}`, frozen: 100_00n }]);
  await operator('disputes give', String(open[0]?.id), maker.id);
  expect([await inBaht(payer), await inBaht(maker)]).toEqual([0, 100]);
});

test('a payer of another member’s QR code keeps their own account: it is not seen as the maker’s', async () => {
  const [payer, maker] = [await newMember(product), await newMember(product)];
  await paidForAnother(payer, maker);
  const [open] = await many<{ id: bigint }>(db, 'select id from disputes where member_id = $1', [payer.id]);
  await operator('disputes give', String(open?.id), maker.id);
  const shown = { senderAccount: `x${payer.registration.bankAccountNo.slice(-4)}`, senderName: 'SOMYING J' };
  await ingest({ ...slip(payer, '07:20:00', '0000000012'), ...shown, channel: 'feed', amount: 55_00n });
  expect([await inBaht(payer), await inBaht(maker)]).toEqual([55, 100]);
});

test('two payments of different amounts by one QR code, reported at one moment: one is credited, and one waits', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => newMember(product)));
  const told = members.map(async (member) => {
    const { billReference } = await newCode(member);
    const payments = [100_00n, 101_00n].map((amount) => ({ ...slip(member, '07:30:00', '0000000012'), amount }));
    await Promise.all(payments.map((payment) => ingest({ ...payment, channel: 'sweep', billReference })));
  });
  await Promise.all(told);
  for (const member of members) expect([100, 101]).toContain(await inBaht(member));
});

/**
 * A bank whose accounts have these pages and nothing more. Answers a function that reads all of them from the
 * beginning.
 */
async function bankThatTells(told: Record<string, object[]>, pageSize = 100): Promise<() => Promise<void>> {
  const bank = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const after = Number(searchParams.get('after'));
    const items = (told[pathname] ?? []).slice(after, after + pageSize);
    response.end(JSON.stringify({ items, next: String(after + items.length) }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void bank.close());
  await once(bank, 'listening');
  const { port } = bank.address() as AddressInfo;
  const config = readConfig({ DATABASE_URL: database.url, BANK_FEED_URL: `http://127.0.0.1:${port}` });
  const feed = openBankFeed(config);
  return async () => {
    await db.query('update deposit_banks set feed_cursor = 0, read_at = clock_timestamp()');
    await workThrough([bankFeeds({ db, feed, ingest, ...terms, patienceMs: 1_000, log: product.app.log })]);
  };
}

/** An SMS as the bank writes it, of this minute in Bangkok. */
function noticeText(account: string, sender: string, amount: string): string {
  const bangkok = new Date(Date.now() + 7 * 60 * 60_000).toISOString();
  const [year, month, day] = bangkok.slice(2, 10).split('-');
  return `${day}/${month}/${year} ${bangkok.slice(11, 16)} บช X-${account} รับโอนจาก X-${sender} SOMYING J ${amount} บ.`;
}

test('a line of a feed or an SMS that cannot be read is kept, once, and holds up nothing behind it', async () => {
  const member = await newMember(product);
  const { bankAccountNo } = member.registration;
  const good = {
    ...{ sendingBank: 'KBANK', reference: digits(15), amount: '77.00', currency: 'BAHT', receiverBank: 'KBANK' },
    ...{ receiverAccount: '0000000012', senderAccount: bankAccountNo, senderName: 'SOMYING JAIDEE' },
    ...{ paidAt: new Date().toISOString(), billReference: null },
  };
  const read = await bankThatTells({
    '/accounts/KBANK/0000000012/transactions': [
      { cursor: '1', payment: { ...good, reference: null, amount: '0.37', senderName: 'INTEREST' } },
      { cursor: '2', payment: { ...good, amount: 'a lot' } },
      { cursor: '3', payment: good },
    ],
    '/accounts/KBANK/0000000130/notices': [
      { cursor: '1', id: 'n1', text: 'เงินเข้า 500.00 บ.' },
      { cursor: '2', id: '', text: noticeText('0130', '7404', '500.00') },
      { cursor: '3', id: 'n3' },
    ],
  });
  await read();
  await read();
  expect(await inBaht(member)).toBe(77);
  const unread = await many<{ account_no: string; content: string }>(
    db,
    'select account_no, content from unparsed_reports',
  );
  const [feed, sms] = ['0000000012', '0000000130'];
  expect(unread.map(({ account_no }) => account_no).sort()).toEqual([feed, feed, sms, sms, sms]);
  expect(unread.map(({ content }) => content).join()).toContain('เงินเข้า 500.00 บ.');
});

test('an SMS about another account than the one it was read for is kept for an operator, and no member gets its money', async () => {
  const member = await confirmed();
  const sender = member.registration.bankAccountNo.slice(-4);
  const [elsewhere, here] = [noticeText('0131', sender, '611.00'), noticeText('0130', sender, '12.00')];
  const read = await bankThatTells({
    '/accounts/KBANK/0000000130/notices': [
      { cursor: '1', id: digits(12), text: elsewhere },
      { cursor: '2', id: digits(12), text: here },
    ],
  });
  await read();
  expect(await inBaht(member)).toBe(13);
  expect(await many(db, `select from payments where amount = 61100`)).toEqual([]);
  const sql = `select account_no from unparsed_reports where content like '%' || $1`;
  expect(await many(db, sql, [elsewhere])).toEqual([{ account_no: '0000000130' }]);
  // When a feed was read is kept: what comes later may be as old as that.
  const reading = `select account_no from deposit_banks where heard_until between app_now() - interval '1 minute' and app_now()`;
  expect(await many(db, reading)).toContainEqual({ account_no: '0000000130' });
});

test('a line with the reference of another payment and another amount is shown to operators', async () => {
  const reference = digits(15);
  const line = {
    ...{ sendingBank: 'SCB', currency: 'BAHT', receiverBank: 'SCB', receiverAccount: '0000000011', reference },
    ...{ senderAccount: digits(10), senderName: 'NOBODY KNOWN', billReference: null },
    ...{ paidAt: new Date().toISOString() },
  };
  const read = await bankThatTells({
    '/accounts/SCB/0000000011/transactions': [
      { cursor: '1', payment: { ...line, amount: '41.00' } },
      { cursor: '2', payment: { ...line, amount: '42.00', senderName: 'ANOTHER ONE' } },
    ],
  });
  await read();
  await read();
  const unread = `select content, why from unparsed_reports where content like '%' || $1 || '%'`;
  expect(await many(db, unread, [reference])).toEqual([
    { content: `SCB ${reference}: 42.00 of ANOTHER ONE`, why: 'the reference of a payment of 41.00' },
  ]);
});

test('each line that is told after an outage may be as old as the outage, on whichever page it stands', async () => {
  const paid = { sendingBank: 'KBANK', currency: 'BAHT', receiverBank: 'SCB', receiverAccount: '0000000011' };
  const line = { ...paid, senderAccount: digits(10), senderName: 'NOBODY KNOWN', billReference: null };
  const told = ['21.00', '22.00'].map((amount, at) => ({
    cursor: String(at + 1),
    payment: { ...line, amount, reference: digits(15), paidAt: new Date().toISOString() },
  }));
  const read = await bankThatTells({ '/accounts/SCB/0000000011/transactions': told }, 1);
  await db.query(`update deposit_banks set heard_until = app_now() - interval '2 hours'`);
  await read();
  const since = `select amount from payments where receiver_account = '0000000011' and amount in (2100, 2200)
    and heard_since < app_now() - interval '119 minutes' order by amount`;
  expect(await many(db, since)).toEqual([{ amount: 2100n }, { amount: 2200n }]);
});

test('a payment that an operator has closed stays closed when any channel reports it again, and no report after it has to wait', async () => {
  const account = digits(10);
  const told = {
    ...{ sendingBank: 'KBANK', reference: digits(15), amount: '88.00', currency: 'BAHT', receiverBank: 'KBANK' },
    ...{ receiverAccount: '0000000012', senderAccount: account, senderName: 'SOMYING JAIDEE' },
    ...{ paidAt: new Date().toISOString(), billReference: null },
  };
  const next = { ...told, reference: digits(15), amount: '9.00' };
  const pages: Record<string, object[]> = {
    '/accounts/KBANK/0000000012/transactions': [{ cursor: '1', payment: told }],
  };
  const read = await bankThatTells(pages);
  await read();
  const { id } = await one<{ id: bigint }>(db, 'select id from payments where reference = $1', [told.reference]);
  await operate(product, 'payments close', String(id));

  // The sender becomes a member only now, and the payment would be theirs.
  const member = await newMember(product, { bankAccountNo: account });
  const report = { ...NOTHING_TOLD, ...told, channel: 'slip' as const, currency: 'BAHT' as const, amount: 88_00n };
  const reported = await ingest({ ...report, paidAt: new Date(told.paidAt) }, claimedBy(member));
  expect(reported).toMatchObject({ id, member_id: null, isUndecided: false });
  pages['/accounts/KBANK/0000000012/transactions']?.push({ cursor: '2', payment: next });
  await read();
  expect(await inBaht(member)).toBe(9);
  const sql = `select feed_cursor from deposit_banks where account_no = '0000000012'`;
  expect(await many(db, sql)).toEqual([{ feed_cursor: 2n }]);
});
