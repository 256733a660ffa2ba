import { randomUUID } from 'node:crypto';
import type { Minor } from '@krapao/contract/money.ts';
import { expect, test, vi } from 'vitest';
import { newMember } from '../../../world/people.ts';
import { cloneDatabase } from '../../test/harness.ts';
import type { GameBalance } from '../ledger/game-balance.ts';
import { type Account, balancesOf, post, problems } from '../ledger/ledger.ts';
import { AppError } from '../platform/app-error.ts';
import { inTransaction } from '../platform/database.ts';
import { derivedId } from '../platform/derived-id.ts';
import { houseOf } from './campaigns.ts';
import { type ClearDeps, clear, conditionsToClear } from './clear.ts';
import { broughtAfter, type Condition, clearingConditions, conditionOf, takeHomecoming } from './conditions.queries.ts';
import { followResult, judgeCondition } from './follow-results.ts';
import { readQuietGames, receiveReward } from './grant.ts';
import { endPause, pauseMoney, requirePause } from './money-pause.ts';
import { conditionsNearlyOver } from './second-look.ts';

// Readings, transfers and withdrawals are what each test says.
const { db } = await cloneDatabase();
const REFUSALS = { bound: 'BONUS_ALREADY_ACTIVE', unread: 'NO_DATA' } as const;
const PG: GameBalance = {
  ...{ code: 'pg', amount: 10_00n, available: 10_00n, inPlay: 0n, staleSince: null },
  ...{ isFresh: true, readAgainMs: null, isLookedAt: false, resultMsAgo: null, behindMs: 0 },
};

function depsOf(others: Partial<ClearDeps> = {}) {
  return {
    db,
    readBalances: async () => [],
    glanceAtGames: async () => {},
    glanceAtFriend: async () => {},
    movingAccounts: async () => new Set<string>(),
    isWithdrawing: async () => false,
    providerTimeoutMs: 0,
    readingsApartMs: 1_000,
    grantWaitMs: 0,
    noticeableFall: 100,
    fallAgreedMs: 60_000,
    log: { error: () => {} } as unknown as ClearDeps['log'],
    bringHome: async () => ({ status: 'SUCCESS' }),
    ...others,
    announce: vi.fn(),
  };
}
const reading = (...games: Partial<GameBalance>[]) => ({
  readBalances: async () => games.map((game) => ({ ...PG, ...game })),
});

async function member(...accounts: [Account, Minor][]): Promise<string> {
  const { id } = await newMember(db, 'th');
  for (const [account, amount] of accounts) await give(id, 'house:demo', account, amount);
  return id;
}
function give(memberId: string, from: Account, to: Account, amount: Minor, reason = 'test') {
  return post(db, { key: `given/${randomUUID()}`, reason, memberId, currency: 'BAHT', from, to, amount });
}
const attemptOf = (memberId: string) => ({
  ...{ id: randomUUID(), memberId, call: 'GET /test', inputHash: Buffer.from('x'), isKeyed: false },
});

/** Asks for 50 baht, and answers `given`, or the code of the refusal. */
async function ask(memberId: string, deps = depsOf(), successPercent = 300): Promise<string> {
  const asked = { member: { memberId, currency: 'BAHT' }, attempt: attemptOf(memberId), refusals: REFUSALS } as const;
  const grant = {
    kind: 'promotion',
    code: 'X',
    description: 'A gift',
    credit: 50_00n,
    from: houseOf('promotion'),
    successPercent,
    failPercent: 5,
  } as const;
  const answer = await receiveReward<string>(deps, asked, async (_tx, { requireFree }) => {
    requireFree();
    return { grant, answer: async () => 'given' };
  }).catch((error: AppError) => error.code);
  // The pause is over in each case: the member can move money again.
  expect((await db.query('select from money_pauses where member_id = $1', [memberId])).rowCount).toBe(0);
  expect(deps.announce.mock.calls).toEqual(answer === 'given' ? [[memberId]] : []);
  return answer;
}
async function bound(...accounts: [Account, Minor][]): Promise<Condition> {
  const id = await member(...accounts);
  expect(await ask(id)).toBe('given');
  return (await conditionOf(db, id)) ?? expect.fail('no condition');
}
const columnsOf = async ({ member_id, id }: Condition) => {
  const secondsOf = (column: string) => `extract(epoch from ${column} - clock_timestamp())::float8 as ${column}`;
  const sql = `select state, total, verdict, verdict_at, homecomings, ${secondsOf('look_at')}, ${secondsOf('next_try_at')}
    from conditions where member_id = $1 and id = $2`;
  return (await db.query(sql, [member_id, id])).rows[0] ?? expect.fail('no condition');
};
function expectIn(seconds: number | null, most: number, least: number): void {
  expect(seconds).toBeLessThanOrEqual(most);
  expect(seconds).toBeGreaterThan(least);
}

