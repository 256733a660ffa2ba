import { expect, test } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import { cloneDatabase, digits, newMember, startProduct } from '../../../../test/harness.ts';
import { reportsTo } from '../../../../test/reports.ts';
import { openSandboxReceivers } from '../../../demo/receivers.ts';
import { houseBalances, problems } from '../../../ledger/ledger.ts';
import type { Database } from '../../../platform/database.ts';
import { ticketReport } from '../../truelinks/redeem-truelink.ts';
import type { PaymentReport } from './payment-report.ts';

const database = await cloneDatabase();
const { db } = database;
const product = await startProduct(database, { ROLE: 'api' });
await openSandboxReceivers(db);
const operator = operatorOf(db);
const { ingest } = reportsTo(db);

type To = { receiverBank: string; receiverAccount: string };
/** Accounts that no other test here pays to. */
const newAccount = (): To => ({ receiverBank: 'KBANK', receiverAccount: digits(10) });

function ofNobody(to: To, amount: bigint, more: Partial<PaymentReport> = {}): PaymentReport {
  const sender = { sendingBank: 'SCB', reference: digits(15), senderAccount: digits(10), senderName: 'NOBODY KNOWN' };
  const told = { channel: 'feed' as const, noticeId: null, billReference: null, paidAt: new Date() };
  return { ...to, ...sender, ...told, amount, currency: 'BAHT', ...more };
}

/** The house accounts of a receiving account, by their kind; those with nothing in them are left out. */
async function booksOf({ receiverBank, receiverAccount }: To, at: Database = db) {
  const name = `${receiverBank}:${receiverAccount}`.toLowerCase();
  const rows = (await houseBalances(at)).filter(
    (row) => row.name.endsWith(`:${name}`) && row.currency === 'BAHT' && row.balance !== 0n,
  );
  return Object.fromEntries(rows.map((row) => [row.name.split(':')[1], Number(row.balance) / 100]));
}

test('money that waits is in suspense at the very account that it reached, also beside another account of that bank', async () => {
  const [one, other] = [newAccount(), newAccount()];
  await ingest(ofNobody(one, 500_00n));
  await ingest(ofNobody(one, 20_25n));
  await ingest(ofNobody(other, 7_00n));
  expect(await booksOf(one)).toEqual({ payments: -520.25, suspense: 520.25 });
  expect(await booksOf(other)).toEqual({ payments: -7, suspense: 7 });
  expect(await operator('ledger house')).toContain(`house:suspense:kbank:${one.receiverAccount}  520.25 BAHT`);
});

test('money whose member is known at once passes through suspense and leaves nothing there', async () => {
  const [member, to] = [await newMember(product), newAccount()];
  const { bankCode: sendingBank, bankAccountNo: senderAccount, bankAccountName: senderName } = member.registration;
  await ingest(ofNobody(to, 80_00n, { sendingBank, senderAccount, senderName }));
  expect(await booksOf(to)).toEqual({ payments: -80 });
});

test('money that an operator gives to a member, or takes for an announced deposit, leaves suspense', async () => {
  const [member, to] = [await newMember(product), newAccount()];
  const [first, second] = [await ingest(ofNobody(to, 30_00n)), await ingest(ofNobody(to, 40_00n))];
  await operator('payments credit', String(first.id), member.id);
  expect(await booksOf(to)).toEqual({ payments: -70, suspense: 40 });
  const { body } = await product.call('POST /api/wallet/add', { token: member.token, body: { amount: 40 } });
  await operator('manual accept', member.id, (body as { id: string }).id, String(second.id));
  expect(await booksOf(to)).toEqual({ payments: -70 });
});

test('a gift voucher of no member is in suspense at the True Wallet that redeemed it', async () => {
  const mobile = `08${digits(8)}`;
  await ingest(ticketReport({ hash: digits(18), mobile, amount: 15_00n }, new Date()));
  const wallet = { receiverBank: 'TRUEMONEY', receiverAccount: mobile };
  expect(await booksOf(wallet)).toEqual({ payments: -15, suspense: 15 });
});

test('money that was sent back has an account of its own', async () => {
  const to = newAccount();
  const { id } = await ingest(ofNobody(to, 64_00n));
  await operator('payments close', String(id));
  expect(await booksOf(to)).toEqual({ payments: -64, 'sent-back': 64 });
});

