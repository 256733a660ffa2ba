import { expect, test } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { gamble, inviteOf, newFriend, payIn, receiveInviteBonus, staying } from '../../test/friends.ts';
import { mainWalletOf, newMember, type Player, startPayingWorld } from '../../test/harness.ts';
import { deposit, nextDay, receiveBonus, refusal } from '../../test/rewards.ts';
import { claim, coinsOf, couponsOf, putUpOther, spin } from '../../test/wheel.ts';
import { problems } from '../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld({ DEPOSIT_TRIES_AN_HOUR: '10000' });
const { db } = database;
const operator = operatorOf(db);
const BONUS = 'NEW100';

/** The newest payment that the member was credited with. */
async function paymentOf({ id }: Player): Promise<string> {
  const sql = 'select id from payments where member_id = $1 order by id desc limit 1';
  return String((await db.query<{ id: bigint }>(sql, [id])).rows[0]?.id);
}
const move = async (payment: string, to: Player) => operator('payments move', payment, to.id);

async function depositors(...amounts: number[]): Promise<[Player, Player, string[]]> {
  const [wrong, rightful] = [await newMember(product), await newMember(product)];
  const payments = [];
  for (const amount of amounts) {
    await deposit(product, sandbox, wrong, amount);
    payments.push(await paymentOf(wrong));
  }
  return [wrong, rightful, payments];
}

test('of several deposits each takes its own coins along, in any order, and own ones earn coins again', async () => {
  const [wrong, rightful, [first = '', second = '', third = '']] = await depositors(700, 300, 1_200);
  expect(await coinsOf(product, wrong)).toBe(4);
  await move(third, rightful);
  expect([await coinsOf(product, wrong), await coinsOf(product, rightful)]).toEqual([2, 2]);
  await move(first, rightful);
  expect([await coinsOf(product, wrong), await coinsOf(product, rightful)]).toEqual([1, 3]);
  await move(second, rightful);
  expect([await coinsOf(product, wrong), await coinsOf(product, rightful)]).toEqual([0, 4]);
  await deposit(product, sandbox, wrong, 1_000);
  expect(await coinsOf(product, wrong)).toBe(2);
});

test('a deposit that filled the day’s coins and was none of the member’s leaves the day to the member’s own', async () => {
  const [wrong, rightful, [payment = '']] = await depositors(40_000);
  expect(await coinsOf(product, wrong)).toBe(30);
  await move(payment, rightful);
  await deposit(product, sandbox, wrong, 1_000);
  expect([await coinsOf(product, wrong), await coinsOf(product, rightful)]).toEqual([2, 30]);
});

test('for coins that are spent, unclaimed coupons end first, and the rest is paid by coins that come later', async () => {
  const [wrong, rightful, [payment = '']] = await depositors(1_500);
  await putUpOther(db, ['COIN3']);
  const coupons: string[] = [];
  const spinOnce = async () => coupons.push((await spin(product, wrong)).result?._id ?? '');
  for (let spins = 0; spins < 2; spins += 1) await spinOnce();
  const [claimed = '', unclaimed = ''] = coupons;
  expect(await claim(product, wrong, claimed)).toMatchObject({ status: 200 });
  // One is left of three, and three the wheel gave.
  expect(await coinsOf(product, wrong)).toBe(4);
  for (let spins = 0; spins < 3; spins += 1) await spinOnce();
  await move(payment, rightful);
  // One was left; of the two that lack, the two newest of four unclaimed coupons pay.
  expect(await coinsOf(product, wrong)).toBe(0);
  expect(await couponsOf(product, wrong)).toHaveLength(2);
  expect((await couponsOf(product, wrong)).map(({ _id }) => _id)).toContain(unclaimed);
  expect(await coinsOf(product, rightful)).toBe(3);
});

test('coins that are spent and left no coupon are owed, never below zero on the screen, and paid by the next ones', async () => {
  const [wrong, rightful, [payment = '']] = await depositors(1_500);
  await putUpOther(db, ['COIN3']);
  const { result } = await spin(product, wrong);
  expect(await claim(product, wrong, result?._id ?? '')).toMatchObject({ status: 200 });
  // As if all had been spent, and their prizes had.
  await db.query('update members set coins = 0 where id = $1', [wrong.id]);
  await move(payment, rightful);
  expect(await coinsOf(product, wrong)).toBe(0);
  await deposit(product, sandbox, wrong, 1_000);
  expect(await coinsOf(product, wrong)).toBe(0);
  await deposit(product, sandbox, wrong, 1_000);
  expect(await coinsOf(product, wrong)).toBe(1);
});

test('a first deposit that was another member’s earns the inviter nothing more, and the next own one takes its place', async () => {
  await nextDay(sandbox, db);
  const inviter = await staying(product, await newMember(product));
  const [friend, collected] = [await newFriend(product, inviter), await newFriend(product, inviter)];
  const rightful = await newMember(product);
  const payments = [];
  for (const member of [friend, collected]) {
    await payIn(product, sandbox, member, 1_000);
    payments.push(await paymentOf(member));
    await gamble(product, sandbox, member, -1_000);
    if (member === friend) await payIn(product, sandbox, member, 200);
  }
  const [ofFriend = '', ofCollected = ''] = payments;
  await nextDay(sandbox, db);
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 100 });
  await move(ofFriend, rightful);
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 60 });
  expect(await receiveInviteBonus(product, inviter)).toMatchObject({ status: 200 });
  await move(ofCollected, rightful);
  // What is collected stays.
  expect(await mainWalletOf(product, inviter)).toMatchObject({ amount: 60 });
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 0 });
  const sql = 'select first_deposit from invites where friend_id = any($1) order by first_deposit';
  expect((await db.query(sql, [[friend.id, collected.id]])).rows).toEqual([
    { first_deposit: 200_00n },
    { first_deposit: null },
  ]);
});

test('a credit that comes to an invited friend by a move is the friend’s first deposit', async () => {
  await nextDay(sandbox, db);
  const inviter = await staying(product, await newMember(product));
  const friend = await newFriend(product, inviter);
  const [, , [payment = '']] = await depositors(800);
  await move(payment, friend);
  await gamble(product, sandbox, friend, -800);
  await nextDay(sandbox, db);
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 40 });
});

test('a bonus that was not taken goes with the deposit, and one that was taken does not keep the rightful member from a bonus', async () => {
  const [wrong, rightful, [payment = '']] = await depositors(400);
  await move(payment, rightful);
  expect(await receiveBonus(product, wrong, BONUS)).toEqual(refusal(422, 'BONUS_CONDITION'));
  expect(await receiveBonus(product, rightful, BONUS)).toMatchObject({ status: 200 });
  const [taker, owner, [taken = '']] = await depositors(400);
  expect(await receiveBonus(product, taker, BONUS)).toMatchObject({ status: 200 });
  await move(taken, owner);
  expect(await receiveBonus(product, owner, BONUS)).toMatchObject({ status: 200 });
  // Given back and forth, a deposit earns each of them one.
  await move(taken, taker);
  expect((await receiveBonus(product, taker, 'DAILY20')).status).toBe(422);
});

test('in the end the books are right', async () => {
  expect(await problems(db)).toEqual([]);
});
