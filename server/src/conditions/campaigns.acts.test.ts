import { expect, test } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { openCampaign } from '../../test/campaigns.ts';
import { mainWalletOf, newMember, newPlayer, startPayingWorld, transfer } from '../../test/harness.ts';
import { clearBonus, conditionOf, deposit, NO_CONDITION, receiveBonus } from '../../test/rewards.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { CannotDo } from '../staff/act.ts';

const { product, sandbox, database } = await startPayingWorld();
const operator = operatorOf(database.db);
const find = async () => {
  const { token } = await newMember(product);
  return (await product.call('GET /api/promotion/find/WELCOME50', { token })).body;
};

test('an operator ends a promotion, and opens it again', async () => {
  expect(await find()).toMatchObject({ code: 'WELCOME50' });
  expect(await operator('campaign close', 'promotion', 'welcome50')).toContain('closed');
  expect(await find()).toEqual({});
  expect(await operator('campaign list')).toMatch(/^closed {2}promotion WELCOME50 {2}0\.00 of /m);
  await openCampaign(operator, 'promotion', 'WELCOME50');
  expect(await find()).toMatchObject({ code: 'WELCOME50' });
});

test('a programme of which there is one is closed by its kind', async () => {
  const { token } = await newMember(product);
  await operator('campaign close', 'refund', '-');
  expect(await product.call('GET /api/refund/receive', { token })).toMatchObject({
    status: 422,
    body: { message: 'REFUND_INACTIVE' },
  });
});

test('a budget is never set below what was given', async () => {
  const { token } = await newMember(product);
  await operator('campaign budget', 'promotion', 'WELCOME50', 'BAHT', '50');
  expect(await product.call('GET /api/promotion/activate/WELCOME50', { token })).toMatchObject({ status: 200 });
  for (const [name, before] of [
    ['campaign budget', ''],
    ['campaign edit', 'budget='],
  ] as const) {
    const say = (amount: string) => operator(name, 'promotion', 'WELCOME50', 'BAHT', `${before}${amount}`);
    await expect(say('49.99')).rejects.toThrow('More than that is given already.');
    await say('50');
  }
  const { token: late } = await newMember(product);
  expect(await product.call('GET /api/promotion/activate/WELCOME50', { token: late })).toMatchObject({
    status: 422,
    body: { message: 'BONUS_FULL' },
  });
});

test('an operator ends a cancelled bonus whose money does not come home, on what is home', async () => {
  const member = await newPlayer(product, { pg: 0 });
  await deposit(product, sandbox, member, 500);
  await receiveBonus(product, member, 'NEW100');
  await expect(operator('conditions end', member.id)).rejects.toThrow(CannotDo);
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 700 });
  const bet = await sandbox.bet('pg', member.gameUsername, 700);
  expect((await clearBonus(product, member)).body).toEqual({ status: 'PENDING' });
  expect(await operator('conditions clearing')).toMatch(new RegExp(`${member.id}.* 700\\.00 in open bets`));

  expect(await operator('conditions end', member.id)).toBe('It is over; the member owes 200.00 BAHT.');
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 0 });
  expect((await balancesOf(database.db, member.id)).get('owed')).toBe(-20_000n);
  const ended = 'select state, taken_back, owed from conditions where member_id = $1';
  expect((await database.db.query(ended, [member.id])).rows).toEqual([
    { state: 'cleared', taken_back: 30_000n, owed: 20_000n },
  ]);
  expect(await operator('conditions clearing')).not.toContain(member.id);
  await bet.settle(0);
});

test.each([
  ['campaign close', 'bonus', 'NONE'],
  ['campaign close', 'gift', 'NEW100'],
  ['campaign budget', 'bonus', 'NEW100', 'BAHT', 'much'],
  ['campaign budget', 'bonus', 'NEW100', 'EUR', '100'],
])('%s %s %s %s %s is refused with a sentence', async (name, ...values) => {
  await expect(operator(name, ...values)).rejects.toThrow(CannotDo);
});
