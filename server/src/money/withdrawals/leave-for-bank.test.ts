import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { giveMoney } from '../../../../world/people.ts';
import { BY_ITSELF, newPlayer, startPayingWorld, waitingForLocks, withdraw } from '../../../test/harness.ts';
import { expectIn, payoutsByHand, pending } from '../../../test/payouts-by-hand.ts';
import type { GameBalance } from '../../ledger/game-balance.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import { inTransaction } from '../../platform/database.ts';
import { firstAnswer } from '../../platform/idempotency.ts';
import { writeSetting } from '../../platform/settings.ts';
import { finishedWithdrawals } from './ask-again.ts';
import { lockPayouts } from './leave.queries.ts';
import { openWithdrawals } from './pay-out.ts';
import { readOpen, readSteps } from './steps.ts';
import { withdraw as askToWithdraw, type WithdrawDeps, withdrawAll } from './withdraw.ts';
import { findWithdrawal, isWithdrawing, moveWithdrawal, type WithdrawalKey } from './withdrawals.queries.ts';

// Nobody here pays out but the test itself.
const { product, database } = await startPayingWorld({ ROLE: 'api' });
const { db } = database;
const operator = operatorOf(db);
const { newWithdrawal, newGathering, depsOf, rowOf, columnsOf, finished } = payoutsByHand({ product, database });
const RICH = { payoutsAnHour: { BAHT: 10n ** 12n, LAK: 0n } };

test('of five workers that take a withdrawal the same step further, one succeeds', async () => {
  const key = await newWithdrawal();
  const tries = Array.from({ length: 5 }, () => moveWithdrawal(db, key, { from: 'held', to: 'called' }));
  expect((await Promise.all(tries)).toSorted()).toEqual([false, false, false, false, true]);
});

test('a worker has a withdrawal for twice as long as the channel may take, and a margin', async () => {
  const waiting = depsOf({}, { providerTimeoutMs: 1_000_000 });
  const [open, over] = [await newWithdrawal(), await finished('paid')];
  await db.query(`update withdrawals set next_try_at = 'epoch' where id = $1`, [open.id]);
  await db.query(`update withdrawals set ask_again_at = 'epoch' where id = $1`, [over.id]);
  const begun = performance.now();
  expect(await openWithdrawals(waiting).take(1)).toMatchObject([{ id: open.id, tries: 1 }]);
  expect(await finishedWithdrawals(waiting).take(1)).toMatchObject([{ id: over.id, tries: 1 }]);
  const leases = [(await columnsOf(open)).next_try_at, (await columnsOf(over)).ask_again_at];
  for (const lease of leases) expectIn(lease, 2_005, 2_004 - (performance.now() - begun) / 1_000);
});

test('a withdrawal that may not leave is tried ever more rarely, up to a minute; a withdrawal that left is asked about at once', async () => {
  const key = await newWithdrawal();
  const create = vi.fn(pending);
  const handle = async (tries: number, deps = depsOf({ create })) => {
    await openWithdrawals(deps).handle({ ...(await rowOf(key)), tries });
    return columnsOf(key);
  };
  expectIn((await handle(1)).next_try_at, 0.5, -60);
  const stopped = await handle(12);
  expect(stopped).toMatchObject({ state: 'held', waits_for: 'ceiling' });
  expectIn(stopped.next_try_at, 60, 20);
  expect(create).not.toHaveBeenCalled();
  const left = await handle(12, depsOf({ create }, RICH));
  expect(left).toMatchObject({ state: 'called', waits_for: null });
  expectIn(left.next_try_at, 0.5, -60);
  expect(create).toHaveBeenCalledOnce();
  expectIn((await handle(12, depsOf({ stateOf: pending }))).next_try_at, 10, 1);
});

test('the member’s screens are told that a withdrawal has left before the bank has answered, and of one that stays nothing', async () => {
  const key = await newWithdrawal();
  const stays = depsOf({});
  await openWithdrawals(stays).handle(await rowOf(key));
  expect(stays.announce).not.toHaveBeenCalled();
  let toldBefore = 0;
  const create = async () => {
    toldBefore = leaves.announce.mock.calls.length;
    return pending();
  };
  const leaves = depsOf({ create }, RICH);
  await openWithdrawals(leaves).handle(await rowOf(key));
  expect(await columnsOf(key)).toMatchObject({ state: 'called' });
  expect([toldBefore, leaves.announce.mock.calls]).toEqual([1, [[key.memberId]]]);
});

