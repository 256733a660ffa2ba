import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { readConfig } from '../src/config.ts';
import { writeStatement } from '../src/ledger/statement.ts';
import { openWithdrawals, type PayOutDeps } from '../src/money/withdrawals/pay-out.ts';
import { reviewOf } from '../src/money/withdrawals/send-to-review.ts';
import {
  findWithdrawal,
  insertWithdrawal,
  moveWithdrawal,
  type WithdrawalKey,
} from '../src/money/withdrawals/withdrawals.queries.ts';
import { inTransaction } from '../src/platform/database.ts';
import { claim } from '../src/platform/idempotency.ts';
import type { PayoutState, Payouts } from '../src/providers/payouts/payouts.ts';
import { newPlayer, type startPayingWorld, withdraw } from './harness.ts';

type World = Pick<Awaited<ReturnType<typeof startPayingWorld>>, 'product' | 'database'>;

/** Makes a withdrawal for which money comes home, of a member who has `has`. */
const gatheringAt = (product: World['product']) => async (amount: bigint, has: number) => {
  const { id: memberId, token } = await newPlayer(product, { wallet: has });
  const attempt = { id: randomUUID(), memberId, call: 'POST /test', inputHash: Buffer.from('x'), isKeyed: true };
  const { id, call } = attempt;
  await inTransaction(product.db, async (tx) => {
    await claim(tx, attempt);
    await insertWithdrawal(tx, { member_id: memberId, id, call, amount, currency: 'BAHT', state: 'gathering' }, 0);
    const entry = { id, type: 'withdraw', status: 'PROCESSING', from: 'wallet', to: 'KBANK', amount } as const;
    await writeStatement(tx, memberId, entry);
  });
  return { key: { memberId, id }, attempt, token };
};

/** Withdrawals of a world without workers: the test itself does what a worker would do. */
export function payoutsByHand({ product, database }: World) {
  const { db } = database;

  async function newWithdrawal() {
    const member = await newPlayer(product, { wallet: 1000 });
    const { id } = (await withdraw(product, member, 100)).body as { id: string };
    return { memberId: member.id, id };
  }

  /** What a worker has at hand, with a payout channel that answers as the test wants. */
  function depsOf(payouts: Partial<Payouts>, others: Partial<PayOutDeps> = {}) {
    const unknown = async (): Promise<PayoutState> => 'absent';
    return {
      db,
      payouts: { canClose: true, create: unknown, stateOf: unknown, close: unknown, ...payouts },
      stateOfGathering: async () => null,
      log: product.app.log,
      payoutsAnHour: { BAHT: 0n, LAK: 0n },
      ...reviewOf(readConfig({ DATABASE_URL: database.url, REVIEW_NOTHING_PAID_IN: 'off' })),
      providerTimeoutMs: 0,
      providerLateMs: 0,
      withdrawalsLeaveAfterMs: 0,
      movesFinalAfterMs: 0,
      payoutsConfirmedAfterMs: 0,
      payoutsBelievedAfterMs: 0,
      payoutsAskedAgainHours: 1,
      ...others,
      announce: vi.fn(),
      onBankMove: vi.fn(async () => {}),
    };
  }

  const rowOf = async (key: WithdrawalKey) => (await findWithdrawal(db, key)) ?? expect.fail('no withdrawal');

  /** The row by its columns, times as seconds from now. */
  async function columnsOf({ memberId, id }: WithdrawalKey) {
    const secondsOf = (column: string) => `extract(epoch from ${column} - clock_timestamp())::float8 as ${column}`;
    const times = ['leaves_at', 'refused_since', 'next_try_at', 'ask_again_at', 'ask_until', 'told_otherwise_at'].map(
      secondsOf,
    );
    const sql = `select state, waits_for, reasons, tries, approved_at, stopped_at, ${times} from withdrawals
      where member_id = $1 and id = $2`;
    return (await db.query(sql, [memberId, id])).rows[0] ?? expect.fail('no withdrawal');
  }

  const called = async () => {
    const key = await newWithdrawal();
    await moveWithdrawal(db, key, { from: 'held', to: 'called' });
    return key;
  };
  const finished = async (state: 'paid' | 'refused') => {
    const key = await called();
    const told = async () => state;
    const deps = depsOf({ stateOf: told, close: told });
    // The worker believes a refusal when the channel has told it twice.
    for (let asked = 0; asked < 2; asked++) await openWithdrawals(deps).handle(await rowOf(key));
    return key;
  };

  return { newWithdrawal, newGathering: gatheringAt(product), depsOf, rowOf, columnsOf, called, finished };
}

export const pending = async (): Promise<PayoutState> => 'pending';

/** At most so many seconds from now, and no more than a few less: the machine may be busy. */
export function expectIn(seconds: number | null, most: number, least: number): void {
  expect(seconds).toBeLessThanOrEqual(most);
  expect(seconds).toBeGreaterThan(least);
}
