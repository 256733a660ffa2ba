import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../test/game-dialects.ts';
import { startTestSandbox, type TestSandbox } from '../../test/harness.ts';

type Totals = Record<'players' | 'balance' | 'inPlay' | 'movedIn' | 'movedOut' | 'staked' | 'won', number>;

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.end());

let made = 0;
async function newPlayer(baht: number, code = 'pg', currency = 'THB') {
  made += 1;
  const username = `Player${made}`;
  const caller = callerOf(sandbox, code);
  await caller.send(caller.requests.create(username, 'secret', currency));
  await caller.send(caller.requests.moveIn(username, `in-${made}`, baht * 100));
  const at = `/games/${code}/players/${username}`;
  const json = async (answer: Promise<Response>) => {
    const response = await answer;
    return { status: response.status, body: await response.json() };
  };
  return {
    ...caller,
    username,
    at,
    has: () => json(sandbox.get(at)),
    round: (stake: unknown, win: unknown) => json(sandbox.post(`${at}/rounds`, { stake, win })),
    bet: (stake: unknown) => json(sandbox.post(`${at}/bets`, { stake })),
    settle: (betId: string, win: unknown) => json(sandbox.post(`${at}/bets/${betId}`, { win })),
  };
}

async function totals(code: string, currency: 'BAHT' | 'LAK'): Promise<Totals> {
  const { games } = (await (await sandbox.get('/books')).json()) as {
    games: Record<string, Record<string, Totals>>;
  };
  const found = games[code]?.[currency];
  if (!found) throw new Error(`no totals of ${code} in ${currency}`);
  return found;
}

const satang = (baht: number) => Math.round(baht * 100);
const ok = (balance: number, inPlay: number) => ({ status: 200, body: { balance, inPlay } });

test('a round takes the stake and pays the win, to the satang', async () => {
  const player = await newPlayer(100);
  expect(await player.round(0.1, 0.2)).toEqual(ok(100.1, 0));
  expect(await player.round(100.1, 0)).toEqual(ok(0, 0));
  expect(await player.has()).toEqual(ok(0, 0));
});

test('a stake beyond the balance is refused with 422 and a sentence, and nothing is played', async () => {
  const player = await newPlayer(5);
  for (const refused of [await player.round(5.01, 1_000), await player.bet(5.01)]) {
    expect(refused).toEqual({ status: 422, body: { message: expect.stringMatching(/more than the balance/) } });
  }
  expect(await player.has()).toEqual(ok(5, 0));
});

test('twenty stakes at the same moment never spend more than there is', async () => {
  const player = await newPlayer(10);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? player.round(1, 0) : player.bet(1))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect((await player.has()).body).toMatchObject({ balance: 0 });
});

test('an open bet is in play, not in the balance, and the provider says so too', async () => {
  const player = await newPlayer(100);
  const { body } = (await player.bet(30.25)) as { body: { betId: string } };
  expect(await player.has()).toEqual(ok(69.75, 30.25));
  expect(await player.send(player.requests.balance(player.username))).toEqual(player.says.balance(6_975, 3_025));
  expect(await player.send(player.requests.moveOut(player.username, 'all-of-it', 10_000))).toEqual(
    player.says.refusal('notEnough'),
  );
  expect(await (await sandbox.get(`${player.at}/bets`)).json()).toEqual([{ betId: body.betId, stake: 30.25 }]);
  expect(await player.settle(body.betId, 60.5)).toEqual(ok(130.25, 0));
  expect(await (await sandbox.get(`${player.at}/bets`)).json()).toEqual([]);
});

