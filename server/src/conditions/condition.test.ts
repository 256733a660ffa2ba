import { afterAll, expect, test, vi } from 'vitest';
import {
  BY_ITSELF,
  mainWalletOf,
  newPlayer,
  type Player,
  startPayingWorld,
  statementOf,
  transfer,
  walletOf,
  withdraw,
} from '../../test/harness.ts';
import {
  conditionOf,
  deposit,
  NO_CONDITION,
  play,
  receiveBonus,
  receivePromotion,
  refusal,
  rewardBooks,
  rewardsTold,
} from '../../test/rewards.ts';
import { problems } from '../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;

const WELCOME = { status: true, type: 'promotion', code: 'WELCOME50', credit: 50, success: 300, fail: 5 };
const running = (start: number, total: number) => ({ ...WELCOME, start, total, isClearing: false, isEnding: false });
const granted = {
  statementType: 'bonus',
  status: 'SUCCESS',
  from: 'bonus',
  to: 'wallet',
  amount: 50,
  promotion: { description: 'WELCOME50' },
};
const finished = (status: 'SUCCESS' | 'FAILED') => ({ ...granted, statementType: 'finish_bonus', status, amount: 0 });
const told = (member: Player) => rewardsTold(product, member);
/** Two readings of a game at the same moment do not judge the condition, but the next reading does. */
const isOver = (member: Player) =>
  vi.waitFor(async () => expect(await conditionOf(product, member)).toEqual(NO_CONDITION), BY_ITSELF);

/** A member who had `inGame` in PG, received 50 baht, and brought them to PG too. */
async function bound(inGame: number) {
  const member = await newPlayer(product, { pg: inGame });
  expect((await receivePromotion(product, member)).status).toBe(200);
  expect(await transfer(product, member, { from: 'wallet', to: 'pg', amount: 50 })).toMatchObject({ status: 200 });
  return member;
}

/** A withdrawal of 300 that the bank has not answered yet. */
async function withdrawing() {
  const member = await newPlayer(product, { wallet: 500, pg: 100 });
  await sandbox.nextPayout('silent');
  await withdraw(product, member, 300);
  const payout = async () => (await sandbox.payouts()).find(({ reference }) => reference.startsWith(`${member.id}-`));
  await vi.waitFor(async () => expect(await payout()).toBeDefined(), BY_ITSELF);
  return { member, reference: (await payout())?.reference ?? '' };
}
const leaving = await withdrawing();

afterAll(async () => {
  const { inLedger, told } = await rewardBooks(db);
  expect(inLedger).toEqual(told);
  expect(await problems(db)).toEqual([]);
});

test.concurrent('a condition starts at the whole total after the grant, to the satang, once no stake is open', async ({
  expect,
}) => {
  const member = await newPlayer(product, { wallet: 33.33, pg: 100, joker: 20.01 });
  const { settle } = await sandbox.bet('pg', member.gameUsername, 60);
  const refused = { status: 422, body: { message: 'OPEN_BETS', games: ['pg'] } };
  expect(await receivePromotion(product, member)).toEqual(refused);
  expect(await told(member)).toEqual([]);
  await settle(60);
  expect(await receivePromotion(product, member)).toMatchObject({ status: 200, body: { code: 'WELCOME50' } });
  expect(await conditionOf(product, member)).toEqual(running(203.34, 203.34));
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 83.33, inTransit: 0, pg: 100, joker: 20.01 });
  expect(await told(member)).toEqual([granted]);
});

test.concurrent('while money is on its way to the bank nothing is granted; what has gone there is not in the start', async ({
  expect,
}) => {
  const { member, reference } = leaving;
  expect(await receivePromotion(product, member)).toEqual(refusal(422, 'WITHDRAWAL_PENDING'));
  expect(await receiveBonus(product, member, 'NEW100')).toEqual(refusal(422, 'WITHDRAWAL_PENDING'));
  expect(await told(member)).toEqual([]);
  await sandbox.decidePayout(reference, 'paid');
  await expect.poll(async () => (await mainWalletOf(product, member)).withdrawing, BY_ITSELF).toBe(0);
  expect((await receivePromotion(product, member)).status).toBe(200);
  expect(await conditionOf(product, member)).toEqual(running(350, 350));
});

