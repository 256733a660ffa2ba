import { afterEach, expect, test } from 'vitest';
import { sayAs } from '../../test/as-operators.ts';
import { unexplained } from '../../test/books.ts';
import { mainWalletOf, newPlayer, SOON, startPayingWorld, statementOf } from '../../test/harness.ts';
import { payoutsByHand } from '../../test/payouts-by-hand.ts';
import { readConfig } from '../config.ts';
import { problems } from '../ledger/ledger.ts';
import { finishedWithdrawals } from '../money/withdrawals/ask-again.ts';
import { openWithdrawals, referenceOf } from '../money/withdrawals/pay-out.ts';
import type { WithdrawalKey } from '../money/withdrawals/withdrawals.queries.ts';
import { openPayouts } from '../providers/payouts/payouts.ts';

// No worker runs: the test itself does what a worker would do.
const world = await startPayingWorld({ ROLE: 'api' });
const { product, sandbox, database } = world;
const { db } = database;
const { newGathering, depsOf, rowOf } = payoutsByHand(world);
const say = await sayAs(db, { first: ['finance'], second: ['finance'] });
const channel = openPayouts(readConfig({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url }));

let number = 0;
const standStill = async () => {
  number += 1;
  await db.query(`insert into standstills (why, number) values ('the database comes from a backup', $1)`, [number]);
  return String(number);
};
const approve = async (asked: string) => say('second', 'requests approve', /request (\d+)/.exec(asked)?.[1] ?? '');
const end = async (which: string) => approve(await say('first', 'standstill end', which, 'compared'));

afterEach(async () => {
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});

/** What the service did with the withdrawal before that was lost. */
async function payBeforeTheLoss(key: WithdrawalKey): Promise<void> {
  const { amount, currency, bank_code: bank, bank_account_no: account, bank_account_name: name } = await rowOf(key);
  const reference = referenceOf({ member_id: key.memberId, id: key.id });
  await channel.create({ reference, amount, currency, bank, account, name });
  await expect.poll(() => channel.stateOf(reference), SOON).toBe('paid');
}
const paidOf = async ({ memberId }: WithdrawalKey) =>
  (await sandbox.payouts()).filter(({ reference }) => reference.startsWith(memberId)).map(({ state }) => state);

test('a withdrawal that was gathering money may have been paid: it is neither cancelled nor sent, and the channel is asked', async () => {
  const [paid, unpaid] = [await newGathering(100_00n, 100), await newGathering(100_00n, 100)];
  await payBeforeTheLoss(paid.key);
  const which = await standStill();
  const cancel = ({ key, token }: typeof paid) => product.call(`DELETE /api/wallet/withdraw/${key.id}`, { token });
  const entryOf = async ({ key, token }: typeof paid) =>
    (await statementOf(product, { id: key.memberId, token })).find(({ id }) => id === key.id);
  expect(await cancel(paid)).toMatchObject({ status: 503, body: { message: 'MONEY_STANDS_STILL' } });
  expect(await entryOf(paid)).not.toHaveProperty('canCancel');
  expect(await end(which)).toContain('asked about 2 of its withdrawals');
  expect(await cancel(paid)).toMatchObject({ body: { message: 'WITHDRAW_TOO_LATE' } });
  expect(await entryOf(paid)).not.toHaveProperty('canCancel');

  const deps = depsOf(channel, { stateOfGathering: async () => 'SUCCESS' });
  const workOn = async ({ key }: typeof paid) => openWithdrawals(deps).handle(await rowOf(key));
  for (const withdrawal of [paid, unpaid]) {
    await workOn(withdrawal);
    expect((await rowOf(withdrawal.key)).state).toBe('called');
    expect(await cancel(withdrawal)).toMatchObject({ body: { message: 'WITHDRAW_TOO_LATE' } });
    // The worker believes a refusal when the channel has told it twice.
    for (let asked = 0; asked < 2; asked++) await workOn(withdrawal);
  }
  expect([(await rowOf(paid.key)).state, (await rowOf(unpaid.key)).state]).toEqual(['paid', 'returned']);
  expect(await paidOf(paid.key)).toEqual(['paid']);
  expect(await paidOf(unpaid.key)).not.toContain('paid');
  expect(await mainWalletOf(product, { id: paid.key.memberId, token: paid.token })).toMatchObject({ amount: 0 });
  expect(await mainWalletOf(product, { id: unpaid.key.memberId, token: unpaid.token })).toMatchObject({ amount: 100 });
});

test('where the gathered money is not there, a withdrawal that was paid before the loss is owed', async () => {
  const { key, token } = await newGathering(100_00n, 60);
  await payBeforeTheLoss(key);
  await end(await standStill());
  const deps = depsOf(channel, { stateOfGathering: async () => 'FAILED' });
  await openWithdrawals(deps).handle(await rowOf(key));
  expect((await rowOf(key)).state).toBe('returned');
  await db.query(`update withdrawals set ask_again_at = 'epoch' where id = $1`, [key.id]);
  for (const finished of await finishedWithdrawals(deps).take(1)) await finishedWithdrawals(deps).handle(finished);
  const member = await product.call('GET /api/wallet', { token });
  expect(member.body).toMatchObject({ wallet: { amount: 60, owed: 100 } });
});

test('a request to end one standstill does not end the next', async () => {
  const first = await standStill();
  const old = await say('first', 'standstill end', first, 'compared the banks');
  await end(first);
  const second = await standStill();
  await expect(approve(old)).rejects.toThrow(`Money stands still by number ${second} now.`);
  await expect(say('first', 'standstill end', first, 'compared')).rejects.toThrow('by number');
  await end(second);
});

test('a seed that a lost spin has shown is not the seed of the next one', async () => {
  const member = await newPlayer(product);
  type Setup = { activeSpinwheel: { serverSeedHash: string } };
  const setup = async () => (await product.call('GET /api/spinwheel/setup', { token: member.token })).body as Setup;
  const promised = async () => (await setup()).activeSpinwheel.serverSeedHash;
  const shown = await promised();
  expect(shown).toMatch(/^[0-9a-f]{64}$/);
  expect(await promised()).toBe(shown);
  await end(await standStill());
  expect(await promised()).not.toBe(shown);
});
