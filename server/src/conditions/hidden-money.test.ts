import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { IN_FULL } from '../../../world/tier.ts';
import {
  BY_ITSELF,
  newPlayer,
  PATIENT,
  type Player,
  spawnProduct,
  startPayingWorld,
  startProduct,
  transfer,
  walletOf,
  withdraw,
} from '../../test/harness.ts';
import {
  conditionOf,
  deposit,
  NO_CONDITION,
  play,
  receiveBonus,
  receivePromotion,
  refusal,
  rewardBooks,
} from '../../test/rewards.ts';
import { balancesOf, problems } from '../ledger/ledger.ts';

// No worker resolves pending transfers until one is started.
const { product, sandbox, database } = await startPayingWorld({ ROLE: 'api' });
const { db } = database;
const impatient = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', PROVIDER_TIMEOUT_MS: '1000' });

/** A proxy before PG, which can hold up an answer on its way back. */
let onTheWayBack = async () => {};
const road = createServer(async (request: IncomingMessage, response) => {
  const { host: _host, ...headers } = request.headers as Record<string, string>;
  const body = await text(request);
  const answer = await fetch(`${sandbox.url}/games/pg/api${request.url}`, { method: 'POST', headers, body });
  const said = await answer.text();
  await onTheWayBack();
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(said);
}).listen(0, '127.0.0.1');
await once(road, 'listening');
afterAll(() => void road.close());
const GAME_PG_URL = `http://127.0.0.1:${(road.address() as AddressInfo).port}`;
const node = { ...PATIENT, SANDBOX_URL: sandbox.url, GAME_PG_URL, ROLE: 'api' };
const reader = await startProduct(database, node);

const UNREADABLE = refusal(503, 'SERVICE_UNAVAILABLE');
const amountsOf = async (member: Player) => (await walletOf(product, member)).amounts;
const startOf = async (member: Player) => ((await conditionOf(product, member)) as { start?: number }).start;

/** Holds up the next answer of PG: `reached` resolves once it waits, `open` lets it go on. */
function holdUpAnswer() {
  const [here, way] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  onTheWayBack = () => {
    onTheWayBack = async () => {};
    here.resolve();
    return way.promise;
  };
  return { reached: here.promise, open: way.resolve };
}

/** Every way by which a member could move money or have it moved, at a node that has nothing to do with the grant. */
async function movementsOf(member: Player) {
  const movements = [
    await transfer(product, member, { from: 'wallet', to: 'joker', amount: 10 }),
    await transfer(product, member, { from: 'joker', to: 'wallet', amount: 10 }),
    await product.call('POST /api/wallet/transferAll', { token: member.token, body: { to: 'joker' } }),
    await withdraw(product, member, 100),
    await withdraw(product, member, 550, { all: true }),
    await product.call('POST /api/wallet/add', { token: member.token, body: { amount: 100 } }),
  ];
  return movements.map(({ status, body, headers }) => ({ status, body, retryAfter: headers.get('retry-after') }));
}
const PAUSED = { ...UNREADABLE, retryAfter: '1' };

/**
 * Three members whose money is on its way: to a game that has it, from a game that was never asked, and under a
 * condition.
 */
async function onItsWay() {
  const members = {
    leaving: await newPlayer(product, { wallet: 500, betflix: 1 }),
    returning: await newPlayer(product, { wallet: 10, askmebet: 500 }),
    bound: await newPlayer(product, { wallet: 500, pg: 450, huayhd: 0 }),
  };
  expect((await receivePromotion(product, members.bound)).status).toBe(200);
  for (const [target, call, mode] of [
    ['games/betflix', 'move-in', 'timeout-after'],
    ['games/askmebet', 'move-out', 'timeout-before'],
    ['games/huayhd', 'move-in', 'timeout-after'],
  ] as const)
    await sandbox.fault({ target, call, mode, times: 1 });
  const moves = await Promise.all([
    transfer(impatient, members.leaving, { from: 'wallet', to: 'betflix', amount: 500 }),
    transfer(impatient, members.returning, { from: 'askmebet', to: 'wallet', amount: 500 }),
    transfer(impatient, members.bound, { from: 'wallet', to: 'huayhd', amount: 500 }),
  ]);
  for (const move of moves) expect(move).toMatchObject({ status: 200, body: { status: 'PENDING' } });
  return members;
}
const { leaving, returning, bound } = await onItsWay();

afterAll(async () => {
  const { inLedger, told } = await rewardBooks(db);
  expect(inLedger).toEqual(told);
  expect(await problems(db)).toEqual([]);
});

test('attack: what was won or lost before the grant and not looked at is in the start, and is no result after it', async () => {
  const member = await newPlayer(product, { wallet: 10, pg: 100, joker: 100, imi: 100 });
  await play(sandbox, 'pg', member, 500);
  await play(sandbox, 'joker', member, -60);
  const { settle } = await sandbox.bet('imi', member.gameUsername, 90);
  await settle(0);
  expect((await receivePromotion(product, member)).status).toBe(200);
  expect(await conditionOf(product, member)).toMatchObject({ start: 710, total: 710 });
});