test.each<[string, Partial<GameBalance>, string]>([
  ['is read and settled', {}, 'given'],
  ['has an open bet', { inPlay: 1n }, 'OPEN_BETS'],
  ['is empty but for an open bet', { amount: 0n, inPlay: 1n }, 'OPEN_BETS'],
  ['is empty and not read', { amount: 0n, isFresh: false }, 'given'],
  ['is empty and has told something else', { amount: 0n, isFresh: false, readAgainMs: 5 }, 'OPEN_BETS'],
  ['has told something else', { isFresh: false, readAgainMs: 5 }, 'OPEN_BETS'],
  ['has a result of less than the time between readings', { resultMsAgo: 999 }, 'OPEN_BETS'],
  ['has a result of the time between readings', { resultMsAgo: 1_000 }, 'given'],
  ['may be behind with what it tells', { behindMs: 1_000 }, 'OPEN_BETS'],
  ['is empty, and may be behind with what it tells', { amount: 0n, behindMs: 1_000 }, 'OPEN_BETS'],
])('a reward at a game that %s: %o is %s, and what asks for nothing is given at once', async (_, game, answer) => {
  expect(await ask(await member(), depsOf(reading({ code: 'joker' }, game)))).toBe(answer);
  expect(await ask(await member(), depsOf(reading({ code: 'joker' }, game)), 100)).toBe('given');
});

test('a game that holds money and cannot be read refuses every reward', async () => {
  const unread = depsOf(reading({ isFresh: false }));
  expect(await ask(await member(['game:pg', 1n]), unread)).toBe('NO_DATA');
  expect(await ask(await member(['game:pg', 1n]), unread, 100)).toBe('NO_DATA');
  expect(await ask(await member(['game:joker', 1n]), unread, 100)).toBe('given');
});

test('a reward waits as long as a member may for games to settle, and reads them again', async () => {
  const readings = [[{ ...PG, resultMsAgo: 980 }], [{ ...PG, inPlay: 5n, readAgainMs: 5 }], [PG]];
  const readBalances = vi.fn(async () => readings.shift() ?? []);
  expect(await ask(await member(), depsOf({ readBalances, grantWaitMs: 60_000 }))).toBe('given');
  expect(readBalances).toHaveBeenCalledTimes(3);
});

test('a reward is decided by a reading that begins when the games can be behind no more', async () => {
  const readAt: number[] = [];
  const asked = performance.now();
  const readBalances = async () => {
    readAt.push(performance.now() - asked);
    return [{ ...PG, behindMs: 50 }];
  };
  expect(await ask(await member(), depsOf({ readBalances, grantWaitMs: 60_000 }))).toBe('given');
  expect(readAt.at(-1)).toBeGreaterThanOrEqual(50);
  expect(readAt[0]).toBeLessThan(readAt.at(-1) ?? 0);
});