test('a bet is settled once, at the same moment too', async () => {
  const player = await newPlayer(100);
  const { body } = (await player.bet(10)) as { body: { betId: string } };
  const answers = await Promise.all(Array.from({ length: 10 }, () => player.settle(body.betId, 20)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect(await player.has()).toEqual(ok(110, 0));
  expect((await player.settle(body.betId, 0)).status).toBe(409);
});

test("a player cannot settle another player's bet or a bet that does not exist", async () => {
  const [player, other] = [await newPlayer(10), await newPlayer(10)];
  const { body } = (await player.bet(10)) as { body: { betId: string } };
  expect((await other.settle(body.betId, 1_000)).status).toBe(404);
  expect((await other.settle('999999', 1)).status).toBe(404);
  expect(await other.has()).toEqual(ok(10, 0));
  expect(await player.has()).toEqual(ok(0, 10));
});

test('an unknown player or provider is 404, and names match without regard to case', async () => {
  const player = await newPlayer(7);
  expect((await sandbox.get('/games/pg/players/nobody')).status).toBe(404);
  expect((await sandbox.post('/games/pg/players/nobody/rounds', { stake: 1, win: 0 })).status).toBe(404);
  expect((await sandbox.post('/games/pg/players/nobody/bets', { stake: 1 })).status).toBe(404);
  expect((await sandbox.get('/games/pg/players/nobody/bets')).status).toBe(404);
  expect((await sandbox.get(`/games/zz/players/${player.username}`)).status).toBe(404);
  expect((await sandbox.get('/games/pg/players/a%00b')).status).toBe(400);
  const shouted = await sandbox.get(`/games/PG/players/${player.username.toUpperCase()}`);
  expect(await shouted.json()).toEqual({ balance: 7, inPlay: 0 });
});

test.each([0, -1, 0.001, '1', null, 1e11])('a stake of %j is refused with 400 and takes nothing', async (stake) => {
  const player = await newPlayer(10);
  expect((await player.round(stake, 0)).status).toBe(400);
  expect((await player.bet(stake)).status).toBe(400);
  expect(await player.has()).toEqual(ok(10, 0));
});

test.each([-1, 0.001, '1', null])('a win of %j is refused with 400 and settles nothing', async (win) => {
  const player = await newPlayer(10);
  const { body } = (await player.bet(4)) as { body: { betId: string } };
  expect((await player.round(1, win)).status).toBe(400);
  expect((await player.settle(body.betId, win)).status).toBe(400);
  expect(await player.has()).toEqual(ok(6, 4));
});

test('players are listed newest first with what they have', async () => {
  const older = await newPlayer(1, 'imi');
  const newer = await newPlayer(2, 'imi', 'LAK');
  expect(await (await sandbox.get('/games/imi/players')).json()).toEqual([
    { username: newer.username, currency: 'LAK', balance: 2, inPlay: 0 },
    { username: older.username, currency: 'BAHT', balance: 1, inPlay: 0 },
  ]);
});

test('the books add up per provider and currency, whatever happened and was refused', async () => {
  const baht = await newPlayer(1_000, 'usun');
  const kip = await newPlayer(50_000, 'usun', 'LAK');
  await baht.send(baht.requests.moveOut(baht.username, 'out-1', 20_033));
  await baht.send(baht.requests.moveOut(baht.username, 'out-2', 9_999_999));
  await baht.round(100, 350.5);
  await baht.round(0.01, 0);
  await baht.round(999_999, 1);
  const { body } = (await baht.bet(40)) as { body: { betId: string } };
  await baht.settle(body.betId, 80);
  await baht.bet(12.5);
  await kip.bet(1_000);

  const inBaht = await totals('usun', 'BAHT');
  expect(inBaht).toEqual({
    players: 1,
    balance: 1_077.66,
    inPlay: 12.5,
    movedIn: 1_000,
    movedOut: 200.33,
    staked: 140.01,
    won: 430.5,
  });
  expect(satang(inBaht.movedIn) - satang(inBaht.movedOut) - satang(inBaht.staked) + satang(inBaht.won)).toBe(
    satang(inBaht.balance) + satang(inBaht.inPlay),
  );
  expect(await totals('usun', 'LAK')).toEqual({
    players: 1,
    balance: 49_000,
    inPlay: 1_000,
    movedIn: 50_000,
    movedOut: 0,
    staked: 0,
    won: 0,
  });
  const nothing = { players: 0, balance: 0, inPlay: 0, movedIn: 0, movedOut: 0, staked: 0, won: 0 };
  expect(await totals('laolotto', 'BAHT')).toEqual(nothing);
});

test('books and bets outlive a restart, and references still move once', async () => {
  const player = await newPlayer(100, 'circus');
  const request = player.requests.moveOut(player.username, 'kept', 1_000);
  const first = await player.send(request);
  await player.bet(10);
  const before = await totals('circus', 'BAHT');
  await sandbox.restart();
  expect(await totals('circus', 'BAHT')).toEqual(before);
  expect(await player.send(request)).toEqual(first);
  expect(await player.has()).toEqual(ok(80, 10));
});