test.each(['garbage', 'refuse', 'error-after'])(
  'a game that has money and cannot be read (%s) refuses every grant until it can',
  async (mode) => {
    const member = await newPlayer(product, { wallet: 10, usun: 1, joker: 0 });
    await play(sandbox, 'usun', member, 800);
    await sandbox.fault({ target: 'games/usun', call: 'balance', mode, times: 2 });
    const { headers, ...answer } = await product.call('GET /api/promotion/activate/WELCOME50', { token: member.token });
    expect(answer).toEqual(UNREADABLE);
    expect(headers.get('retry-after')).toBe('5');
    expect(await receiveBonus(product, member, 'NEW100')).toEqual(UNREADABLE);
    expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
    expect((await receivePromotion(product, member)).status).toBe(200);
    expect(await startOf(member)).toBe(861);
  },
);

test('a game that is empty and cannot be read refuses nothing', async () => {
  const member = await newPlayer(product, { wallet: 10, circus: 0 });
  await sandbox.fault({ target: 'games/circus', call: 'balance', mode: 'garbage', times: 1 });
  expect((await receivePromotion(product, member)).status).toBe(200);
  expect(await startOf(member)).toBe(60);
});

test('a game that is silent for too long refuses the grant as well', async () => {
  const member = await newPlayer(product, { wallet: 10, slotxo: 5 });
  await sandbox.fault({ target: 'games/slotxo', call: 'balance', mode: 'timeout-before', times: 1 });
  expect(await receivePromotion(impatient, member)).toEqual(UNREADABLE);
  expect((await receivePromotion(product, member)).status).toBe(200);
  expect(await startOf(member)).toBe(65);
});

test('while games are read for a grant no money of the member’s can begin to move; then it can', async () => {
  const member = await newPlayer(product, { pg: 100, wallet: 300, joker: 200 });
  await amountsOf(member);
  const { reached, open } = holdUpAnswer();
  const granted = receivePromotion(reader, member);
  await reached;
  expect(await movementsOf(member)).toEqual(Array(6).fill(PAUSED));
  expect(await amountsOf(member)).toEqual({ wallet: 300, inTransit: 0, pg: 100, joker: 200 });
  // The games are read once more when they can be behind no more.
  const last = holdUpAnswer();
  open();
  await last.reached;
  // PG has answered that reading, so this loss comes after the grant.
  await play(sandbox, 'pg', member, -30);
  last.open();
  expect((await granted).status).toBe(200);
  expect(await conditionOf(product, member)).toMatchObject({ start: 650, total: 620 });
  expect(await transfer(product, member, { from: 'wallet', to: 'joker', amount: 350 })).toMatchObject({ status: 200 });
});

test('a deposit that arrives while games are read is in the start, but the bonus is that of the one before', async () => {
  const member = await newPlayer(product, { pg: 0 });
  await deposit(product, sandbox, member, 100);
  const { reached, open } = holdUpAnswer();
  const granted = receiveBonus(reader, member, 'NEW100');
  await reached;
  await deposit(product, sandbox, member, 300);
  open();
  expect((await granted).status).toBe(200);
  expect(await conditionOf(product, member)).toMatchObject({ credit: 100, start: 500, total: 500 });
});

test('a refused grant leaves no pause behind', async () => {
  const member = await newPlayer(product, { wallet: 300, pg: 0 });
  const { reached, open } = holdUpAnswer();
  const refused = receiveBonus(reader, member, 'NEW100');
  await reached;
  expect(await withdraw(product, member, 100)).toMatchObject(UNREADABLE);
  open();
  expect(await refused).toEqual(refusal(422, 'BONUS_CONDITION'));
  expect(await withdraw(product, member, 100)).toMatchObject({ status: 200 });
});

test('a grant that took longer than its pause is not given', async () => {
  const member = await newPlayer(product, { pg: 100, wallet: 100, joker: 0 });
  const { reached, open } = holdUpAnswer();
  const late = receivePromotion(reader, member);
  await reached;
  await db.query('update money_pauses set until = clock_timestamp() where member_id = $1', [member.id]);
  expect(await transfer(product, member, { from: 'wallet', to: 'joker', amount: 100 })).toMatchObject({ status: 200 });
  open();
  expect(await late).toEqual(UNREADABLE);
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  expect((await receivePromotion(product, member)).status).toBe(200);
});

test('a campaign that is closed while games are read grants nothing any more', async () => {
  const member = await newPlayer(product, { pg: 0 });
  await deposit(product, sandbox, member, 100);
  const setOpen = (isOpen: boolean) =>
    db.query(`update campaigns set is_open = $1 where kind = 'bonus' and code = 'NEW100'`, [isOpen]);
  const { reached, open } = holdUpAnswer();
  const asking = receiveBonus(reader, member, 'NEW100');
  await reached;
  await setOpen(false);
  open();
  const refused = await asking;
  await setOpen(true);
  expect(refused).toEqual(refusal(422, 'BONUS_FULL'));
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  expect(await amountsOf(member)).toEqual({ wallet: 100, inTransit: 0, pg: 0 });
});