test('who owes, is bound, withdraws or has money on its way is refused a reward, for the first of these', async () => {
  const moving = { movingAccounts: async () => new Set(['pg']) };
  const withdrawing = { isWithdrawing: async () => true };
  expect(await ask(await member(), depsOf(moving))).toBe('TRANSFER_PENDING');
  expect(await ask(await member(), depsOf({ ...moving, ...withdrawing }))).toBe('WITHDRAWAL_PENDING');
  const { member_id } = await bound();
  expect(await ask(member_id, depsOf({ ...moving, ...withdrawing }))).toBe('BONUS_ALREADY_ACTIVE');
  await give(member_id, 'owed', 'house:payouts', 1n);
  expect(await ask(member_id, depsOf({ ...moving, ...withdrawing }))).toBe('MONEY_OWED');
});

test('a condition starts at all of the member’s money and the credit, and is written down as it was granted', async () => {
  const accounts = ['main', 'in_transit', 'frozen', 'game:pg', 'held_for_bank', 'refund_pot'] as const;
  const condition = await bound(...accounts.map((name, at): [Account, Minor] => [name, 10n ** BigInt(at)]));
  const { rows } = await db.query('select max(id) as id from ledger_postings where owner = $1', [condition.member_id]);
  expect(condition).toMatchObject({
    ...{ kind: 'promotion', code: 'X', description: 'A gift', credit: 50_00n, start: 61_11n, total: 61_11n },
    ...{ success_percent: 300, fail_percent: 5, state: 'running', verdict: null, grant_id: rows[0]?.id },
  });
  expect((await balancesOf(db, condition.member_id)).get('main')).toBe(50_01n);
});

