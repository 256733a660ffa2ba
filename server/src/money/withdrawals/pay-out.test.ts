import { expect, test, vi } from 'vitest';
import { newPlayer, startPayingWorld, withdraw } from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import type { PayoutState } from '../../providers/payouts/payouts.ts';
import { openWithdrawals } from './pay-out.ts';
import { reviewOf } from './send-to-review.ts';
import { findWithdrawal, moveWithdrawal } from './withdrawals.queries.ts';

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

test('a payout that the channel does not know is closed and given back once it can no longer arrive, and not before', async () => {
  const key = await newWithdrawal();
  await moveWithdrawal(db, key, { from: 'held', to: 'called' });
  const close = vi.fn(async (): Promise<PayoutState> => 'refused');
  const unknown = async (): Promise<PayoutState> => 'absent';
  const ask = async (providerTimeoutMs: number) => {
    const works = openWithdrawals({
      db,
      payouts: { canClose: true, create: unknown, stateOf: unknown, close },
      announce: () => {},
      onBankMove: async () => {},
      stateOfGathering: async () => null,
      log: product.app.log,
      payoutsAnHour: { BAHT: 0n, LAK: 0n },
      ...reviewOf(readConfig({ DATABASE_URL: database.url })),
      providerTimeoutMs,
      providerLateMs: 0,
      payoutsBelievedAfterMs: 0,
      payoutsAskedAgainHours: 1,
    });
    await works.handle((await findWithdrawal(db, key)) ?? expect.fail('no withdrawal'));
    return (await findWithdrawal(db, key))?.state;
  };
  expect(await ask(3_600_000)).toBe('called');
  expect(close).not.toHaveBeenCalled();
  expect(await ask(0)).toBe('returned');
  expect(close).toHaveBeenCalledOnce();
});