test.concurrent('the total follows what games bring; deposits and transfers do not move it', async ({ expect }) => {
  const member = await newPlayer(product, { wallet: 50, pg: 100, joker: 100 });
  await receivePromotion(product, member);
  await deposit(product, sandbox, member, 1000);
  expect(await conditionOf(product, member)).toEqual(running(300, 300));
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 1000 });
  await transfer(product, member, { from: 'joker', to: 'wallet', amount: 40 });
  expect(await conditionOf(product, member)).toEqual(running(300, 300));
  await play(sandbox, 'pg', member, 12.34);
  await play(sandbox, 'joker', member, -50);
  expect(await conditionOf(product, member)).toEqual(running(300, 262.34));
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 140, inTransit: 0, pg: 1112.34, joker: 10 });
});

test.concurrent.for([
  [1000, 3000, 'SUCCESS'],
  [1000, 3000.01, 'SUCCESS'],
  [1000, 2999.99, 'running'],
  [1000, 50, 'FAILED'],
  [1000, 49.99, 'FAILED'],
  [1000, 50.01, 'running'],
  // A twentieth is 16.6665.
  [333.33, 16.66, 'FAILED'],
  [333.33, 16.67, 'running'],
  [333.33, 999.99, 'SUCCESS'],
  [333.33, 999.98, 'running'],
] as const)('from %d to %d a condition is %s', async ([start, total, becomes], { expect }) => {
  const member = await bound(Number((start - 50).toFixed(2)));
  await play(sandbox, 'pg', member, Number((total - start).toFixed(2)));
  if (becomes === 'running') {
    expect(await conditionOf(product, member)).toEqual(running(start, total));
    expect(await told(member)).toEqual([granted]);
    return;
  }
  await isOver(member);
  await isOver(member);
  expect(await told(member)).toEqual([finished(becomes), granted]);
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 0, inTransit: 0, pg: total });
});

test.concurrent('with stakes open a condition has not failed yet; it has when the last is settled, also where that changes nothing', async ({
  expect,
}) => {
  const member = await bound(950);
  await play(sandbox, 'pg', member, -950);
  const [first, last] = [
    await sandbox.bet('pg', member.gameUsername, 30),
    await sandbox.bet('pg', member.gameUsername, 20),
  ];
  expect(await conditionOf(product, member)).toEqual(running(1000, 50));
  await first.settle(30);
  expect(await conditionOf(product, member)).toEqual(running(1000, 50));
  await last.settle(20);
  await isOver(member);
  expect(await told(member)).toEqual([finished('FAILED'), granted]);
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 0, inTransit: 0, pg: 50 });
});

test.concurrent('a stake that was open at the worst moment and wins saves the condition', async ({ expect }) => {
  const member = await bound(950);
  await play(sandbox, 'pg', member, -970);
  const { settle } = await sandbox.bet('pg', member.gameUsername, 30);
  expect(await conditionOf(product, member)).toEqual(running(1000, 30));
  await settle(100);
  expect(await conditionOf(product, member)).toEqual(running(1000, 100));
});

test.concurrent('a condition is not met by money that is staked in open bets', async ({ expect }) => {
  const member = await bound(950);
  await play(sandbox, 'pg', member, 2000);
  const { settle } = await sandbox.bet('pg', member.gameUsername, 500);
  expect(await conditionOf(product, member)).toEqual(running(1000, 3000));
  await settle(500);
  await isOver(member);
  expect(await told(member)).toEqual([finished('SUCCESS'), granted]);
});

test.concurrent('attack: a win ends nothing while the loss of another game cannot be read', async ({ expect }) => {
  const member = await newPlayer(product, { wallet: 100, pg: 350, laolotto: 500 });
  await receivePromotion(product, member);
  await play(sandbox, 'pg', member, 2000);
  await play(sandbox, 'laolotto', member, -500);
  const unread = { target: 'games/laolotto', call: 'balance' };
  await sandbox.fault({ ...unread, mode: 'garbage' });
  expect(await conditionOf(product, member)).toEqual(running(1000, 3000));
  expect(await withdraw(product, member, 100)).toMatchObject(refusal(422, 'BONUS_CONDITION'));
  await sandbox.fault({ ...unread, mode: 'ok' });
  expect(await conditionOf(product, member)).toEqual(running(1000, 2500));
  expect(await told(member)).toEqual([granted]);
});