test('money is paused for one grant at a time, for as long as it may take, and a pause that ran out allows nothing', async () => {
  const [memberId, other] = [await member(['main', 5n]), await member()];
  let seconds: number | null = null;
  const readBalances = async () => {
    const sql = `select extract(epoch from until - clock_timestamp())::float8 as seconds from money_pauses where member_id = $1`;
    seconds = (await db.query<{ seconds: number }>(sql, [other])).rows[0]?.seconds ?? null;
    return [];
  };
  await ask(other, depsOf({ readBalances, providerTimeoutMs: 100_000, grantWaitMs: 1_000_000 }));
  expectIn(seconds, 1_320, 1_301);

  const pause = () => pauseMoney(db, memberId, randomUUID(), 60_000);
  const require = (of: Awaited<ReturnType<typeof pause>>, who = memberId) =>
    inTransaction(db, (tx) => requirePause(tx, who, of));
  const first = await pause();
  const { rows } = await db.query('select max(id) as id from ledger_postings where owner = $1', [memberId]);
  expect(first.lastPostingId).toBe(rows[0]?.id);
  await require(first);
  await expect(require(first, other)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  await expect(pause()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  await db.query(`update money_pauses set until = clock_timestamp() - interval '1 second' where member_id = $1`, [
    memberId,
  ]);
  await expect(require(first)).rejects.toThrow('SERVICE_UNAVAILABLE');
  const second = await pause();
  // The first one neither stands for the second nor ends it.
  await expect(require(first)).rejects.toThrow('SERVICE_UNAVAILABLE');
  await endPause(db, memberId, first);
  await require(second);
  await endPause(db, memberId, second);
  await expect(require(second)).rejects.toThrow('SERVICE_UNAVAILABLE');
});

test('quiet games are all read, and have told no result of this moment', async () => {
  const owner = { memberId: await member(), currency: 'BAHT' } as const;
  const quiet = async (game: Partial<GameBalance>) =>
    (await readQuietGames(depsOf(reading({ code: 'joker' }, game)), owner)) !== null;
  expect(await quiet({})).toBe(true);
  expect(await quiet({ isFresh: false })).toBe(false);
  expect(await quiet({ isFresh: false, amount: 0n })).toBe(true);
  expect(await quiet({ resultMsAgo: 999 })).toBe(false);
  expect(await quiet({ resultMsAgo: 1_000 })).toBe(true);
  const readings = [[{ ...PG, resultMsAgo: 990 }], [PG]];
  const again = depsOf({ readBalances: async () => readings.shift() ?? [], grantWaitMs: 60_000 });
  expect(await readQuietGames(again, owner)).toEqual([PG]);
});

/** A look at all games so long after the first verdict. */
async function look(condition: Condition, games: Partial<GameBalance>[], { after = 0, isUnchanged = true } = {}) {
  const since = (await columnsOf(condition)).verdict_at ?? new Date();
  const isTold = await judgeCondition(
    db,
    condition.member_id,
    {
      balances: games.map((game) => ({ ...PG, ...game })),
      askedAt: new Date(since.getTime() + after),
      isUnchanged: async () => isUnchanged,
    },
    5_000,
  );
  const { state, verdict } = await columnsOf(condition);
  return { state, verdict, isTold };
}
async function won(condition: Condition, result: Minor): Promise<void> {
  const reading = { code: 'pg', result, rises: [] };
  const belongs = await inTransaction(db, (tx) => followResult(tx, condition.member_id, reading));
  expect(belongs).toEqual({ isBound: true, wonUnderOne: 0n });
}

test('a condition ends by a second look that says the same, begun so long after the first, and by no other', async () => {
  const [condition, other] = [await bound(), await bound()];
  await won(condition, 100_00n);
  expect((await columnsOf(condition)).total).toBe(150_00n);
  const running = { state: 'running', verdict: null };
  expect(await look(condition, [{}], { isUnchanged: false })).toEqual({ ...running, isTold: false });
  expect(await look(condition, [{}])).toEqual({ ...running, verdict: 'succeeded', isTold: true });
  expectIn((await columnsOf(condition)).look_at, 5, -60);
  expect(await look(condition, [{}], { after: 4_999 })).toEqual({ ...running, verdict: 'succeeded', isTold: false });
  // Another verdict begins anew, and none ends the waiting.
  expect(await look(condition, [{ inPlay: 1n }], { after: 5_000 })).toEqual({ ...running, isTold: true });
  expect((await columnsOf(condition)).look_at).toBeNull();
  expect(await look(condition, [{ inPlay: 1n }], { after: 5_000 })).toEqual({ ...running, isTold: false });
  expect(await look(condition, [{}], { after: 5_000 })).toEqual({ ...running, verdict: 'succeeded', isTold: true });
  expect(await look(condition, [{}], { after: 5_000, isUnchanged: false })).toMatchObject({ state: 'running' });
  expect(await look(condition, [{}], { after: 5_000 })).toEqual({
    state: 'succeeded',
    verdict: 'succeeded',
    isTold: true,
  });
  expect(await columnsOf(other)).toMatchObject({ state: 'running', total: 50_00n, verdict: null });
  expect(await conditionOf(db, condition.member_id)).toBeNull();
});

test.each<[string, Minor, Partial<GameBalance>[], Minor, string | null]>([
  ['three times the start', 150_00n, [{}], 0n, 'succeeded'],
  ['less', 149_99n, [{}], 0n, null],
  ['that with a satang on its way', 150_00n, [{}], 1n, null],
  ['a satang more than is on its way', 150_01n, [{}], 1n, 'succeeded'],
  ['that with a satang in play', 150_00n, [{}, { inPlay: 1n }], 0n, null],
  ['that with a game that was not read', 150_00n, [{}, { isFresh: false, amount: 1n }], 0n, null],
  ['that with an empty game that was not read', 150_00n, [{ isFresh: false, amount: 0n }], 0n, 'succeeded'],
  ['a twentieth', 2_50n, [{}], 0n, 'failed'],
  ['more than a twentieth', 2_51n, [{}], 0n, null],
  ['a twentieth with a satang on its way', 2_50n, [{}], 1n, null],
  ['a twentieth with a satang in play', 2_50n, [{ inPlay: 1n }], 0n, null],
  ['a twentieth with a stake at an unread game', 2_50n, [{ isFresh: false, amount: 0n, inPlay: 1n }], 0n, null],
  ['a twentieth with a game that was not read', 2_50n, [{ isFresh: false, amount: 1n }], 0n, null],
  ['less than nothing', -1n, [], 0n, 'failed'],
])(
  'by a first look a condition at %s (%d) is so: %o, on its way %d, %s',
  async (_, total, games, onTheWay, verdict) => {
    const condition = await bound();
    await db.query('update conditions set total = $2 where id = $1', [condition.id, total]);
    if (onTheWay) await give(condition.member_id, 'house:demo', 'in_transit', onTheWay);
    expect(await look(condition, games)).toMatchObject({ verdict });
  },
);

test('what came to a member from outside after a grant: not from games, not what is owed, not another’s, not before it', async () => {
  const [condition, other] = [await bound(['main', 7n]), await member()];
  const { member_id, grant_id } = condition;
  const brought = () => broughtAfter(db, member_id, grant_id);
  expect(await brought()).toBe(0n);
  await give(other, 'house:payments:test:1', 'main', 500n);
  await give(member_id, 'house:games:pg', 'game:pg', 400n);
  await give(member_id, 'house:late:pg', 'game:pg', 300n);
  await give(member_id, 'game:pg', 'main', 200n);
  await give(member_id, 'owed', 'house:payouts', 100n);
  expect(await brought()).toBe(0n);
  await give(member_id, 'house:payments:test:1', 'main', 50n);
  await give(member_id, 'main', 'house:demo', 20n);
  expect(await brought()).toBe(30n);
});

/** A condition that the member has cancelled. */
async function cancelled(...accounts: [Account, Minor][]): Promise<Condition> {
  const condition = await bound(...accounts);
  const moving = depsOf({ movingAccounts: async () => new Set(['pg']), providerTimeoutMs: 100_000 });
  const { member_id: memberId } = condition;
  expect(await clear(moving, { memberId, currency: 'BAHT' }, attemptOf(memberId))).toEqual({ status: 'PENDING' });
  expectIn((await columnsOf(condition)).next_try_at, 1, -60);
  return { ...condition, state: 'clearing', tries: 12 };
}

test('a worker tries a homecoming again within half a minute, but a refused one within an hour', async () => {
  const next = async (others: Partial<ClearDeps>) => {
    const condition = await cancelled();
    await conditionsToClear(depsOf(others)).handle(condition);
    const { state, next_try_at, homecomings } = await columnsOf(condition);
    expect(state).toBe('clearing');
    return { next_try_at, homecomings };
  };
  const moving = await next({ movingAccounts: async () => new Set(['pg']) });
  expectIn(moving.next_try_at, 30, 1);
  expect(moving.homecomings).toBe(0);
  const pending = await next({ ...reading({}), bringHome: async () => ({ status: 'PENDING' }) });
  expectIn(pending.next_try_at, 30, 1);
  expect(pending.homecomings).toBe(1);
  expectIn((await next({ ...reading({}), bringHome: async () => ({ status: 'FAILED' }) })).next_try_at, 2_048, 1_900);
  const refuse = async () => Promise.reject(new AppError('GAME_CLOSED'));
  expectIn((await next({ ...reading({}), bringHome: refuse })).next_try_at, 2_048, 1_900);
});

test('money comes home from games that were read and have some, each time under another id, and then the bonus is taken back', async () => {
  const condition = await cancelled(['main', 5_00n]);
  const readings = [
    [
      PG,
      { ...PG, code: 'a', isFresh: false },
      { ...PG, code: 'b', available: 0n },
      { ...PG, code: 'c', available: 1n },
    ],
    [{ ...PG, available: 3n }],
    [{ ...PG, available: 0n }],
  ];
  const bringHome = vi.fn(async (..._asked: Parameters<ClearDeps['bringHome']>) => ({ status: 'SUCCESS' }));
  await conditionsToClear(depsOf({ readBalances: async () => readings.shift() ?? [], bringHome })).handle(condition);
  const [first, second, ...more] = bringHome.mock.calls;
  expect([first?.[2], second?.[2], more]).toEqual([
    [
      { code: 'pg', amount: 10_00n },
      { code: 'c', amount: 1n },
    ],
    [{ code: 'pg', amount: 3n }],
    [],
  ]);
  expect(first?.[1]).not.toBe(second?.[1]);
  expect((await columnsOf(condition)).state).toBe('cleared');
  expect((await balancesOf(db, condition.member_id)).get('main')).toBe(5_00n);
});

test.each(['game:pg', 'in_transit'] as const)(
  'a bonus is not taken back while %s holds money, whatever games tell',
  async (account) => {
    const condition = await cancelled([account, 1n]);
    const works = conditionsToClear(depsOf());
    await works.handle(condition);
    expect((await columnsOf(condition)).state).toBe('clearing');
    await give(condition.member_id, account, 'main', 1n);
    await works.handle(condition);
    expect((await columnsOf(condition)).state).toBe('cleared');
  },
);

test('a homecoming is taken once, under an id that nobody can foretell, and only while the bonus is being cancelled', async () => {
  const [clearing, running] = [await cancelled(), await bound()];
  const taken = await Promise.all([1, 2, 3].map(() => takeHomecoming(db, clearing)));
  const [first] = taken.filter((id) => id !== null);
  expect(taken.filter((id) => id === null)).toHaveLength(2);
  const second = await takeHomecoming(db, { ...clearing, homecomings: 1 });
  const foretold = [1, 2].map((number) => derivedId(`homecoming/${clearing.member_id}/${clearing.id}/${number}`));
  expect(new Set([first, second, ...foretold]).size).toBe(4);
  expect(await takeHomecoming(db, running)).toBeNull();
});

test('operators see cancelled bonuses oldest first, and none that runs', async () => {
  const [younger, older, running] = [await cancelled(), await cancelled(), await bound()];
  await db.query(`update conditions set started_at = started_at - interval '1 day' where id = $1`, [older.id]);
  const ids = (await clearingConditions(db, 1_000)).map(({ id }) => id);
  expect(ids.filter((id) => [younger.id, older.id, running.id].includes(id))).toEqual([older.id, younger.id]);
  expect((await clearingConditions(db, 1)).map(({ id }) => id)).toEqual([older.id]);
});

test('a bonus that is met by a first look is not cancelled, and one that is lost by a first look is', async () => {
  for (const [result, answer] of [
    [100_00n, { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 }],
    [-50_00n, { status: 'SUCCESS', message: 'BONUS_CLEAR' }],
  ] as const) {
    const condition = await bound();
    const { member_id: memberId } = condition;
    await won(condition, result);
    await look(condition, []);
    const clearing = clear(depsOf(), { memberId, currency: 'BAHT' }, attemptOf(memberId));
    expect(await clearing.catch((error: unknown) => error)).toMatchObject(answer);
  }
});

test('a worker has a bonus for as long as its games may take, and a margin', async () => {
  const slow = depsOf({ providerTimeoutMs: 1_000_000 });
  const [clearing, ending] = [await cancelled(), await bound()];
  await won(ending, 100_00n);
  await look(ending, []);
  await db.query(`update conditions set next_try_at = 'epoch' where id = $1`, [clearing.id]);
  await db.query(`update conditions set look_at = 'epoch' where id = $1`, [ending.id]);
  const begun = performance.now();
  expect(await conditionsToClear(slow).take(1)).toMatchObject([{ id: clearing.id, tries: 1 }]);
  expect(await conditionsNearlyOver(slow).take(1)).toMatchObject([{ id: ending.id }]);
  const { next_try_at } = await columnsOf(clearing);
  expectIn(next_try_at, 3_005, 3_004 - (performance.now() - begun) / 1_000);
  expectIn((await columnsOf(ending)).look_at, 2_000, 1_900);
  expect(await problems(db)).toEqual([]);
});