test('a withdrawal that was given back after a worker had read it never reaches the payout channel', async () => {
  const key = await newWithdrawal();
  const read = await rowOf(key);
  await operator('withdrawals refuse', key.memberId, key.id, 'CONTACT');
  const create = vi.fn(pending);
  await openWithdrawals(depsOf({ create }, RICH)).handle(read);
  expect(create).not.toHaveBeenCalled();
});

test.each([
  [
    'paused',
    async (tx: Parameters<typeof lockPayouts>[0]) => {
      await lockPayouts(tx);
      await writeSetting(tx, 'payoutsPaused', true);
    },
  ],
  [
    'blocked',
    (tx: Parameters<typeof lockPayouts>[0], { memberId }: WithdrawalKey) =>
      tx.query('update members set blocked_at = app_now() where id = $1', [memberId]),
  ],
] as const)(
  'a withdrawal that leaves while it is being %s waits for that, and does not leave',
  async (waits_for, stop) => {
    const key = await newWithdrawal();
    const create = vi.fn(pending);
    try {
      const leaving = await inTransaction(db, async (tx) => {
        await stop(tx, key);
        const handling = openWithdrawals(depsOf({ create }, RICH)).handle(await rowOf(key));
        await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(1), BY_ITSELF);
        return { handling };
      });
      await leaving.handling;
      expect(await columnsOf(key)).toMatchObject({ state: 'held', waits_for });
      expect(create).not.toHaveBeenCalled();
    } finally {
      await writeSetting(db, 'payoutsPaused', false);
    }
  },
);

test('a blocked member’s withdrawal waits as blocked even while payouts are paused, and goes to no operator meanwhile', async () => {
  const [blocked, paused] = [await newWithdrawal(), await newWithdrawal()];
  await operator('payouts pause');
  await db.query('update members set blocked_at = app_now() where id = $1', [blocked.memberId]);
  await db.query(`insert into member_flags (member_id, reason) values ($1, 'x'), ($2, 'x')`, [
    blocked.memberId,
    paused.memberId,
  ]);
  const deps = depsOf({}, RICH);
  for (const key of [blocked, paused]) await openWithdrawals(deps).handle(await rowOf(key));
  await db.query(`update withdrawals set next_try_at = clock_timestamp() + interval '1 hour' where id = any ($1)`, [
    [blocked.id, paused.id],
  ]);
  await operator('payouts resume');
  // What waited for that alone is tried at once.
  const rows = [await columnsOf(blocked), await columnsOf(paused)];
  expect(rows).toMatchObject([
    { state: 'held', waits_for: 'blocked', reasons: [] },
    { state: 'held', waits_for: 'paused', reasons: [] },
  ]);
  expectIn(rows[0]?.next_try_at, 3_600, 3_000);
  expectIn(rows[1]?.next_try_at, 0, -60);
  expect(deps.announce).not.toHaveBeenCalled();
  await openWithdrawals(deps).handle(await rowOf(paused));
  expect(await columnsOf(paused)).toMatchObject({ state: 'checking', waits_for: null, reasons: ['flag: x'] });
  expect(deps.announce.mock.calls).toEqual([[paused.memberId]]);
});

test('payouts that the channel was called for within the hour count to the ceiling, answered or not, up to the last satang', async () => {
  await db.query(`update withdrawals set called_at = called_at - interval '1 hour'`);
  const [first, second] = [await newWithdrawal(), await newWithdrawal()];
  const upTo = (BAHT: bigint) => depsOf({ create: pending }, { payoutsAnHour: { BAHT, LAK: 0n } });
  const leave = async (key: WithdrawalKey, ceiling: bigint) => {
    await openWithdrawals(upTo(ceiling)).handle(await rowOf(key));
    const { state, waits_for } = await columnsOf(key);
    return { state, waits_for };
  };
  expect(await leave(first, 100_00n)).toEqual({ state: 'called', waits_for: null });
  await db.query(`update withdrawals set called_at = called_at - interval '59 minutes' where id = $1`, [first.id]);
  expect(await leave(second, 199_99n)).toEqual({ state: 'held', waits_for: 'ceiling' });
  expect(await leave(second, 200_00n)).toEqual({ state: 'called', waits_for: null });
});

