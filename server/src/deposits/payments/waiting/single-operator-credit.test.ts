import { expect, test } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import { cloneDatabase, newMember, startProduct } from '../../../../test/harness.ts';
import { firstName } from '../../../../test/payers.ts';
import { openActs } from '../../../acts.ts';
import { readConfig } from '../../../config.ts';
import { openSandboxReceivers } from '../../../demo/receivers.ts';
import { inTransaction, one } from '../../../platform/database.ts';
import type { Operator } from '../../../staff/act.ts';
import { performAct } from '../../../staff/perform-act.ts';
import { recordPayment } from '../ingest/book-payment.ts';
import type { Payment } from '../ingest/payments.queries.ts';

const database = await cloneDatabase();
const { db } = database;
const product = await startProduct(database, { ROLE: 'api' });
await openSandboxReceivers(db);
const actsOf = (edition: 'th' | 'la') => openActs(readConfig({ DATABASE_URL: database.url, EDITION: edition }));
const { creditPayment } = actsOf('th');

const cashier: Operator = { name: 'Chai', roles: ['cashier'] };
const finance: Operator = { name: 'Fah', roles: ['finance'] };
for (const { name, roles } of [cashier, finance])
  await db.query(`insert into operators (name, password_hash, roles) values ($1, '-', $2)`, [name, roles]);

type Member = Awaited<ReturnType<typeof newMember>>;
const named = () => ({ bankAccountName: `${firstName()} JAIDEE` });
let payments = 0;

/** A payment that waits, from the member's registered account unless told otherwise. */
function waiting({ registration }: Member, baht: number, shown: Partial<Payment> = {}): Promise<Payment> {
  return inTransaction(db, async (tx) => {
    const { id } = await recordPayment(tx, {
      receiverBank: 'KBANK',
      receiverAccount: '0000000012',
      amount: BigInt(baht) * 100n,
      currency: 'BAHT',
      sendingBank: registration.bankCode,
      senderAccount: registration.bankAccountNo,
      senderName: registration.bankAccountName,
      reference: `GIVENALONE${++payments}`,
      noticeId: null,
      billReference: null,
      paidAt: new Date(),
      channel: 'feed',
    });
    const columns = Object.keys(shown).map((column, at) => `${column} = $${at + 2}`);
    if (columns.length > 0)
      await tx.query(`update payments set ${columns.join()} where id = $1`, [id, ...Object.values(shown)]);
    return one<Payment>(tx, 'select * from payments where id = $1', [id]);
  });
}

/** What has to be asked for is asked for nowhere: another operator may ask for the same after it. */
const give = async (operator: Operator, { id }: Payment, member: Member, act = creditPayment) => {
  const input = { payment: String(id), member: member.id };
  return inTransaction(db, async (tx) => {
    await tx.query('savepoint before');
    const { is } = await performAct(tx, act, { operator, why: 'her slip' }, input);
    if (is === 'asked') await tx.query('rollback to savepoint before');
    return is;
  });
};

test('a cashier gives waiting money alone to the member from whose account it came', async () => {
  const member = await newMember(product);
  expect(await give(cashier, await waiting(member, 20_000), member)).toBe('done');
});

test('in kip a cashier gives 12,000,000 alone, and not a kip more', async () => {
  const member = await newMember({ db, edition: 'la' });
  const give12m = async (more: number) => {
    const payment = await waiting(member, 12_000_000 + more, { currency: 'LAK' });
    return give(cashier, payment, member, actsOf('la').creditPayment);
  };
  expect([await give12m(1), await give12m(0)]).toEqual(['asked', 'done']);
});

test.each<[string, number, Partial<Payment>]>([
  ['of more than 20,000', 20_001, {}],
  ['from another bank', 100, { sending_bank: 'BBL' }],
  ['from another account', 100, { sender_account: '9999999999' }],
  ['of another name', 100, { sender_name: 'ANOTHER PERSON' }],
  ['of which no bank is known', 100, { sending_bank: null, reference: null, notice_id: 'N1' }],
  ['of which no account is shown', 100, { sender_account: '' }],
  ['of which four digits and no name are shown', 100, { sender_name: '', sender_account: 'x1234' }],
  ['that may be a second report of another payment', 100, { possible_duplicate_of: 1n }],
])('money %s is given to a member by two operators, whatever role the first has', async (_, baht, shown) => {
  const member = await newMember(product);
  const payment = await waiting(member, baht, shown);
  for (const operator of [cashier, finance]) expect(await give(operator, payment, member)).toBe('asked');
});

const asks = async (payment: Payment, member: Member) =>
  expect([await give(cashier, payment, member), await give(finance, payment, member)]).toEqual(['asked', 'asked']);