test('money that was recorded by hand is in suspense like any other', async () => {
  const to = { receiverBank: 'GSB', receiverAccount: '000000000014' };
  await operator('payments record', 'GSB', to.receiverAccount, 'SCB', digits(12), '12.50');
  expect(await booksOf(to)).toEqual({ payments: -12.5, suspense: 12.5 });
});

test('of a payment that was recorded twice one row is taken out of the books, and never both', async () => {
  const [member, to] = [await newMember(product), newAccount()];
  const told = [
    ofNobody(to, 70_00n),
    ofNobody(to, 70_00n),
    ofNobody(to, 71_00n),
    ofNobody(newAccount(), 70_00n),
    ofNobody(to, 70_00n, { currency: 'LAK' }),
  ];
  const ids = await Promise.all(told.map(async (report) => String((await ingest(report)).id)));
  const [first, again, another, elsewhere, inKip] = ids;
  const same = (id = '', other = '') => operator('payments same', id, other);
  for (const wrong of [again, another, elsewhere, inKip, '999999', 'nonsense', ''])
    await expect(same(again, wrong)).rejects.toThrow(`Payment ${again} cannot be payment ${wrong}.`);
  expect(await same(again, first)).toBe(`Payment ${again} is payment ${first}, told again.`);
  expect(await booksOf(to)).toEqual({ payments: -141, suspense: 141 });
  await expect(same(first, again)).rejects.toThrow(`Payment ${first} cannot be payment ${again}.`);
  await expect(same(again, first)).rejects.toThrow(`No payment ${again} waits`);
  await expect(operator('payments credit', again ?? '', member.id)).rejects.toThrow(`No payment ${again} waits`);
  await operator('payments credit', first ?? '', member.id);
  expect(await booksOf(to)).toEqual({ payments: -141, suspense: 71 });
});

test('two payments that two operators call the same, each of the other, at one moment: one of them stays', async () => {
  const to = newAccount();
  const [one, other] = [await ingest(ofNobody(to, 9_00n)), await ingest(ofNobody(to, 9_00n))].map(({ id }) =>
    String(id),
  );
  const answers = await Promise.allSettled([
    operator('payments same', one ?? '', other ?? ''),
    operator('payments same', other ?? '', one ?? ''),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await booksOf(to)).toEqual({ payments: -9, suspense: 9 });
});

test('a receiving account that its bank spells in an unusual way is kept too', async () => {
  const receiverAccount = `${digits(3)}-${digits(1)} ${digits(5)}/X ก`;
  await ingest(ofNobody({ receiverBank: 'K Bank', receiverAccount }, 3_00n));
  const name = `house:suspense:k-bank:${receiverAccount.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')}`;
  expect(await houseBalances(db)).toContainEqual({ name, currency: 'BAHT', balance: 300n });
});

test('reports that come at one moment, first of a new account, all reach the books', async () => {
  const to = newAccount();
  const members = await Promise.all(Array.from({ length: 4 }, () => newMember(product)));
  const ofMember = ({ registration }: (typeof members)[number], amount: bigint) =>
    ofNobody(to, amount, {
      sendingBank: registration.bankCode,
      senderAccount: registration.bankAccountNo,
      senderName: registration.bankAccountName,
    });
  const reports = members.flatMap((member) => [ofMember(member, 1_00n), ofMember(member, 2_00n), ofNobody(to, 5_00n)]);
  await Promise.all(reports.map((told) => ingest(told)));
  expect(await booksOf(to)).toEqual({ payments: -32, suspense: 20 });
});

test('the check of the books names every receiving account whose suspense differs from the payments that wait there', async () => {
  expect(await problems(db)).toEqual([]);
  const [missing, over] = [newAccount(), newAccount()];
  await ingest(ofNobody(over, 6_00n));
  const client = await db.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into payments (receiver_bank, receiver_account, sending_bank, reference, amount, currency, paid_at,
          sender_account, sender_name, reported_by)
        values ('KBANK', $1, 'SCB', 'R1', 450, 'BAHT', now(), '', '', '{feed}')`,
      [missing.receiverAccount],
    );
    await client.query('update payments set closed_at = now() where receiver_account = $1', [over.receiverAccount]);
    expect((await problems(client)).toSorted()).toEqual(
      [
        `house:suspense:kbank:${missing.receiverAccount} has 0 BAHT but its waiting payments sum to 450`,
        `house:suspense:kbank:${over.receiverAccount} has 600 BAHT but its waiting payments sum to 0`,
      ].toSorted(),
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('after all this the books are in order', async () => {
  expect(await problems(db)).toEqual([]);
});
