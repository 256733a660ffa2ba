import { e164Of } from '@krapao/contract/phones.ts';
import { expect, test } from 'vitest';
import { cloneDatabase, contents, digits, newPhone, newRegistration, startProduct } from '../../../test/harness.ts';

const AT_ONCE = 20;
const database = await cloneDatabase();
// Two nodes of one product: the database must keep members apart, and not a process.
const nodes = [await startProduct(database), await startProduct(database)] as const;

async function registerAtOnce(overrides: Record<string, unknown>) {
  const before = await contents(database.db, { except: ['members', 'rate_limit_events'] });
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      nodes[index % 2 === 0 ? 0 : 1].call('POST /api/account', { body: newRegistration(overrides) }),
    ),
  );
  expect(await contents(database.db, { except: ['members', 'rate_limit_events'] })).toEqual(before);
  const registered = answers.filter(({ status }) => status === 200);
  const refusals = answers.filter(({ status }) => status !== 200).map(({ status, body }) => ({ status, body }));
  return { registered, refusals };
}

async function countMembers(column: 'phone' | 'bank_account_no', value: string) {
  const { rows } = await database.db.query(`select count(*)::int as count from members where ${column} = $1`, [value]);
  return rows[0].count;
}

test('of twenty registrations of one phone at once exactly one is made, the rest are told EXISTING_USER', async () => {
  const username = newPhone();
  const { registered, refusals } = await registerAtOnce({ username });
  expect(registered).toHaveLength(1);
  expect(refusals).toEqual(Array(AT_ONCE - 1).fill({ status: 409, body: { message: 'EXISTING_USER' } }));
  expect(await countMembers('phone', e164Of(username, 'th') ?? '')).toBe(1);
});

test('of twenty registrations of one bank account at once exactly one is made, the rest are told EXISTING_BANK', async () => {
  const bankAccountNo = digits(10);
  const { registered, refusals } = await registerAtOnce({ bankAccountNo });
  expect(registered).toHaveLength(1);
  expect(refusals).toEqual(Array(AT_ONCE - 1).fill({ status: 409, body: { message: 'EXISTING_BANK' } }));
  expect(await countMembers('bank_account_no', bankAccountNo)).toBe(1);
});

test('a form sent twenty times at once makes one member', async () => {
  const username = newPhone();
  const { registered, refusals } = await registerAtOnce({ username, bankAccountNo: digits(10) });
  expect(registered).toHaveLength(1);
  expect(refusals).toEqual(Array(AT_ONCE - 1).fill({ status: 409, body: { message: 'EXISTING_USER' } }));
  expect(await countMembers('phone', e164Of(username, 'th') ?? '')).toBe(1);
});
