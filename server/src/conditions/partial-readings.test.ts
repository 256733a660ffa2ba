import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { ofEveryGame } from '../../../world/doubts.ts';
import {
  BY_ITSELF,
  letReadingsSettle,
  newPlayer,
  PATIENT,
  signIn,
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
} from '../../test/rewards.ts';
import { problems } from '../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld(PATIENT);
const { db } = database;
/** A node to which two readings are apart only after ten minutes, and that does not wait for that. No game is behind to it. */
const strict = await startProduct(database, {
  ...PATIENT,
  ...{ READINGS_APART_MS: '600000', GRANT_WAIT_MS: '0', ...ofEveryGame('FRESHNESS_MS', '0') },
  ...{ SANDBOX_URL: sandbox.url, ROLE: 'api' },
});
const states = async (memberId: string) =>
  (await db.query('select state from conditions where member_id = $1', [memberId])).rows;

/** A transfer out of a game reads that game and no other. */
const lookAt = (member: { id: string; token: string }, code: string) =>
  transfer(product, member, { from: code, to: 'wallet', amount: 1 });

test('a condition does not fail by the game that has lost, while a bet is open in one that was not read', async () => {
  const member = await newPlayer(product, { ufabet: 0, pg: 0 });
  await deposit(product, sandbox, member, 500);
  await receiveBonus(product, member, 'NEW100');
  await deposit(product, sandbox, member, 900);
  await transfer(product, member, { from: 'wallet', to: 'ufabet', amount: 950 });
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 950 });
  await play(sandbox, 'ufabet', member, -950);
  const other = await sandbox.bet('pg', member.gameUsername, 950);

  expect(await lookAt(member, 'ufabet')).toMatchObject(refusal(422, 'MONEY_NOT_ENOUGH'));
  expect(await states(member.id)).toEqual([{ state: 'running' }]);
  expect(await conditionOf(product, member)).toMatchObject({ status: true, total: 50 });
  await other.settle(1_900);
  expect(await withdraw(product, member, 1_900, { all: true })).toMatchObject(refusal(422, 'BONUS_CONDITION'));
  expect(await conditionOf(product, member)).toMatchObject({ status: true, total: 1_000 });
});

test('a condition is not met by the game that has won, while another has lost and was not read', async () => {
  const member = await newPlayer(product, { ufabet: 0, pg: 0 });
  await receivePromotion(product, member);
  await deposit(product, sandbox, member, 200);
  await transfer(product, member, { from: 'wallet', to: 'ufabet', amount: 100 });
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 100 });
  await play(sandbox, 'ufabet', member, 100);
  await play(sandbox, 'pg', member, -100);

  await lookAt(member, 'ufabet');
  expect(await states(member.id)).toEqual([{ state: 'running' }]);
  expect(await conditionOf(product, member)).toMatchObject({ status: true, start: 50, total: 50 });
  const { rows } = await db.query('select from game_days where member_id = $1', [member.id]);
  expect(rows).toEqual([]);
});

test('a condition ends once every game was read twice, by whichever call', async () => {
  const member = await newPlayer(product, { ufabet: 0, pg: 0 });
  await receivePromotion(product, member);
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 50 });
  await play(sandbox, 'pg', member, 100);
  await lookAt(member, 'pg');
  expect(await states(member.id)).toEqual([{ state: 'running' }]);
  await walletOf(product, member);
  await expect.poll(() => states(member.id), BY_ITSELF).toEqual([{ state: 'succeeded' }]);
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
});

test('a second look at the moment of the first is none: a condition ends by two that are apart', async () => {
  const member = await newPlayer(product, { pg: 0 });
  await receivePromotion(product, member);
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 50 });
  await letReadingsSettle(db, member.id);
  await play(sandbox, 'pg', member, 100);
  for (let look = 0; look < 3; look += 1) await walletOf(strict, member);
  const seen = await db.query('select state, verdict from conditions where member_id = $1', [member.id]);
  expect(seen.rows).toEqual([{ state: 'running', verdict: 'succeeded' }]);
  await db.query(`update conditions set verdict_at = verdict_at - interval '10 minutes' where member_id = $1`, [
    member.id,
  ]);
  await walletOf(strict, member);
  expect(await states(member.id)).toEqual([{ state: 'succeeded' }]);
});

test('a reward does not begin in the moment of a result: the game is read again first', async () => {
  const member = await newPlayer(product, { pg: 100, joker: 100 });
  await play(sandbox, 'pg', member, 20);
  await walletOf(strict, member);
  const refused = { status: 422, body: { message: 'OPEN_BETS', games: ['pg'] } };
  expect(await receivePromotion(strict, member)).toEqual(refused);
  expect((await receivePromotion(product, member)).status).toBe(200);
  expect(await conditionOf(product, member)).toMatchObject({ start: 270, total: 270 });
  // A result that the grant itself finds is of this moment too.
  const other = await newPlayer(product, { pg: 100 });
  await play(sandbox, 'pg', other, 20);
  expect(await receivePromotion(strict, other)).toEqual(refused);
});

test('while games are read for a grant, its id cannot be used up to get out of it', async () => {
  const member = await newPlayer(product, { pg: 0 });
  const key = randomUUID();
  const headers = { 'idempotency-key': key };
  const announce = () => product.call('POST /api/wallet/add', { token: member.token, body: { amount: 100 }, headers });
  await sandbox.fault({ target: 'games/pg', mode: 'slow', call: 'balance', times: 1 });
  const granting = receivePromotion(product, member, key);
  await vi.waitFor(async () => {
    expect((await db.query('select from money_pauses where member_id = $1', [member.id])).rowCount).toBe(1);
  }, BY_ITSELF);
  expect((await announce()).status).toBe(503);
  expect((await granting).status).toBe(200);
  expect(await announce()).toMatchObject(refusal(409, 'IDEMPOTENCY_CONFLICT'));
});

test('an id that was used for something else is refused before any game is read', async () => {
  const member = await newPlayer(product, {});
  const key = randomUUID();
  const headers = { 'idempotency-key': key };
  await product.call('POST /api/wallet/add', { token: member.token, body: { amount: 100 }, headers });
  expect(await receivePromotion(product, member, key)).toEqual(refusal(409, 'IDEMPOTENCY_CONFLICT'));
});

test('one key is one grant, however its path is written', async () => {
  const member = await newPlayer(product, {});
  const key = randomUUID();
  await deposit(product, sandbox, member, 500);
  const first = await receiveBonus(product, member, 'DAILY20', key);
  expect(first.status).toBe(200);
  expect(await receiveBonus(product, member, '%44aily20', key)).toEqual(first);
});

test('a win that was not looked at before midnight is not kept from it', async () => {
  const member = await newPlayer(product, { ufabet: 0, pg: 0, wallet: 0 });
  await deposit(product, sandbox, member, 2_000);
  await transfer(product, member, { from: 'wallet', to: 'ufabet', amount: 1_000 });
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 1_000 });
  await play(sandbox, 'ufabet', member, -1_000);
  await play(sandbox, 'pg', member, 1_000);
  await lookAt(member, 'ufabet');
  await sandbox.moveClock(24 * 60 * 60);
  const { username, password } = member;
  const token = await signIn(product, { username, password });
  expect(await product.call('GET /api/refund/receive', { token })).toMatchObject({
    status: 422,
    body: { message: 'NO_REFUND' },
  });
});

afterAll(async () => {
  expect(await problems(db)).toEqual([]);
});