test('the states of a withdrawal: which bind the member, which are open, and which step the member sees', async () => {
  const [key, other] = [await newWithdrawal(), await newPlayer(product)];
  const { memberId, id } = key;
  const here = { step: 'CHECKING', canCancel: true };
  const seen = [];
  for (const state of ['gathering', 'checking', 'called', 'paid', 'returned', 'refused', 'cancelled', 'held']) {
    await db.query(
      `update withdrawals set state = $2, called_at = now(), returned_why = 'BANK',
          next_try_at = case when $2 in ('gathering', 'held', 'called') then now() end,
          finished_at = case when $2 in ('paid', 'returned', 'refused', 'cancelled') then '2026-01-02T03:04:05Z'::timestamptz end
        where member_id = $1`,
      [memberId, state],
    );
    const [open] = await readOpen(db, memberId);
    const told = (await readSteps(db, memberId, [id])).get(id);
    if (open) expect(open).toEqual({ id, amount: 100, ...told });
    seen.push([state, await isWithdrawing(db, memberId), open !== undefined, told]);
  }
  const endedAt = '2026-01-02T03:04:05.000Z';
  expect(seen).toEqual([
    ['gathering', true, false, here],
    ['checking', true, true, here],
    ['called', true, true, { step: 'ON_ITS_WAY' }],
    ['paid', false, false, { step: 'PAID', endedAt }],
    ['returned', false, false, { step: 'RETURNED', reason: 'BANK', endedAt }],
    ['refused', false, false, { step: 'RETURNED', endedAt }],
    ['cancelled', false, false, { step: 'CANCELLED', endedAt }],
    ['held', true, true, here],
  ]);
  expect(await isWithdrawing(db, other.id)).toBe(false);
  expect(await readOpen(db, other.id)).toEqual([]);
  expect(await readSteps(db, other.id, [id])).toEqual(new Map());
});

test('open withdrawals of a member are listed oldest first, as are those that operators look at', async () => {
  const member = await newPlayer(product, { wallet: 90_000 });
  const ask = async (amount: number) => ((await withdraw(product, member, amount)).body as { id: string }).id;
  const [older, old, young, younger] = [await ask(300), await ask(20_001), await ask(301), await ask(20_002)];
  for (const [at, id] of [older, old, young, younger].entries())
    await db.query(
      `update withdrawals set created_at = now() - interval '1 day' - $2 * interval '1 hour' where id = $1`,
      [id, 4 - at],
    );
  // The row that is written last is the oldest.
  await db.query(`update withdrawals set created_at = created_at where id = any ($1)`, [[older, old]]);
  expect((await readOpen(db, member.id)).map(({ id }) => id)).toEqual([older, old, young, younger]);
  const listed = async (command: string, ids: string[]) => {
    const text = await operator(command);
    return ids.toSorted((one, another) => text.indexOf(one) - text.indexOf(another));
  };
  expect(await listed('withdrawals list', [younger, old])).toEqual([old, younger]);
  expect(await listed('withdrawals pending', [young, older])).toEqual([older, young]);
});

