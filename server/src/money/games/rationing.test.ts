import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ofEveryGame } from '../../../../world/doubts.ts';
import {
  BY_ITSELF,
  goToGame,
  newPlayer,
  openGame,
  PATIENT,
  startProduct,
  startProductOnSandbox,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import { openGames } from '../../providers/games/games.ts';
import { rationedGames } from './rationed-games.ts';
import { type Occasion, type Ration, takeReadings } from './rations.queries.ts';

const GAMES = ['pg', 'joker', 'imi'];
const RATION = { ...ofEveryGame('CALLS_A_SECOND', '20'), ROLE: 'api' };
const { product, sandbox, database } = await startProductOnSandbox({ ...PATIENT, ...RATION });
const { db } = database;
const other = await startProduct(database, { ...PATIENT, ...RATION, SANDBOX_URL: sandbox.url });
/** What is known stays fresh for longer than any test takes. */
const fresh = await startProduct(database, {
  ...PATIENT,
  ...RATION,
  ...ofEveryGame('FRESHNESS_MS', '600000'),
  SANDBOX_URL: sandbox.url,
});

type Slot = { code: string; amount: number; asOf?: string; staleSince?: string };

async function slotsOf(token: string, { node = product, call = 'GET /api/wallet' } = {}): Promise<Map<string, Slot>> {
  const { status, body } = await node.call(call, { token });
  expect(status).toBe(200);
  return new Map((body as { slots: Slot[] }).slots.map((slot) => [slot.code, slot]));
}

const asked = (code: string) => sandbox.calls(`games/${code}`, 'balance');

/** As if what is known were from an hour ago. */
const grow = (memberId: string) =>
  db.query(
    `update game_accounts set last_request_at = last_request_at - interval '1 hour', moved_at = moved_at - interval '1 hour',
        last_launch_at = last_launch_at - interval '1 hour', last_agreed_at = last_agreed_at - interval '1 hour' where member_id = $1`,
    [memberId],
  );

/** As if other members had asked the game so much that nothing is left for the next seconds. */
const empty = (code: string) =>
  db.query(
    `insert into provider_rate_limits (code, tokens_until) values ($1, clock_timestamp() + interval '1 hour')
      on conflict (code) do update set tokens_until = excluded.tokens_until`,
    [code],
  );

const fill = () => db.query('delete from provider_rate_limits');

describe('a crowd of pages', () => {
  const members: Awaited<ReturnType<typeof newPlayer>>[] = [];
  beforeAll(async () => {
    for (let count = 0; count < 25; count += 1)
      members.push(await newPlayer(product, Object.fromEntries(GAMES.map((code) => [code, 10]))));
  });

  test('that show three games to everybody, on two nodes, costs a provider at most 20 calls in any second', async () => {
    await fill();
    const start = performance.now();
    const before = await Promise.all(GAMES.map(asked));
    while (performance.now() - start < 3_000) {
      for (const { id } of members) await grow(id);
      await Promise.all(members.flatMap(({ token }) => [slotsOf(token), slotsOf(token, { node: other })]));
    }
    const seconds = (performance.now() - start) / 1_000;
    for (const [at, code] of GAMES.entries()) {
      const calls = (await asked(code)) - (before[at] ?? 0);
      expect(calls, code).toBeGreaterThan(5);
      // Ten that were saved up, and ten in every second: twenty in any one.
      expect(calls, code).toBeLessThanOrEqual(10 + 10 * seconds);
    }
  });

  test('leaves a member who refreshes their reading', async () => {
    await fill();
    const [member] = members as [(typeof members)[number]];
    for (const { id } of members) await grow(id);
    await Promise.all(members.map(({ token }) => slotsOf(token)));
    await sandbox.round('pg', member.gameUsername, { stake: 1, win: 3 });
    expect((await walletOf(product, member)).amounts).toMatchObject({ pg: 12 });
  });
});

test('a page within the freshness of its games asks no provider, and tells as of when its figures are', async () => {
  await fill();
  const member = await newPlayer(product, { pg: 10 });
  const before = await asked('pg');
  await walletOf(product, member);
  const told = Date.now();
  expect(await asked('pg')).toBe(before + 1);
  await sandbox.round('pg', member.gameUsername, { stake: 1, win: 0 });
  const pg = (await slotsOf(member.token, { node: fresh })).get('pg');
  expect(pg).toMatchObject({ amount: 10 });
  expect(Math.abs(Date.parse(pg?.asOf ?? '') - told)).toBeLessThan(60_000);
  expect(await asked('pg')).toBe(before + 1);
});

test('a page asks a game that the member went to since it was read, however young the figure', async () => {
  await fill();
  const member = await newPlayer(product, { pg: 10 });
  await walletOf(product, member);
  await db.query(`update game_accounts set moved_at = moved_at - interval '1 hour' where member_id = $1`, [member.id]);
  await sandbox.round('pg', member.gameUsername, { stake: 1, win: 4 });
  const shown = async () => (await slotsOf(member.token, { node: fresh })).get('pg')?.amount;
  expect(await shown()).toBe(10);
  await goToGame(product, member, 'pg');
  expect(await shown()).toBe(13);
});

test('an empty account that nothing reached is asked about neither for a page nor for a refresh', async () => {
  await fill();
  const member = await newPlayer(product, { wallet: 50 });
  for (const code of GAMES) await openGame(product, member, code);
  const before = await Promise.all(GAMES.map(asked));
  await slotsOf(member.token);
  await slotsOf(member.token, { call: 'GET /api/wallet/refresh/slot' });
  expect(await Promise.all(GAMES.map(asked))).toEqual(before);

  // The transfer asks the game before money goes there.
  await transfer(product, member, { from: 'wallet', to: 'joker', amount: 20 });
  await walletOf(product, member);
  const [pg = 0, joker = 0, imi = 0] = before;
  expect(await Promise.all(GAMES.map(asked))).toEqual([pg, joker + 2, imi]);
  await transfer(product, member, { from: 'joker', to: 'wallet', amount: 20 });
  await walletOf(product, member);
  const once = await asked('joker');
  for (let time = 1; time <= 3; time += 1) await walletOf(product, member);
  expect(await asked('joker')).toBe(once);
});

test('two nodes that show a member the wallet at the same moment ask once', async () => {
  const member = await newPlayer(product, { imi: 10 });
  for (let round = 1; round <= 5; round += 1) {
    await fill();
    await grow(member.id);
    const before = await asked('imi');
    await Promise.all([slotsOf(member.token), slotsOf(member.token, { node: other })]);
    expect(await asked('imi')).toBe(before + 1);
  }
});

test('a provider that has no call left is not asked for a page or a refresh: both show what is known, and no error', async () => {
  const member = await newPlayer(product, { pg: 10 });
  await walletOf(product, member);
  await sandbox.round('pg', member.gameUsername, { stake: 1, win: 0 });
  await grow(member.id);
  await empty('pg');
  const before = await asked('pg');
  for (const call of ['GET /api/wallet', 'GET /api/wallet/refresh/slot']) {
    const pg = (await slotsOf(member.token, { call })).get('pg');
    expect(pg).toMatchObject({ amount: 10, asOf: expect.any(String) });
    expect(pg).not.toHaveProperty('staleSince');
  }
  expect(await asked('pg')).toBe(before);
});

test('money moves out of a game by a reading of this moment, also when the provider has no call left', async () => {
  const member = await newPlayer(product, { joker: 100 });
  await walletOf(product, member);
  await sandbox.round('joker', member.gameUsername, { stake: 60, win: 0 });
  await grow(member.id);
  await empty('joker');
  const before = await asked('joker');
  expect(await transfer(product, member, { from: 'joker', to: 'wallet', amount: 50 })).toMatchObject({
    status: 422,
    body: { message: 'MONEY_NOT_ENOUGH' },
  });
  expect(await asked('joker')).toBeGreaterThan(before);
  expect(await transfer(product, member, { from: 'joker', to: 'wallet', amount: 40 })).toMatchObject({ status: 200 });
});

test('money stays at a game whose provider rests: nothing is moved by a figure that was not read', async () => {
  await fill();
  const member = await newPlayer(product, { slotxo: 100 });
  await walletOf(product, member);
  await sandbox.round('slotxo', member.gameUsername, { stake: 60, win: 0 });
  await db.query(
    `insert into provider_rate_limits (code, failures, open_until) values ('slotxo', 5, clock_timestamp() + interval '1 hour')
      on conflict (code) do update set failures = excluded.failures, open_until = excluded.open_until`,
  );
  expect(await transfer(product, member, { from: 'slotxo', to: 'wallet', amount: 50 })).toMatchObject({ status: 503 });
});

test('a provider rests from its fifth failure in a row on: pages and refreshes mark its figures as old, and do not ask', async () => {
  const member = await newPlayer(product, { imi: 10 });
  await walletOf(product, member);
  const failed = (times: number) =>
    db.query(
      `insert into provider_rate_limits (code, failures, open_until) values ('imi', $1, clock_timestamp() + interval '1 hour')
        on conflict (code) do update set failures = excluded.failures, open_until = excluded.open_until,
          tokens_until = '-infinity'`,
      [times],
    );
  for (const call of ['GET /api/wallet', 'GET /api/wallet/refresh/slot']) {
    const before = await asked('imi');
    await failed(4);
    await grow(member.id);
    expect((await slotsOf(member.token, { call })).get('imi')).not.toHaveProperty('staleSince');
    expect(await asked('imi')).toBe(before + 1);
    await failed(5);
    await grow(member.id);
    expect((await slotsOf(member.token, { call })).get('imi')).toMatchObject({ staleSince: expect.any(String) });
    expect(await asked('imi')).toBe(before + 1);
    await fill();
    await walletOf(product, member);
  }
});

describe('a question', () => {
  const minutesAgo = (minutes: number) => `clock_timestamp() - interval '${minutes} minutes'`;
  /** What is known of an account with money, in SQL, and whether a share that long may be taken for it. */
  const take = async (known: Record<string, string>, occasion: Occasion, ration: Partial<Ration>) => {
    await fill();
    const set = Object.entries({ ...IDLE, ...known }).map(([column, value]) => `${column} = ${value}`);
    await db.query(`update game_accounts set ${set} where member_id = $1 and code = 'pg'`, [asker.id]);
    const taken = await takeReadings(db, asker.id, [{ code: 'pg', shareUs: 1, freshnessMs: 0, ...ration }], {
      occasion,
    });
    return taken.length === 1;
  };
  const IDLE = {
    last_request_at: minutesAgo(60),
    moved_at: minutesAgo(60),
    last_agreed_at: minutesAgo(60),
    last_launch_at: 'null',
    result_at: 'null',
    in_play: '0',
  };
  let asker: Awaited<ReturnType<typeof newPlayer>>;
  beforeAll(async () => {
    asker = await newPlayer(product, { pg: 10, joker: 10 });
  });

  test.each<[what: string, occasion: Occasion, shareUs: number, known: Record<string, string>, isTaken: boolean]>([
    ['a page', 'page', 500_000, {}, true],
    ['a page, over half a second', 'page', 500_001, {}, false],
    ['a page of a member with an open bet', 'page', 1_000_000, { in_play: '1' }, true],
    ['a page of a member with an open bet, over a second', 'page', 1_000_001, { in_play: '1' }, false],
    ['a page of a member who entered of late', 'page', 1_000_000, { last_launch_at: minutesAgo(14) }, true],
    ['a page of a member who entered long ago', 'page', 500_001, { last_launch_at: minutesAgo(16) }, false],
    ['a page of a member with a result of late', 'page', 1_000_000, { result_at: minutesAgo(14) }, true],
    ['a page of a member with an old result', 'page', 500_001, { result_at: minutesAgo(16) }, false],
    ['a refresh', 'refresh', 1_000_000, {}, true],
    ['a refresh, over a second', 'refresh', 1_000_001, {}, false],
    ['a decision', 'decision', 60_000_000, {}, true],
  ])('for %s takes its share where that much may be taken ahead', async (_what, occasion, shareUs, known, isTaken) => {
    expect(await take(known, occasion, { shareUs })).toBe(isTaken);
  });

  test.each<[what: string, known: Record<string, string>, isTaken: boolean]>([
    ['was never asked', { last_request_at: 'null', moved_at: 'null', last_agreed_at: 'null' }, true],
    ['was asked longer ago', { last_request_at: minutesAgo(11) }, true],
    ['was asked since', { last_request_at: minutesAgo(9) }, false],
    ['was moved to since', { moved_at: minutesAgo(9) }, false],
    ['was entered since it was asked', { last_request_at: minutesAgo(9), last_launch_at: minutesAgo(8) }, true],
    ['was entered before it was asked', { last_request_at: minutesAgo(9), last_launch_at: minutesAgo(10) }, false],
  ])(
    'for a page goes to a game with a freshness of ten minutes, or not: the game %s',
    async (_what, known, isTaken) => {
      expect(await take(known, 'page', { freshnessMs: 600_000 })).toBe(isTaken);
    },
  );

  test('is noted at its account alone', async () => {
    const requests = `select member_id, code, last_request_at from game_accounts
      where member_id <> $1 or code <> 'pg' order by member_id, code`;
    const { rows: before } = await db.query(requests, [asker.id]);
    expect(await take({}, 'page', {})).toBe(true);
    expect((await db.query(requests, [asker.id])).rows).toEqual(before);
    const own = `select last_request_at > ${minutesAgo(1)} as "isNoted" from game_accounts where member_id = $1 and code = 'pg'`;
    expect((await db.query(own, [asker.id])).rows).toEqual([{ isNoted: true }]);
  });
});

test('what decisions ask is counted, so that pages give way to them', async () => {
  const member = await newPlayer(product, { imi: 100 });
  const taken = async () => {
    const sql = `select extract(epoch from tokens_until)::float8 as seconds from provider_rate_limits where code = 'imi'`;
    return (await db.query<{ seconds: number }>(sql)).rows[0]?.seconds ?? 0;
  };
  await empty('imi');
  const before = await taken();
  await transfer(product, member, { from: 'imi', to: 'wallet', amount: 1 });
  expect(await taken()).toBeGreaterThan(before);
});

test('a provider that rests is not asked what became of a move; one that answers again is forgiven, and no other', async () => {
  await fill();
  const known = openGames(readConfig({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url, ...PATIENT }));
  const imi = rationedGames(db, known, 1_000_000).games.get('imi')?.provider ?? expect.fail('there is no imi');
  const questions = () => sandbox.calls('games/imi', 'status');
  const failures = async () =>
    (await db.query('select code, failures from provider_rate_limits order by code')).rows.map(
      ({ code, failures: count }) => `${code} ${count}`,
    );
  await db.query(
    `insert into provider_rate_limits (code, failures, open_until) select code, 5, clock_timestamp() + interval '1 hour'
      from unnest(array['imi', 'usun']) as code`,
  );
  const before = await questions();
  expect(await imi.stateOf(randomUUID())).toBe('unknown');
  expect(await questions()).toBe(before);
  await db.query('update provider_rate_limits set open_until = clock_timestamp()');
  await sandbox.fault({ target: 'games/imi', call: 'status', mode: 'garbage', times: 1 });
  expect(await imi.stateOf(randomUUID())).toBe('unknown');
  expect(await failures()).toEqual(['imi 6', 'usun 5']);
  await db.query('update provider_rate_limits set open_until = clock_timestamp()');
  expect(await imi.stateOf(randomUUID())).toBe('absent');
  expect(await failures()).toEqual(['imi 0', 'usun 5']);
  expect(await questions()).toBe(before + 2);
  await fill();
});

test('a provider that is down is asked by one probe after each rest, by all nodes together, until it answers', async () => {
  await fill();
  const members = [await newPlayer(product, { pg: 10, joker: 10 }), await newPlayer(product, { pg: 10, joker: 10 })];
  const looks = async () => {
    for (const { id } of members) await grow(id);
    await Promise.all(members.flatMap(({ token }) => [slotsOf(token), slotsOf(token, { node: other })]));
  };
  const endRest = () =>
    db.query(
      `update provider_rate_limits set open_until = clock_timestamp(), tokens_until = '-infinity' where code = 'pg'`,
    );
  await sandbox.fault({ target: 'games/pg', call: 'balance', mode: 'garbage', times: 1_000_000 });
  await expect
    .poll(async () => {
      await looks();
      return (await db.query(`select failures from provider_rate_limits where code = 'pg'`)).rows[0]?.failures;
    }, BY_ITSELF)
    .toBeGreaterThanOrEqual(5);
  const resting = await asked('pg');
  await looks();
  for (const { token } of members) {
    const slots = await slotsOf(token, { call: 'GET /api/wallet/refresh/slot' });
    expect(slots.get('pg')).toMatchObject({ amount: 10, staleSince: expect.any(String) });
    expect(slots.get('joker')).not.toHaveProperty('staleSince');
  }
  expect(await asked('pg')).toBe(resting);

  await endRest();
  await looks();
  expect(await asked('pg')).toBe(resting + 1);
  await looks();
  expect(await asked('pg')).toBe(resting + 1);

  await sandbox.fault({ target: 'games/pg', mode: 'ok', call: 'balance' });
  await endRest();
  const stale = async () =>
    (await Promise.all(members.map((member) => walletOf(product, member)))).flatMap((wallet) => wallet.stale);
  await expect.poll(stale, BY_ITSELF).toEqual([]);
});
