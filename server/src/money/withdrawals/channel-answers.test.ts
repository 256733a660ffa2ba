import { expect, test, vi } from 'vitest';
import { startPayingWorld } from '../../../test/harness.ts';
import { expectIn, payoutsByHand, pending } from '../../../test/payouts-by-hand.ts';
import { readConfig } from '../../config.ts';
import { problems } from '../../ledger/ledger.ts';
import { openPayouts, type PayoutState } from '../../providers/payouts/payouts.ts';
import { finishedWithdrawals } from './ask-again.ts';
import { openWithdrawals, referenceOf } from './pay-out.ts';
import { moveWithdrawal, steppedOf } from './withdrawals.queries.ts';

// Nobody here pays out but the test itself.
const { product, sandbox, database } = await startPayingWorld({ ROLE: 'api' });
const { db } = database;
const { newWithdrawal, depsOf, rowOf, columnsOf, called, finished } = payoutsByHand({ product, database });

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
  expect(await ask(0)).toBe('called');
  expect(close).toHaveBeenCalledOnce();
  expect(await ask(0)).toBe('returned');
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
  expect(await askAfter(1_500)).toEqual({ after: 1_500, state: 'called', closed: 1 });
});

test('a payout that the channel has refused and closed is given back when the channel has said so for a minute, each time it was asked, and not before', async () => {
  for (const canClose of [true, false]) {
    const key = await called();
    const tell = async (told: PayoutState, refused_ms?: number) => {
      const wait = { payoutsConfirmedAfterMs: 60_000, payoutsBelievedAfterMs: 900_000 };
      const deps = depsOf({ canClose, stateOf: async () => told, close: async () => told }, wait);
      const row = { ...(await rowOf(key)), called_ms_ago: 900_000 };
      await openWithdrawals(deps).handle(refused_ms === undefined ? row : { ...row, refused_ms });
      return columnsOf(key);
    };
    const first = await tell('refused');
    expect(first.state).toBe('called');
    expectIn(first.refused_since, 0, -60);
    // In between it is asked as well: each other word counts.
    expectIn(first.next_try_at, 10, 5);
    expect(await tell('refused', 59_999)).toMatchObject({ state: 'called' });
    // Silence takes nothing back; any other word begins the minute anew.
    expect((await tell('unknown', 60_000)).refused_since).not.toBeNull();
    expect(await tell('pending', 60_000)).toMatchObject({ state: 'called', refused_since: null });
    expect((await tell('refused')).state).toBe('called');
    expect(await tell('refused', 60_000)).toMatchObject({ state: 'returned' });
  }
});

test('a payout that the channel refuses, closes and then tells as paid is paid, and nothing of it goes back', async () => {
  const key = await called();
  const answers: PayoutState[] = ['refused', 'refused', 'paid'];
  const tell = async () => answers.shift() ?? 'paid';
  const deps = depsOf({ stateOf: tell, close: tell });
  for (const state of ['called', 'paid']) {
    await openWithdrawals(deps).handle(await rowOf(key));
    expect((await rowOf(key)).state).toBe(state);
  }
  expect(deps.onBankMove).not.toHaveBeenCalled();
});

test.each([true, false])(
  'a payout whose questions the channel turns away is not taken for refused, however often, and is paid (closes: %s)',
  async (canClose) => {
    const key = await newWithdrawal();
    const channel = openPayouts(readConfig({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url }));
    const handle = async () => {
      const deps = depsOf({ ...channel, canClose }, { payoutsAnHour: { BAHT: 10n ** 12n, LAK: 0n } });
      await openWithdrawals(deps).handle(await rowOf(key));
      return columnsOf(key);
    };
    await sandbox.nextPayout('silent');
    expect(await handle()).toMatchObject({ state: 'called' });
    for (const call of ['state', 'close']) await sandbox.fault({ target: 'payouts', call, mode: 'refuse' });
    for (let asked = 0; asked < 3; asked++)
      expect(await handle()).toMatchObject({ state: 'called', refused_since: null });
    for (const call of ['state', 'close']) await sandbox.fault({ target: 'payouts', call, mode: 'ok' });
    await sandbox.decidePayout(referenceOf(await rowOf(key)), 'paid');
    expect(await handle()).toMatchObject({ state: 'paid' });
  },
);