test('an operator stops and releases a withdrawal that is being gathered, but decides it neither then nor after the channel was called', async () => {
  const key = await newWithdrawal();
  const named = [key.memberId, key.id] as const;
  const become = (state: 'gathering' | 'held') =>
    db.query('update withdrawals set state = $2 where id = $1', [key.id, state]);
  await become('gathering');
  await operator('withdrawals hold', ...named);
  expect(await columnsOf(key)).toMatchObject({ state: 'gathering', stopped_at: expect.any(Date), reasons: [] });
  await operator('withdrawals release', key.memberId, key.id.toUpperCase());
  expect(await columnsOf(key)).toMatchObject({ state: 'gathering', stopped_at: null, reasons: [] });
  for (const [name, ...more] of [['approve'], ['refuse', 'CONTACT']])
    await expect(operator(`withdrawals ${name}`, ...named, ...more)).rejects.toThrow('is still being gathered');
  await become('held');
  await expect(operator('withdrawals approve', ...named)).rejects.toThrow('it is held');
  await moveWithdrawal(db, key, { from: 'held', to: 'called' });
  for (const [name, ...more] of [['approve'], ['hold'], ['refuse', 'CONTACT']])
    await expect(operator(`withdrawals ${name}`, ...named, ...more)).rejects.toThrow('any more: it is called');
  await expect(operator('withdrawals bounced', ...named, 'line 1')).rejects.toThrow('Nothing was changed');
  expect((await balancesOf(db, key.memberId)).get('held_for_bank')).toBe(100_00n);
});

test.each([
  { brought: 'SUCCESS', has: 100, state: 'held', answer: { status: 200, body: { status: 'PENDING' } } },
  { brought: 'FAILED', has: 100, state: 'held', answer: { status: 200, body: { status: 'PENDING' } } },
  { brought: 'SUCCESS', has: 99, state: 'refused', answer: { status: 422, body: { message: 'MONEY_NOT_ENOUGH' } } },
  { brought: 'FAILED', has: 99, state: 'refused', answer: { status: 502, body: { message: 'TRANSFER_FAIL' } } },
  { brought: null, has: 99, state: 'refused', answer: { status: 422, body: { message: 'MONEY_NOT_ENOUGH' } } },
  { brought: 'PENDING', has: 100, state: 'gathering', answer: null },
] as const)(
  'after a homecoming that is $brought, with $has there, a worker leaves the withdrawal as $state, and its call is answered so',
  async ({ brought, has, state, answer }) => {
    const { key, attempt } = await newGathering(100_00n, has);
    const deps = depsOf({}, { stateOfGathering: async () => brought });
    await openWithdrawals(deps).handle({ ...(await rowOf(key)), tries: 12 });
    const row = await columnsOf(key);
    expect(row.state).toBe(state);
    const moved = [expect.anything(), { memberId: key.memberId, currency: 'BAHT' }, -100_00n];
    expect(deps.onBankMove.mock.calls).toEqual(state === 'held' ? [moved] : []);
    expect((await balancesOf(db, key.memberId)).get('held_for_bank') ?? 0n).toBe(state === 'held' ? 100_00n : 0n);
    if (answer) {
      expect(await firstAnswer(db, attempt, 0)).toMatchObject(answer);
      expect(deps.announce.mock.calls).toEqual([[key.memberId]]);
    } else {
      expect(await firstAnswer(db, attempt, 0)).toBe('in-progress');
      expectIn(row.next_try_at, 10, 1);
    }
    // A worker that read it before does nothing more.
    if (state !== 'gathering') {
      await openWithdrawals(deps).handle({ ...(await rowOf(key)), state: 'gathering' });
      expect((await columnsOf(key)).state).toBe(state);
    }
  },
);

test('a withdrawal that is cancelled while money comes home is answered as it would have been, though its process died', async () => {
  const { key, attempt, token } = await newGathering(100_00n, 100);
  expect(await product.call(`DELETE /api/wallet/withdraw/${key.id}`, { token })).toMatchObject({ status: 200 });
  expect(await firstAnswer(db, attempt, 0)).toEqual({ status: 200, body: { id: key.id, status: 'PENDING' } });
  expect((await balancesOf(db, key.memberId)).get('main')).toBe(100_00n);
});

const GAME: GameBalance = {
  ...{ code: '', amount: 0n, available: 0n, inPlay: 0n, staleSince: null },
  ...{ isFresh: true, readAgainMs: null, isLookedAt: false, resultMsAgo: null, behindMs: 0 },
};
const game = (code: string, amount: bigint, others: Partial<GameBalance> = {}) => ({
  ...{ ...GAME, code, amount, available: amount },
  ...others,
});
const STALE = { staleSince: new Date(), isFresh: false };

