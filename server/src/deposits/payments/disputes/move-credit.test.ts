import { expect, test } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import {
  BY_ITSELF,
  mainWalletOf,
  newMember,
  startPayingWorld,
  statementOf,
  waitingForLocks,
  withdraw,
} from '../../../../test/harness.ts';
import { KBANK, type Member, payersOf } from '../../../../test/payers.ts';
import { deposit } from '../../../../test/rewards.ts';
import { coinsOf } from '../../../../test/wheel.ts';
import { balancesOf, post, problems } from '../../../ledger/ledger.ts';
import { inTransaction } from '../../../platform/database.ts';

const world = await startPayingWorld();
const { product, sandbox, database } = world;
const { db } = database;
const operator = operatorOf(db);
const NO_FINDING = /^There is no finding\.\n/;
const { named, pay, expectInWallet } = payersOf(world);

/** A payment whose sender is no member, given to the wrong one. Returns its number. */
async function creditedWrongly(wrong: Member, amount: number): Promise<string> {
  const stranger = await named();
  await db.query('update members set bank_account_no = reverse(id) where id = $1', [stranger.id]);
  await pay(stranger, amount, KBANK);
  const waits = async () => {
    const { rows } = await db.query<{ id: bigint }>(
      'select id from payments where member_id is null and closed_at is null and amount = $1',
      [amount * 100],
    );
    return String(rows[0]?.id ?? '');
  };
  await expect.poll(waits, BY_ITSELF).not.toBe('');
  const id = await waits();
  await operator('payments credit', id, wrong.id);
  await expectInWallet(wrong, amount);
  return id;
}

const accountsOf = async ({ id }: Member) => {
  const balances = await balancesOf(db, id);
  return { main: balances.get('main') ?? 0n, owed: balances.get('owed') ?? 0n };
};

test('a wrong credit of a thousand that was half withdrawn is corrected to the satang, shown to both members, and is no finding', async () => {
  const [wrong, rightful] = [await newMember(product), await newMember(product)];
  const payment = await creditedWrongly(wrong, 1_000);
  expect((await withdraw(product, wrong, 500)).status).toBe(200);
  await expect.poll(async () => (await accountsOf(wrong)).main, BY_ITSELF).toBe(50_000n);

  expect(await operator('payments move', payment, rightful.id)).toBe(
    `1,000.00 BAHT is ${rightful.id}'s; 500.00 was taken from ${wrong.id}, who owes 500.00.`,
  );
  expect(await accountsOf(wrong)).toEqual({ main: 0n, owed: -50_000n });
  expect(await accountsOf(rightful)).toEqual({ main: 100_000n, owed: 0n });
  const [taken] = await statementOf(product, wrong);
  expect(taken).toMatchObject({ statementType: 'withdraw', to: 'service', amount: 500, balanceAfter: 0 });
  expect(await statementOf(product, rightful)).toMatchObject([{ statementType: 'deposit', amount: 1_000 }]);
  expect(await problems(db)).toEqual([]);
  expect(await operator('reconcile')).toMatch(NO_FINDING);

  // What the first owes is taken once there is something, and that is no finding either.
  await deposit(product, sandbox, wrong, 600);
  expect(await operator('debts collect', wrong.id)).toContain('500.00 BAHT was taken');
  expect(await accountsOf(wrong)).toEqual({ main: 10_000n, owed: 0n });
  expect(await operator('reconcile')).toMatch(NO_FINDING);
});

test('what nobody has spent leaves no debt, and a payment can be moved on and back again', async () => {
  const [one, other] = [await newMember(product), await newMember(product)];
  const payment = await creditedWrongly(one, 700);
  for (const [from, to] of [
    [one, other],
    [other, one],
    [one, other],
  ] as const)
    expect(await operator('payments move', payment, to.id)).toContain(`700.00 was taken from ${from.id}.`);
  expect([await accountsOf(one), await accountsOf(other)]).toEqual([
    { main: 0n, owed: 0n },
    { main: 70_000n, owed: 0n },
  ]);
  expect(await problems(db)).toEqual([]);
  expect(await operator('reconcile')).toMatch(NO_FINDING);
});

test('a credit that is moved away takes its coins along, whether its money was spent or not', async () => {
  const [wrong, rightful] = [await newMember(product), await newMember(product)];
  const payment = await creditedWrongly(wrong, 1_100);
  const spending = { reason: 'test', memberId: wrong.id, currency: 'BAHT', from: 'main', to: 'house:demo' } as const;
  await post(db, { ...spending, key: `spent/${wrong.id}`, amount: 700_00n });
  expect(await operator('payments move', payment, rightful.id)).toContain(`${wrong.id}, who owes 700.00.`);
  const coins = async () => [await coinsOf(product, wrong), await coinsOf(product, rightful)];
  expect(await coins()).toEqual([0, 2]);
  // What the first member pays in counts as if the other deposit had never come.
  await deposit(product, sandbox, wrong, 300);
  expect(await coins()).toEqual([0, 2]);
  await deposit(product, sandbox, wrong, 700);
  expect(await coins()).toEqual([2, 2]);
  await deposit(product, sandbox, wrong, 500);
  expect(await coins()).toEqual([3, 2]);
});

test('a payment that is nobody’s, is theirs already, or is disputed is not moved', async () => {
  const [one, other] = [await newMember(product), await newMember(product)];
  const payment = await creditedWrongly(one, 300);
  await expect(operator('payments move', '999999', other.id)).rejects.toThrow(
    'No member was credited with payment 999999.',
  );
  await expect(operator('payments move', payment, one.id)).rejects.toThrow(`It is ${one.id}'s already.`);
  await db.query(`insert into disputes (payment_id, member_id, why, frozen) values ($1, $2, 'a test', 0)`, [
    payment,
    one.id,
  ]);
  await expect(operator('payments move', payment, other.id)).rejects.toThrow('is disputed');
  expect((await mainWalletOf(product, one)).amount).toBe(300);
});

test('the members of a moved payment are locked in the order of their ids, so that two moves never wait in a circle', async () => {
  const members = [await newMember(product), await newMember(product)];
  const [lower, higher] = members.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [Member, Member];
  const payment = await creditedWrongly(higher, 400);
  const lock = 'select from members where id = $1 for no key update';
  let moving: Promise<string> = Promise.resolve('');
  await inTransaction(db, async (tx) => {
    await tx.query(lock, [lower.id]);
    moving = operator('payments move', payment, lower.id);
    await expect.poll(() => waitingForLocks(db), BY_ITSELF).toBe(1);
    await tx.query(`${lock} nowait`, [higher.id]);
  });
  expect(await moving).toContain(`400.00 was taken from ${higher.id}.`);
});
