import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  mainWalletOf,
  newMember,
  newPlayer,
  signIn,
  startPatientNode,
  startPayingWorld,
  statementOf,
  withdraw,
} from '../../../test/harness.ts';
import { conditionOf, NO_CONDITION, receivePromotion, refusal, rewardBooks } from '../../../test/rewards.ts';
import { claim, coinsOf, couponsOf, giveCoins, putUpOther, spin, win } from '../../../test/wheel.ts';
import { putUpSandboxWheel } from '../../demo/wheel.ts';
import { problems } from '../../ledger/ledger.ts';
import { inTransaction } from '../../platform/database.ts';
import { takeExpired } from './spins.queries.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const otherNode = await startPatientNode(database, sandbox);

const CLAIMED = refusal(422, 'NO_CLAIMABLE_COUPON');
const A_DAY = 24 * 60 * 60;

test('every prize that was drawn is a coupon until it is claimed, and no prize is none', async () => {
  const member = await newMember(product);
  await giveCoins(db, member, 2);
  await putUpOther(db, ['COIN3']);
  try {
    const { result } = await spin(product, member);
    expect(result).toMatchObject({ code: 'COIN3', label: '3 เหรียญ', remainingCoin: 1 });
    const coupons = await couponsOf(product, member);
    expect(coupons).toMatchObject([{ _id: result?._id, amount: 3 }]);
    const [{ createdAt, expireIn } = { createdAt: '', expireIn: '' }] = coupons;
    expect(Date.parse(expireIn) - Date.parse(createdAt)).toBe(30 * A_DAY * 1000);
    expect(await claim(product, member, result?._id ?? '')).toMatchObject({ status: 200, body: { _id: result?._id } });
    expect(await coinsOf(product, member)).toBe(4);
    expect(await couponsOf(product, member)).toEqual([]);
  } finally {
    await putUpSandboxWheel(db);
  }
  await win(db, member, 'NOTHING1');
  expect(await couponsOf(product, member)).toEqual([]);
});

test('credit is the member’s own as soon as it is claimed', async () => {
  const member = await newPlayer(product, { wallet: 90 });
  const [coupon, key] = [await win(db, member, 'CREDIT10'), randomUUID()];
  const shown = {
    _id: coupon,
    amount: 10,
    success: 100,
    fail: 0,
    prize: { slice: { code: 'CREDIT10', type: 'credit' } },
  };
  expect(await couponsOf(product, member)).toMatchObject([shown]);
  expect(await claim(product, member, coupon, key)).toMatchObject({ status: 200, body: shown });
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  const [finish, bonus] = await statementOf(product, member);
  const luckydraw = { description: expect.stringContaining('10') };
  expect(bonus).toMatchObject({
    id: key,
    statementType: 'bonus',
    status: 'SUCCESS',
    to: 'wallet',
    amount: 10,
    luckydraw,
  });
  expect(finish).toMatchObject({ statementType: 'finish_bonus', status: 'SUCCESS', amount: 0 });
  expect(await withdraw(product, member, 100)).toMatchObject({ status: 200 });
});

test('a bonus binds the member by the terms of its slice', async () => {
  const member = await newPlayer(product, { wallet: 100 });
  const coupon = await win(db, member, 'BONUS50');
  expect(await couponsOf(product, member)).toMatchObject([{ _id: coupon, amount: 50, success: 300, fail: 5 }]);
  expect(await claim(product, member, coupon)).toMatchObject({ status: 200 });
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 150 });
  expect(await conditionOf(product, member)).toMatchObject({ status: true, type: 'luckydraw', start: 150, total: 150 });
  expect(await withdraw(product, member, 100)).toMatchObject(refusal(422, 'BONUS_CONDITION'));
});

test('an id that is no coupon of the member’s, or none any more, is refused by its reason', async () => {
  const [member, other] = [await newMember(product), await newMember(product)];
  const theirs = await win(db, other, 'CREDIT10');
  for (const coupon of [randomUUID(), theirs, '', 'garbage', "' or 1=1 --", '%', 'คูปอง'])
    expect({ coupon, ...(await claim(product, member, coupon)) }).toEqual({ coupon, ...refusal(422, 'INVALID_CODE') });
  for (const coupon of ['nul\0', 'x'.repeat(101)])
    expect(await claim(product, member, coupon)).toMatchObject({ status: 400 });
  expect(await claim(product, member, await win(db, member, 'NOTHING2'))).toEqual(refusal(422, 'INVALID_COUPON_TYPE'));
  expect(await claim(product, other, theirs.toUpperCase())).toMatchObject({ status: 200 });
  expect(await claim(product, other, theirs)).toEqual(CLAIMED);
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 0 });
  expect(await mainWalletOf(product, other)).toMatchObject({ amount: 10 });
});

