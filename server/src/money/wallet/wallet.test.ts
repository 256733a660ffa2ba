import { expect, test } from 'vitest';
import { cloneDatabase, newLaoRegistration, newMember, startProduct } from '../../../test/harness.ts';
import { hold, post, release, settle } from '../../ledger/ledger.ts';

const database = await cloneDatabase();
const { db } = database;
const product = await startProduct(database);
const lao = await startProduct(database, { EDITION: 'la' });

async function walletOf({ token }: { token: string }, on = product) {
  const answer = await on.call('GET /api/wallet', { token });
  expect(answer.status).toBe(200);
  return (answer.body as { wallet: unknown }).wallet;
}

test('a new member finds an empty wallet, no games, and their own name and bank', async () => {
  const member = await newMember(product);
  const { name, username, bankAccountNo } = member.registration;
  const answer = await product.call('GET /api/wallet', { token: member.token });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toMatchObject({
    profile: { _id: member.id, name, username, coin: 0, currency: 'BAHT' },
    bankAccount: { bankAccountName: 'SOMYING JAIDEE', bankAccountNo, bank: { nameTH: 'ธนาคารกสิกรไทย' } },
    wallet: { amount: 0, inTransit: 0, withdrawing: 0 },
    invite: { amount: 0, success: 0, fail: 0 },
    slots: [],
  });
});

test('amounts are what the ledger says, to the satang, and money on its way is shown apart', async () => {
  const member = await newMember(product);
  const other = await newMember(product);
  const business = { reason: 'test', memberId: member.id, currency: 'BAHT' } as const;
  await post(db, { ...business, key: 'in', from: 'house:payments:ww', to: 'main', amount: 1_234_56n });
  expect(await walletOf(member)).toEqual({ amount: 1234.56, inTransit: 0, withdrawing: 0 });

  await hold(db, { ...business, key: 'first', from: 'main', to: 'in_transit', amount: 234_50n });
  await hold(db, { ...business, key: 'second', from: 'main', to: 'in_transit', amount: 6n });
  expect(await walletOf(member)).toEqual({ amount: 1000, inTransit: 234.56, withdrawing: 0 });

  await settle(db, { memberId: member.id, key: 'first done', hold: 'first', to: 'game:pg' });
  await release(db, { memberId: member.id, key: 'second back', hold: 'second' });
  expect(await walletOf(member)).toEqual({ amount: 1000.06, inTransit: 0, withdrawing: 0 });

  expect(await walletOf(other)).toEqual({ amount: 0, inTransit: 0, withdrawing: 0 });
});

test('the largest amount there is arrives exactly', async () => {
  const member = await newMember(product);
  const amount = 9_999_999_999_99n;
  await post(db, {
    key: 'largest',
    reason: 'test',
    memberId: member.id,
    currency: 'BAHT',
    from: 'house:demo',
    to: 'main',
    amount,
  });
  expect(await walletOf(member)).toEqual({ amount: 9999999999.99, inTransit: 0, withdrawing: 0 });
});

test("a Lao member's wallet is in kip", async () => {
  const member = await newMember(lao, newLaoRegistration());
  await post(db, {
    key: 'kip',
    reason: 'test',
    memberId: member.id,
    currency: 'LAK',
    from: 'house:demo',
    to: 'main',
    amount: 500_000_00n,
  });
  expect(await walletOf(member, lao)).toEqual({ amount: 500_000, inTransit: 0, withdrawing: 0 });
});

test('a visitor has no wallet', async () => {
  expect(await product.call('GET /api/wallet')).toMatchObject({ status: 401, body: { message: 'invalid-token' } });
});