test.concurrent('while a condition runs nothing can be withdrawn and nothing else received, and nothing moves', async ({
  expect,
}) => {
  const member = await newPlayer(product, { wallet: 300, pg: 200 });
  await deposit(product, sandbox, member, 100);
  await receivePromotion(product, member);
  for (const all of [false, true]) {
    expect(await withdraw(product, member, 100, { all })).toMatchObject(refusal(422, 'BONUS_CONDITION'));
    expect(await withdraw(product, member, 450, { all })).toMatchObject(refusal(422, 'BONUS_CONDITION'));
  }
  expect(await withdraw(product, member, 600, { all: true })).toMatchObject(refusal(422, 'BONUS_CONDITION'));
  for (const code of ['NEW100', 'DAILY20', 'week10'])
    expect(await receiveBonus(product, member, code)).toEqual(refusal(422, 'BONUS_ALREADY_ACTIVE'));
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 450, inTransit: 0, pg: 200 });
  expect(await sandbox.player('pg', member.gameUsername)).toEqual({ balance: 200, inPlay: 0 });
  expect((await statementOf(product, member)).map(({ statementType }) => statementType)).toEqual([
    'bonus',
    'deposit',
    'transfer',
  ]);
  expect(await conditionOf(product, member)).toEqual(running(650, 650));
});

test.concurrent('a promotion cannot be received while a bonus runs', async ({ expect }) => {
  const member = await newPlayer(product);
  await deposit(product, sandbox, member, 100);
  await receiveBonus(product, member, 'NEW100');
  expect(await receivePromotion(product, member)).toEqual(refusal(422, 'BONUS_ALREADY_ACTIVE'));
  expect(await conditionOf(product, member)).toMatchObject({ type: 'bonus', code: 'NEW100', start: 200 });
});

test.concurrent.for([
  ['met', 850, 100, false],
  ['met', 850, 1000, true],
  ['lost', -403.75, 100, false],
  ['lost', -403.75, 121.25, true],
] as const)(
  'once a condition is %s (%d) the member who wants to withdraw %d is free after a second look, by itself',
  async ([end, change, amount, all], { expect }) => {
    const member = await bound(375);
    await deposit(product, sandbox, member, 100);
    await play(sandbox, 'pg', member, change);
    expect(await withdraw(product, member, amount, { all })).toMatchObject(refusal(422, 'BONUS_CONDITION'));
    await expect.poll(() => told(member), BY_ITSELF).toHaveLength(2);
    const answer = await withdraw(product, member, amount, { all });
    expect(answer).toMatchObject({ status: 200, body: { status: 'PENDING' } });
    expect(await told(member)).toEqual([finished(end === 'met' ? 'SUCCESS' : 'FAILED'), granted]);
  },
);

test.concurrent('a member who asks for their condition is told its present state', async ({ expect }) => {
  const member = await bound(950);
  await play(sandbox, 'pg', member, 2000);
  const ask = async () => (await product.call('GET /api/bonus/check/active', { token: member.token })).body;
  await expect.poll(ask, BY_ITSELF).toEqual(NO_CONDITION);
});

test.concurrent('once a condition is over the member is free: another grant, and money goes to the bank', async ({
  expect,
}) => {
  const member = await bound(950);
  await deposit(product, sandbox, member, 100);
  await play(sandbox, 'pg', member, 2000);
  await isOver(member);
  expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
  expect(await conditionOf(product, member)).toMatchObject({ type: 'bonus', start: 3200, total: 3200, credit: 100 });
  await play(sandbox, 'pg', member, -3000);
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 200 });
  await play(sandbox, 'pg', member, -40);
  await isOver(member);
  // For three days after the promotion withdrawals would be looked at: what met it was lost.
  await db.query(`update conditions set finished_at = finished_at - interval '73 hours' where member_id = $1`, [
    member.id,
  ]);
  const { id } = (await withdraw(product, member, 160, { all: true })).body as { id: string };
  const status = async () => (await statementOf(product, member)).find((entry) => entry.id === id)?.status;
  await expect.poll(status, BY_ITSELF).toBe('SUCCESS');
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 0, inTransit: 0, pg: 0 });
});
