import { expect, test } from 'vitest';
import { cloneDatabase, newMember, startProduct } from '../../../../test/harness.ts';
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

const give = async (operator: Operator, { id }: Payment, member: Member, act = creditPayment) => {
  const input = { payment: String(id), member: member.id };
  return (await inTransaction(db, (tx) => performAct(tx, act, { operator, why: 'her slip' }, input))).is;
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