test('a condition does not fail while a game that holds money has become unreadable since it was read', async () => {
  const member = await newPlayer(product, { pg: 1_000, joker: 100 });
  expect((await receivePromotion(product, member)).status).toBe(200);
  // The condition fails if the five at Joker are all that is left: less than a twentieth of the start.
  await play(sandbox, 'pg', member, -1_000);
  await play(sandbox, 'joker', member, -95);
  const { reached, open } = holdUpAnswer();
  const asking = withdraw(reader, member, 100, { all: true });
  await reached;
  const atJoker = async () => (await balancesOf(db, member.id)).get('game:joker');
  await expect.poll(atJoker, BY_ITSELF).toBe(5_00n);
  await sandbox.fault({ target: 'games/joker', call: 'balance', mode: 'garbage', times: 1 });
  expect(await transfer(product, member, { from: 'joker', to: 'wallet', amount: 1 })).toMatchObject(UNREADABLE);
  open();
  expect(await asking).toMatchObject(refusal(422, 'BONUS_CONDITION'));
  const states = async () => (await db.query('select state from conditions where member_id = $1', [member.id])).rows;
  expect(await states()).toEqual([{ state: 'running' }]);
  // Once Joker is read again, the condition has failed.
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  expect(await states()).toEqual([{ state: 'failed' }]);
});

test('a condition is not even nearly lost while a game that holds money cannot be read', async () => {
  const member = await newPlayer(product, { pg: 1_100, yeekee: 5 });
  expect((await receivePromotion(product, member)).status).toBe(200);
  const verdict = async () => {
    await walletOf(product, member);
    return (await db.query('select state, verdict from conditions where member_id = $1', [member.id])).rows;
  };
  // What is left is less than a twentieth of the start.
  await play(sandbox, 'pg', member, -1_099.5);
  await sandbox.fault({ target: 'games/yeekee', call: 'balance', mode: 'garbage', times: 1 });
  expect(await verdict()).toEqual([{ state: 'running', verdict: null }]);
  expect((await balancesOf(db, member.id)).get('game:pg')).toBe(50n);
  expect(await verdict()).toEqual([{ state: 'running', verdict: 'failed' }]);
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
});

test('a node that is killed while it reads stops the member for no longer than its pause', IN_FULL, async () => {
  const member = await newPlayer(product, { pg: 100, wallet: 300, joker: 200 });
  const victim = await spawnProduct(database, { ...node, LOG_LEVEL: 'fatal' });
  const { reached, open } = holdUpAnswer();
  const cutOff = receivePromotion(victim, member).catch(() => 'cut off');
  await reached;
  await victim.kill();
  expect(await cutOff).toBe('cut off');
  open();
  expect(await movementsOf(member)).toEqual(Array(6).fill(PAUSED));
  expect(await receivePromotion(product, member)).toEqual(UNREADABLE);
  const { rows } = await db.query<{ seconds: number }>(
    'select extract(epoch from until - clock_timestamp())::float8 as seconds from money_pauses where member_id = $1',
    [member.id],
  );
  expect(rows).toEqual([{ seconds: expect.any(Number) }]);
  expect(rows[0]?.seconds).toBeLessThan(60);
  await db.query('update money_pauses set until = clock_timestamp() where member_id = $1', [member.id]);
  expect(await transfer(product, member, { from: 'wallet', to: 'joker', amount: 10 })).toMatchObject({ status: 200 });
  expect((await receivePromotion(product, member)).status).toBe(200);
  expect(await startOf(member)).toBe(650);
});

test('attack: money on its way to or from a game cannot be hidden there from a grant', async () => {
  for (const member of [leaving, returning]) {
    expect(await receivePromotion(product, member)).toEqual(refusal(422, 'TRANSFER_PENDING'));
    expect(await receiveBonus(product, member, 'NEW100')).toEqual(refusal(422, 'TRANSFER_PENDING'));
  }
});

test('attack: what is lost in a game that money is still on its way to cannot be hidden from a condition', async () => {
  await play(sandbox, 'huayhd', bound, -500);
  await play(sandbox, 'pg', bound, 2000);
  expect(await conditionOf(product, bound)).toMatchObject({ status: true, start: 1000, total: 3000 });
  expect(await conditionOf(product, bound)).toMatchObject({ status: true, total: 3000 });
});

test('once the money on its way has arrived, or has not, all of it counts', async () => {
  await startProduct(database, { ...node, ROLE: 'worker', PROVIDER_TIMEOUT_MS: '1500', PROVIDER_LATE_MS: '500' });
  for (const [member, start] of [
    [leaving, 551],
    [returning, 560],
  ] as const) {
    await expect.poll(async () => (await receivePromotion(product, member)).status, BY_ITSELF).toBe(200);
    expect(await startOf(member)).toBe(start);
  }
  await expect.poll(() => conditionOf(product, bound), BY_ITSELF).toMatchObject({ status: true, total: 2500 });
});
