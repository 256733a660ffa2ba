import { expect, test, vi } from 'vitest';
import { newPlayer, startPayingWorld, withdraw } from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import { problems } from '../../ledger/ledger.ts';
import type { PayoutState, Payouts } from '../../providers/payouts/payouts.ts';
import { finishedWithdrawals } from './ask-again.ts';
import { openWithdrawals } from './pay-out.ts';
import { reviewOf } from './send-to-review.ts';
import { findWithdrawal, moveWithdrawal, steppedOf, type WithdrawalKey } from './withdrawals.queries.ts';

// Nobody here pays out but the test itself.
const { product, database } = await startPayingWorld({ ROLE: 'api' });
const { db } = database;

async function newWithdrawal() {
  const member = await newPlayer(product, { wallet: 1000 });
  const { id } = (await withdraw(product, member, 100)).body as { id: string };
  return { memberId: member.id, id };
}

test('of all who would take a withdrawal a step further, one does', async () => {
  const key = await newWithdrawal();
  const tries = Array.from({ length: 5 }, () => moveWithdrawal(db, key, { from: 'held', to: 'called' }));
  expect((await Promise.all(tries)).toSorted()).toEqual([false, false, false, false, true]);
});

/** What the workers would do with the withdrawals, at a channel that tells what the test wants. */
function depsOf(payouts: Partial<Payouts>, { providerTimeoutMs = 0, providerLateMs = 0 } = {}) {
  const unknown = async (): Promise<PayoutState> => 'absent';
  return {
    db,
    payouts: { canClose: true, create: unknown, stateOf: unknown, close: unknown, ...payouts },
    announce: () => {},
    onBankMove: vi.fn(async () => {}),
    stateOfGathering: async () => null,
    log: product.app.log,
    payoutsAnHour: { BAHT: 0n, LAK: 0n },
    ...reviewOf(readConfig({ DATABASE_URL: database.url })),
    providerTimeoutMs,
    providerLateMs,
    payoutsBelievedAfterMs: 0,
    payoutsAskedAgainHours: 1,
  };
}

const rowOf = async (key: WithdrawalKey) => (await findWithdrawal(db, key)) ?? expect.fail('no withdrawal');

test('a payout that the channel does not know is closed and given back once it can no longer arrive, and not before', async () => {
  const key = await newWithdrawal();
  await moveWithdrawal(db, key, { from: 'held', to: 'called' });
  const close = vi.fn(async (): Promise<PayoutState> => 'refused');
  const ask = async (providerTimeoutMs: number) => {
    await openWithdrawals(depsOf({ close }, { providerTimeoutMs })).handle(await rowOf(key));
    return (await rowOf(key)).state;
  };
  expect(await ask(3_600_000)).toBe('called');
  expect(close).not.toHaveBeenCalled();
  expect(await ask(0)).toBe('returned');
  expect(close).toHaveBeenCalledOnce();
});

test('a payout that the channel does not know may arrive until the call’s deadline and the late time after it are over', async () => {
  const key = await newWithdrawal();
  await moveWithdrawal(db, key, { from: 'held', to: 'called' });
  const close = vi.fn(async (): Promise<PayoutState> => 'refused');
  const works = openWithdrawals(depsOf({ close }, { providerTimeoutMs: 1_000, providerLateMs: 500 }));
  const askAfter = async (called_ms_ago: number) => {
    await works.handle({ ...(await rowOf(key)), called_ms_ago });
    return { after: called_ms_ago, state: (await rowOf(key)).state, closed: close.mock.calls.length };
  };
  for (const after of [0, 999, 1_000, 1_499.9])
    expect(await askAfter(after)).toEqual({ after, state: 'called', closed: 0 });
  expect(await askAfter(1_500)).toEqual({ after: 1_500, state: 'returned', closed: 1 });
});

test.each([
  { was: 'returned', first: 'refused', later: 'paid', why: 'PAID_TWICE', moved: -100_00n },
  { was: 'paid', first: 'paid', later: 'refused', why: 'BOUNCED', moved: 100_00n },
] as const)('an outcome that was $was and that two workers see turn at the same moment turns once', async (turn) => {
  const key = await newWithdrawal();
  await moveWithdrawal(db, key, { from: 'held', to: 'called' });
  const told = (state: PayoutState) => ({ stateOf: async () => state, close: async () => state });
  await openWithdrawals(depsOf(told(turn.first))).handle(await rowOf(key));
  const finished = { ...(await rowOf(key)), state: turn.was, otherwise_ms: null };
  const deps = depsOf(told(turn.later));
  const worker = finishedWithdrawals(deps);
  await Promise.all([worker.handle(finished), worker.handle(finished)]);
  expect(await steppedOf(db, key.memberId, [key.id])).toMatchObject([{ state: 'returned', returned_why: turn.why }]);
  // What it means for the member's rewards.
  expect(deps.onBankMove.mock.calls.map((call: unknown[]) => call[2])).toEqual([turn.moved]);
  expect(await problems(db)).toEqual([]);
});
