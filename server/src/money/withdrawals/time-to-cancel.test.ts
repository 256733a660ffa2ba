import { expect, test, vi } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { entriesOf, memberOf, TALKATIVE, tell } from '../../../test/chat.ts';
import { mainWalletOf, newPlayer, startPayingWorld, statementOf, withdraw } from '../../../test/harness.ts';
import { expectIn, payoutsByHand, pending } from '../../../test/payouts-by-hand.ts';
import { readConfig } from '../../config.ts';
import { derivedId } from '../../platform/derived-id.ts';
import { openWithdrawals } from './pay-out.ts';
import { gatheringIdOf, type WithdrawalKey } from './withdrawals.queries.ts';

// Nobody here pays out but the test itself.
const { product, database } = await startPayingWorld({
  ROLE: 'api',
  WITHDRAWALS_LEAVE_AFTER_MS: '30000',
  APPROVED_LEAVE_AFTER_MS: '10000',
  ...TALKATIVE,
});
const { db } = database;
const operator = operatorOf(db, { REVIEW_NOTHING_PAID_IN: 'off', APPROVED_LEAVE_AFTER_MS: '10000' });
const { depsOf, rowOf, columnsOf } = payoutsByHand({ product, database });
const RICH = { payoutsAnHour: { BAHT: 10n ** 12n, LAK: 0n } };

async function ask(amount: number) {
  const member = await newPlayer(product, { wallet: 40_000 });
  const { id } = (await withdraw(product, member, amount)).body as { id: string };
  return { member, key: { memberId: member.id, id } };
}
/** A worker takes the withdrawal up now; answers whether it called the channel. */
async function takeUp(key: WithdrawalKey) {
  const create = vi.fn(pending);
  await openWithdrawals(depsOf({ create }, RICH)).handle(await rowOf(key));
  return create.mock.calls.length > 0;
}
/** As if the withdrawal had waited so long. */
const letPass = ({ id }: WithdrawalKey, time: string) =>
  db.query('update withdrawals set leaves_at = leaves_at - $2::interval where id = $1', [id, time]);

test('a withdrawal leaves thirty seconds after its money was set aside, an approved one ten seconds after its approval', () => {
  expect(readConfig({ DATABASE_URL: database.url })).toMatchObject({
    withdrawalsLeaveAfterMs: 30_000,
    approvedLeaveAfterMs: 10_000,
    payoutsConfirmedAfterMs: 60_000,
    payoutsBelievedAfterMs: 900_000,
  });
});

test('a fresh withdrawal stays here, also when an operator has the channel asked at once, and leaves once its time is over', async () => {
  const { member, key } = await ask(1_000);
  expectIn((await columnsOf(key)).next_try_at, 30, 0);
  await operator('withdrawals ask', key.id);
  expect(await takeUp(key)).toBe(false);
  const waiting = await columnsOf(key);
  expect(waiting).toMatchObject({ state: 'held', waits_for: null });
  expectIn(waiting.next_try_at, 30, 0);
  const told = (await statementOf(product, member)).find(({ id }) => id === key.id);
  expect(told).toMatchObject({ step: 'CHECKING', canCancel: true });
  expectIn((Date.parse(told?.leavesAt ?? '') - Date.now()) / 1_000, 30, 0);

  await letPass(key, '31 seconds');
  expect(await takeUp(key)).toBe(true);
  const left = (await statementOf(product, member)).find(({ id }) => id === key.id);
  expect(left).not.toHaveProperty('leavesAt');
});