test('while a condition runs neither money nor coins can be claimed, and after it both', async () => {
  const member = await newPlayer(product);
  const coupons = [await win(db, member, 'CREDIT20'), await win(db, member, 'COIN1'), await win(db, member, 'BONUS50')];
  expect(await receivePromotion(product, member)).toMatchObject({ status: 200 });
  for (const coupon of coupons) expect(await claim(product, member, coupon)).toEqual(refusal(422, 'BONUS_REMAINING'));
  expect(await couponsOf(product, member)).toHaveLength(3);
  expect(await coinsOf(product, member)).toBe(0);
  await product.call('GET /api/bonus/clear', { token: member.token });
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  for (const coupon of coupons) expect(await claim(product, member, coupon)).toMatchObject({ status: 200 });
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 70 });
  expect(await coinsOf(product, member)).toBe(1);
});

test('while money is on its way to the bank none is claimed', async () => {
  const member = await newPlayer(product, { wallet: 100 });
  const coupon = await win(db, member, 'CREDIT10');
  await sandbox.nextPayout('silent');
  expect(await withdraw(product, member, 100)).toMatchObject({ status: 200 });
  expect(await claim(product, member, coupon)).toEqual(refusal(422, 'WITHDRAWAL_PENDING'));
});

test('while a game that holds money cannot be read none is claimed, and the coupon stays', async () => {
  const member = await newPlayer(product, { joker: 100 });
  const coupon = await win(db, member, 'CREDIT10');
  await sandbox.fault({ target: 'games/joker', call: 'balance', mode: 'garbage', times: 1 });
  expect(await claim(product, member, coupon)).toEqual(refusal(503, 'SERVICE_UNAVAILABLE'));
  expect(await claim(product, member, coupon)).toMatchObject({ status: 200 });
});

test('a coupon whose slice has left the wheel waits until it is back, and is worth what was won', async () => {
  const member = await newMember(product);
  const coupon = await win(db, member, 'CREDIT10');
  try {
    await putUpOther(db, ['COIN1', 'CREDIT20']);
    expect(await claim(product, member, coupon)).toEqual(refusal(422, 'INVALID_PRIZE_CODE'));
  } finally {
    await putUpSandboxWheel(db);
  }
  try {
    await putUpOther(db, ['CREDIT10'], { times: 100 });
    expect(await claim(product, member, coupon)).toMatchObject({ status: 200, body: { amount: 10 } });
  } finally {
    await putUpSandboxWheel(db);
  }
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 10 });
});

test('a closed wheel still pays what was won on it', async () => {
  const member = await newMember(product);
  const coupon = await win(db, member, 'CREDIT10');
  const open = (isOpen: boolean) => db.query(`update campaigns set is_open = $1 where kind = 'luckydraw'`, [isOpen]);
  await open(false);
  try {
    expect(await couponsOf(product, member)).toHaveLength(1);
    expect(await claim(product, member, coupon)).toMatchObject({ status: 200 });
  } finally {
    await open(true);
  }
});

test('a budget that is spent by now does not keep from a member what was drawn', async () => {
  const member = await newMember(product);
  const coupon = await win(db, member, 'CREDIT10');
  const budget = (sum: string) =>
    db.query(`update campaigns set budget = ${sum} where kind = 'luckydraw' and currency = 'BAHT'`);
  await budget('spent');
  try {
    expect(await claim(product, member, coupon)).toMatchObject({ status: 200 });
  } finally {
    await budget('100000000');
  }
});

test.each([
  ['CREDIT10', 10, 0],
  ['BONUS50', 50, 0],
  ['COIN3', 0, 3],
])('fifty claims at once, by two nodes, of one %s pay once', async (code, amount, coins) => {
  const member = await newMember(product);
  const coupon = await win(db, member, code);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => claim(at % 2 ? product : otherNode, member, coupon)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect([CLAIMED, refusal(503, 'SERVICE_UNAVAILABLE')]).toContainEqual(answer);
  expect(await mainWalletOf(product, member)).toMatchObject({ amount });
  expect(await coinsOf(product, member)).toBe(coins);
});

test.each(['CREDIT10', 'COIN1'])(
  'the same key fifty times is one claim of %s and fifty equal answers',
  async (code) => {
    const member = await newMember(product);
    const [coupon, other, key] = [await win(db, member, code), await win(db, member, code), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(product, member, coupon, key)));
    const [first] = answers;
    expect(first).toMatchObject({ status: 200, body: { _id: coupon } });
    for (const answer of [...answers, await claim(product, member, coupon, key)]) expect(answer).toEqual(first);
    expect(await claim(product, member, other, key)).toEqual(refusal(409, 'IDEMPOTENCY_CONFLICT'));
    expect(await couponsOf(product, member)).toMatchObject([{ _id: other }]);
  },
);