test.each([
  { was: 'returned', first: 'refused', later: 'paid', why: 'PAID_TWICE', moved: -100_00n },
  { was: 'paid', first: 'paid', later: 'refused', why: 'BOUNCED', moved: 100_00n },
] as const)('an outcome that was $was and that two workers see turn at the same moment turns once', async (turn) => {
  const key = await newWithdrawal();
  await moveWithdrawal(db, key, { from: 'held', to: 'called' });
  const told = (state: PayoutState) => ({ stateOf: async () => state, close: async () => state });
  for (let asked = 0; asked < 2; asked++)
    await openWithdrawals(depsOf(told(turn.first))).handle({ ...(await rowOf(key)), state: 'called' });
  const finished = { ...(await rowOf(key)), state: turn.was, otherwise_ms: 0 };
  const deps = depsOf(told(turn.later));
  const worker = finishedWithdrawals(deps);
  await Promise.all([worker.handle(finished), worker.handle(finished)]);
  expect(await steppedOf(db, key.memberId, [key.id])).toMatchObject([{ state: 'returned', returned_why: turn.why }]);
  // What it means for the member's rewards.
  expect(deps.onBankMove.mock.calls).toEqual([
    [expect.anything(), { memberId: key.memberId, currency: 'BAHT' }, turn.moved],
  ]);
  expect(deps.announce).toHaveBeenCalledWith(key.memberId);
  expect(await problems(db)).toEqual([]);
});

test('a payout that ends is announced, watched from its first minute on, and moves rewards only where money comes back', async () => {
  for (const [told, state, moves] of [
    ['paid', 'paid', []],
    ['refused', 'returned', [100_00n]],
    ['pending', 'called', []],
    ['unknown', 'called', []],
  ] as const) {
    const key = await called();
    await db.query('update withdrawals set tries = 7, refused_since = now() where member_id = $1', [key.memberId]);
    const deps = depsOf({ stateOf: async () => told, close: async () => told });
    await openWithdrawals(deps).handle(await rowOf(key));
    const { memberId } = key;
    const owner = { memberId, currency: 'BAHT' };
    expect(deps.onBankMove.mock.calls).toEqual(moves.map((moved) => [expect.anything(), owner, moved]));
    expect(deps.announce.mock.calls).toEqual(state === 'called' ? [] : [[memberId]]);
    const row = await columnsOf(key);
    expect(row).toMatchObject({ state, tries: state === 'called' ? 7 : 0 });
    if (state === 'called') expectIn(row.next_try_at, 10, 1);
    else {
      // Returned money could be withdrawn once more.
      if (state === 'paid') expectIn(row.ask_again_at, 60, 40);
      else expectIn(row.ask_again_at, 15, 5);
      expectIn(row.ask_until, 3_600, 3_500);
    }
  }
});

test('a channel that cannot close is believed not to have paid once the waiting time since its call is over', async () => {
  for (const told of ['refused', 'absent'] as const) {
    const key = await called();
    const close = vi.fn(pending);
    const deps = depsOf({ canClose: false, stateOf: async () => told, close }, { payoutsBelievedAfterMs: 900_000 });
    const stateAfter = async (called_ms_ago: number, refused_ms: number | null = 840_000) => {
      await openWithdrawals(deps).handle({ ...(await rowOf(key)), called_ms_ago, refused_ms });
      return (await rowOf(key)).state;
    };
    expect(await stateAfter(900_000, null)).toBe('called');
    expect(await stateAfter(899_999)).toBe('called');
    expect(await stateAfter(900_000)).toBe('returned');
    expect(close).not.toHaveBeenCalled();
  }
});

test('a changed outcome of a channel that cannot close is believed after the waiting time, counted from its first report', async () => {
  const key = await finished('paid');
  const handle = async (told: PayoutState, otherwise_ms: number | null, tries = 1) => {
    const deps = depsOf({ canClose: false, stateOf: async () => told }, { payoutsBelievedAfterMs: 900_000 });
    const { memberId: member_id, id } = key;
    const row = { member_id, id, amount: 100_00n, currency: 'BAHT', state: 'paid', tries, otherwise_ms } as const;
    await finishedWithdrawals(deps).handle(row);
    return columnsOf(key);
  };
  expect(await handle('pending', null)).toMatchObject({ state: 'paid', told_otherwise_at: null });
  expectIn((await handle('unknown', null)).ask_again_at, 60, 40);
  expectIn((await handle('paid', null, 12)).ask_again_at, 6 * 3_600, 6 * 3_600 - 60);
  expectIn((await handle('refused', null, 12)).ask_again_at, 900, 840);
  await db.query(`update withdrawals set told_otherwise_at = told_otherwise_at - interval '10 minutes' where id = $1`, [
    key.id,
  ]);
  // Silence takes nothing back, and neither does the same word again.
  for (const told of ['unknown', 'refused'] as const)
    expectIn((await handle(told, 899_999)).told_otherwise_at, -600, -660);
  expect(await handle('paid', 900_000)).toMatchObject({ state: 'paid', told_otherwise_at: null });
  expect(await handle('refused', null)).toMatchObject({ state: 'paid' });
  expect(await handle('refused', 900_000)).toMatchObject({ state: 'returned', ask_again_at: null });
});