test('a payment that is older than its member is given by two operators', async () => {
  const member = await newMember(product);
  const payment = await waiting(member, 100);
  await db.query(`update members set created_at = app_now() + interval '1 second' where id = $1`, [member.id]);
  await asks(payment, member);
});

test('a payment that is older than the registered bank account of its member is given by two operators', async () => {
  const member = await newMember(product);
  const payment = await waiting(member, 100);
  await db.query(`insert into account_changes (member_id, what) values ($1, 'bank')`, [member.id]);
  await asks(payment, member);
});

test('four digits and a cut name are enough for one operator, and a name in another script is not', async () => {
  const [member, other] = [await newMember(product, named()), await newMember(product, named())];
  const cut = ({ registration }: Member) => `x${registration.bankAccountNo.slice(-4)}`;
  const [first = ''] = member.registration.bankAccountName.split(' ');
  const shown = { sender_account: cut(member), sender_name: `${first} J` };
  expect(await give(cashier, await waiting(member, 100, shown), member)).toBe('done');
  await asks(await waiting(other, 100, { sender_account: cut(other), sender_name: 'สมหญิง ใจดี' }), other);
});

test('a payment that another member can have sent too is given by two operators, and says nothing of the next one', async () => {
  const name = firstName();
  const [member, twin] = [
    await newMember(product, { bankAccountName: `${name} SRISUK`, bankAccountNo: '1234564416' }),
    await newMember(product, { bankAccountName: `${name} SAETANG`, bankAccountNo: '9876544416' }),
  ];
  const shown = { sender_account: 'x4416', sender_name: `${name} S` };
  const payment = await waiting(member, 100, shown);
  await asks(payment, twin);
  const operator = operatorOf(db);
  await operator('payments credit', String(payment.id), twin.id);
  const sql = 'select from confirmed_senders where member_id = $1';
  expect((await db.query(sql, [twin.id])).rowCount).toBe(0);
  // Where nobody else fits, what two operators decide is remembered.
  const alone = await waiting(member, 100, { sending_bank: 'BBL', sender_name: 'AUNT KNOWN' });
  await operator('payments credit', String(alone.id), member.id);
  expect((await db.query(sql, [member.id])).rowCount).toBe(1);
});

test.each(['kept for a code', 'code beside a line', 'line beside a slip', 'slip beside a line', 'another currency'])(
  'a payment that waits as %s is given by two operators, and confirms no sender',
  async (waits_by) => {
    const member = await newMember(product);
    const payment = await waiting(member, 100, { waits_by });
    await asks(payment, member);
    await operatorOf(db)('payments credit', String(payment.id), member.id);
    expect((await db.query('select from confirmed_senders where member_id = $1', [member.id])).rowCount).toBe(0);
  },
);

test('what one operator gives alone on a day stays under 50,000, also where two acts come at one moment', async () => {
  const busy: Operator = { name: 'Nok', roles: ['cashier'] };
  await db.query(`insert into operators (name, password_hash, roles) values ($1, '-', $2)`, [busy.name, busy.roles]);
  const member = await newMember(product);
  const giveNext = async (baht: number) => give(busy, await waiting(member, baht), member);
  expect([await giveNext(20_000), await giveNext(10_000)]).toEqual(['done', 'done']);
  const [one, other] = [await waiting(member, 15_000), await waiting(member, 15_000)];
  const outcomes = await Promise.all([give(busy, one, member), give(busy, other, member)]);
  expect(outcomes.sort()).toEqual(['asked', 'done']);
  expect([await giveNext(5_000), await giveNext(4_999)]).toEqual(['asked', 'done']);
  // Yesterday's do not count.
  await db.query(`update payments set credited_at = credited_at - interval '1 day' where given_by = $1`, [busy.name]);
  expect(await giveNext(20_000)).toBe('done');
});

test('a feed is read again by two operators only', async () => {
  const { rewindFeed } = actsOf('th');
  await db.query(`update deposit_banks set feed_cursor = 9 where bank_code = 'GSB'`);
  const input = { bank: 'GSB', account: '000000000014', cursor: '3' };
  const said = await inTransaction(db, (tx) => performAct(tx, rewindFeed, { operator: finance, why: 'lost' }, input));
  expect(said.is).toBe('asked');
  const cursor = `select feed_cursor from deposit_banks where bank_code = 'GSB'`;
  expect((await db.query(cursor)).rows).toEqual([{ feed_cursor: 9n }]);
});

test('a payment of the future is not recorded', async () => {
  const soon = new Date(Date.now() + 60_000).toISOString();
  const record = operatorOf(db)('payments record', 'GSB', '000000000014', 'SCB', 'SOON1', '10', soon);
  await expect(record).rejects.toThrow(`${soon} is still to come`);
  expect((await db.query(`select from payments where reference = 'SOON1'`)).rowCount).toBe(0);
});