test('a withdrawal is checked until it has left for the bank, and on its way from then on, on home, in the statement and in the chat', async () => {
  const { member, key } = await ask(1_000);
  const look = async () => {
    const { body } = await product.call('GET /api/wallet', { token: member.token });
    const open = (body as { wallet: { withdrawals: { id: string; step: string }[] } }).wallet.withdrawals;
    const entries = await statementOf(product, member);
    const question = await tell(product, memberOf(member), 'where is my withdrawal?');
    const said = await entriesOf(product, memberOf(member));
    const answer = said[said.findIndex(({ id }) => id === question) + 1]?.message;
    return {
      home: open.find(({ id }) => id === key.id)?.step,
      statement: entries.find(({ id }) => id === key.id)?.step,
      chat: JSON.stringify(answer).includes('is being checked')
        ? 'CHECKING'
        : JSON.stringify(answer).includes('is on its way') && 'ON_ITS_WAY',
    };
  };
  const everywhere = (step: string) => ({ home: step, statement: step, chat: step });
  expect(await look()).toEqual(everywhere('CHECKING'));
  // A reason that came up meanwhile, and an operator who then approves it.
  await db.query(`insert into member_flags (member_id, reason) values ($1, 'x')`, [member.id]);
  await letPass(key, '31 seconds');
  expect(await look()).toEqual(everywhere('CHECKING'));
  expect(await takeUp(key)).toBe(false);
  expect(await columnsOf(key)).toMatchObject({ state: 'checking' });
  expect(await look()).toEqual(everywhere('CHECKING'));
  await operator('withdrawals approve', member.id, key.id);
  expect(await look()).toEqual(everywhere('CHECKING'));
  await letPass(key, '1 minute');
  expect(await takeUp(key)).toBe(true);
  expect(await look()).toEqual(everywhere('ON_ITS_WAY'));
});

test('a fresh withdrawal is cancelled until it leaves, and its money is back at once', async () => {
  const { member, key } = await ask(1_000);
  expect(await takeUp(key)).toBe(false);
  const cancelled = await product.call(`DELETE /api/wallet/withdraw/${key.id}`, { token: member.token });
  expect(cancelled).toMatchObject({ status: 200, body: { step: 'CANCELLED' } });
  await letPass(key, '31 seconds');
  expect(await takeUp(key)).toBe(false);
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 40_000, withdrawing: 0 });
});

test('an approved withdrawal stays here for ten seconds more, and no shorter than without the approval', async () => {
  const { member, key } = await ask(20_001);
  await operator('withdrawals approve', member.id, key.id);
  expectIn((await columnsOf(key)).leaves_at, 30, 10);
  const { member: patient, key: old } = await ask(20_001);
  await letPass(old, '1 hour');
  await operator('withdrawals approve', patient.id, old.id);
  expectIn((await columnsOf(old)).leaves_at, 10, -20);
  for (const waiting of [key, old]) expect(await takeUp(waiting)).toBe(false);
  await letPass(old, '11 seconds');
  expect(await takeUp(old)).toBe(true);
});

test('a withdrawal that is stopped and released leaves no sooner than without the stop', async () => {
  const { member, key } = await ask(1_000);
  await operator('withdrawals hold', member.id, key.id);
  await operator('withdrawals release', member.id, key.id);
  expect(await takeUp(key)).toBe(false);
  expectIn((await columnsOf(key)).next_try_at, 30, 0);
});

test('an approved withdrawal goes back to review when it is about to leave only for a reason that was not known', async () => {
  const [same, flagged] = [await ask(20_001), await ask(20_001)];
  for (const { member, key } of [same, flagged]) {
    await operator('withdrawals approve', member.id, key.id);
    await letPass(key, '1 minute');
  }
  await db.query(`insert into member_flags (member_id, reason) values ($1, 'x')`, [flagged.member.id]);
  expect(await takeUp(same.key)).toBe(true);
  expect(await takeUp(flagged.key)).toBe(false);
  expect(await columnsOf(flagged.key)).toMatchObject({
    state: 'checking',
    reasons: ['a large amount', expect.stringMatching(/^flag.*: x$/)],
  });
  // Looked at again, it leaves.
  await operator('withdrawals approve', flagged.member.id, flagged.key.id);
  await letPass(flagged.key, '1 minute');
  expect(await takeUp(flagged.key)).toBe(true);
});

test('the id of the transfer that brings money home for a withdrawal cannot be foretold from the withdrawal’s', async () => {
  const [{ key }, { key: other }] = [await ask(100), await ask(100)];
  const ids = [await gatheringIdOf(db, key), await gatheringIdOf(db, other)];
  expect(await gatheringIdOf(db, key)).toBe(ids[0]);
  expect(new Set([...ids, derivedId(`gathering/${key.memberId}/${key.id}`)]).size).toBe(3);
});