test('of two bonuses claimed at the same moment one is granted, and the other waits', async () => {
  const member = await newMember(product);
  const coupons = [await win(db, member, 'BONUS50'), await win(db, member, 'BONUS50')];
  const answers = await Promise.all(coupons.map((coupon) => claim(product, member, coupon)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(answers).toContainEqual(refusal(422, 'BONUS_REMAINING'));
  expect(await couponsOf(product, member)).toHaveLength(1);
});

test('coupons are listed newest first and in the language that is asked for', async () => {
  const member = await newMember(product);
  for (const code of ['CREDIT10', 'COIN3']) await win(db, member, code);
  expect(await couponsOf(product, member, '?locale=en')).toMatchObject([
    { prize: { name: '3 more spins', slice: { label: '3 coins' } } },
    { prize: { name: '฿10 in cash', slice: { label: '฿10' } } },
  ]);
  expect(await couponsOf(product, member, '?locale=la')).toMatchObject([{ prize: { name: 'ໝຸນອີກ 3 ຄັ້ງ' } }, {}]);
});

async function spentByWheel(currency = 'BAHT'): Promise<number> {
  const sql = `select spent from campaigns where kind = 'luckydraw' and currency = $1`;
  return Number((await db.query<{ spent: bigint }>(sql, [currency])).rows[0]?.spent) / 100;
}

/** Of every member of this file, in baht. */
async function worthOfUnclaimed(): Promise<number> {
  const sql = `select coalesce(sum(amount), 0)::bigint as worth from spins
    join wheel_slices on wheel_slices.wheel_id = spins.wheel_id and code = slice_code
    join wheels on wheels.id = spins.wheel_id and currency = 'BAHT'
    where claimed_at is null and prize_type <> 'coin'`;
  return Number((await db.query<{ worth: bigint }>(sql)).rows[0]?.worth) / 100;
}

test('after thirty days a coupon is worth nothing, and the wheel has its budget again, once', async () => {
  const member = await newMember(product);
  const coupon = await win(db, member, 'CREDIT10');
  await claim(product, member, await win(db, member, 'CREDIT10'));
  await win(db, member, 'COIN3');
  const inKip = await spentByWheel('LAK');
  await win(db, await newMember(product), 'CREDIT10', 'LAK');
  const { username, password } = member;
  const later = async (days: number) => {
    await sandbox.moveClock(days * A_DAY);
    return { ...member, token: await signIn(product, { username, password }) };
  };
  expect(await couponsOf(product, await later(29))).toHaveLength(2);
  const [spent, unclaimed] = [await spentByWheel(), await worthOfUnclaimed()];
  expect(unclaimed).toBeGreaterThanOrEqual(10);
  expect(await spentByWheel('LAK')).toBe(inKip + 6_000);
  const back = await later(2);
  expect(await spentByWheel()).toBe(spent - unclaimed);
  expect(await spentByWheel('LAK')).toBe(inKip);
  expect(await couponsOf(product, back)).toEqual([]);
  expect(await claim(product, back, coupon)).toEqual(refusal(422, 'COUPON_EXPIRED'));
  expect(await mainWalletOf(product, back)).toMatchObject({ amount: 10 });
  await later(1);
  expect(await spentByWheel()).toBe(spent - unclaimed);
});

test('a coupon that expires at the moment of its claim is claimed or gives its budget back, never both', async () => {
  const member = await newMember(product);
  const coupon = await win(db, member, 'CREDIT10');
  const spent = await spentByWheel();
  const sql = `update spins set returned_at = app_now() where id = $1`;
  await db.query(sql, [coupon]);
  expect(await claim(product, member, coupon)).toEqual(refusal(422, 'COUPON_EXPIRED'));
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 0 });
  const claimed = await win(db, member, 'CREDIT10');
  expect(await claim(product, member, claimed)).toMatchObject({ status: 200 });
  await expect(db.query(sql, [claimed])).rejects.toThrow('violates check constraint');
  expect(await spentByWheel()).toBe(spent + 10);
});

test('of two nodes that sweep at the same moment one takes an expired coupon, and the other does not wait for it', async () => {
  const coupon = await win(db, await newMember(product), 'CREDIT20');
  const undo = new Error('undone');
  await db.query('update spins set expires_at = app_now() where id = $1', [coupon]);
  const sweeping = inTransaction(db, async (tx) => {
    expect(await takeExpired(tx)).toEqual([{ currency: 'BAHT', worth: 20_00n }]);
    await inTransaction(db, async (other) => {
      await other.query(`set local lock_timeout = '5s'`);
      expect(await takeExpired(other)).toEqual([]);
    });
    throw undo;
  });
  await expect(sweeping).rejects.toBe(undo);
});

test('in the end the books are right, and the house has paid what was claimed', async () => {
  const { rows } = await db.query<{ claimed: bigint }>(
    `select sum(amount)::bigint as claimed from spins join wheel_slices using (wheel_id)
      where code = slice_code and claimed_at is not null and prize_type <> 'coin'`,
  );
  const { inLedger } = await rewardBooks(db);
  expect(inLedger).toContainEqual({ name: 'house:rewards:luckydraw', currency: 'BAHT', given: rows[0]?.claimed });
  expect(await problems(db)).toEqual([]);
});