/** A member with 10 baht in the main wallet asks for 110. */
async function askAll(games: GameBalance[], others: Partial<Omit<WithdrawDeps, 'announce' | 'onBankMove'>> = {}) {
  const { id: memberId } = await newPlayer(product, { wallet: 10 });
  const attempt = { id: randomUUID(), memberId, call: 'POST /test', inputHash: Buffer.from('x'), isKeyed: false };
  const gather = vi.fn(async (..._asked: Parameters<WithdrawDeps['gather']>) => {});
  const deps = {
    ...depsOf({}, { stateOfGathering: async () => 'PENDING', providerTimeoutMs: 1_000_000, ...others }),
    ...{ hasChannel: true, lookWhetherFree: async () => {}, readBalances: async () => games, gather },
    ...others,
  };
  const member = { memberId, currency: 'BAHT' } as const;
  const answer = await withdrawAll(deps, member, attempt, 110).catch((error: unknown) => error);
  const sources = gather.mock.calls.map(([, , from]) => from.map(({ code, amount }) => `${code} ${amount}`).join());
  return { answer, sources, deps, member, attempt, key: { memberId, id: attempt.id } };
}
const NOT_ENOUGH = { code: 'MONEY_NOT_ENOUGH' };

test.each<[string, GameBalance[], string[], object]>([
  ['one game with all of it', [game('a', 100_00n)], ['a 10000'], {}],
  ['one game with less', [game('a', 99_99n)], [], NOT_ENOUGH],
  ['three games', [game('a', 10_00n), game('b', 50_00n), game('c', 60_00n)], ['c 6000,b 4000'], {}],
  ['another than the game that cannot be read', [game('a', 900_00n, STALE), game('b', 100_00n)], ['b 10000'], {}],
  [
    'none, where a game that cannot be read may have it',
    [game('a', 1n, STALE), game('b', 99_99n)],
    [],
    { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 5 },
  ],
  ['none, where a game that cannot be read had nothing', [game('a', 0n, STALE), game('b', 99_99n)], [], NOT_ENOUGH],
  ['one game with all in play', [game('a', 200_00n, { available: 0n, inPlay: 200_00n })], [], NOT_ENOUGH],
])('the missing money comes home from as few games as possible: %s', async (_, games, sources, refusal) => {
  const asked = await askAll(games);
  expect(asked.sources).toEqual(sources);
  if (sources.length === 0) {
    expect(asked.answer).toMatchObject(refusal);
    expect(await findWithdrawal(db, asked.key)).toBeNull();
  } else {
    expect(asked.answer).toEqual({ id: asked.key.id, status: 'PENDING' });
    const row = await columnsOf(asked.key);
    expect(row.state).toBe('gathering');
    expectIn(row.next_try_at, 2_000, 1_900);
  }
});

test('a gathering that fails at once, also by an error, is refused with the reason, and nothing is held', async () => {
  const failing = { gather: () => Promise.reject(new Error('the database is away')) };
  for (const [state, code] of [
    ['FAILED', 'TRANSFER_FAIL'],
    ['SUCCESS', 'MONEY_NOT_ENOUGH'],
    [null, 'MONEY_NOT_ENOUGH'],
  ] as const) {
    const { answer, key } = await askAll([game('a', 100_00n)], { ...failing, stateOfGathering: async () => state });
    expect(answer).toMatchObject({ code });
    expect((await columnsOf(key)).state).toBe('refused');
    expect((await balancesOf(db, key.memberId)).get('held_for_bank') ?? 0n).toBe(0n);
  }
});

test('without a payout channel no withdrawal is accepted, and with one the member’s other screens are notified', async () => {
  const none = await askAll([game('a', 100_00n)], { hasChannel: false });
  expect(none.answer).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  const alone = askToWithdraw({ ...none.deps, hasChannel: false }, none.member, none.attempt, 100);
  await expect(alone).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await findWithdrawal(db, none.key)).toBeNull();
  const { deps, member, attempt } = await askAll([]);
  await giveMoney(db, member.memberId, 90_00);
  expect(await askToWithdraw(deps, member, attempt, 100)).toEqual({ id: attempt.id, status: 'PENDING' });
  expect(deps.announce.mock.calls).toEqual([[member.memberId]]);
  expect(deps.onBankMove.mock.calls).toEqual([[expect.anything(), member, -100_00n]]);
});
