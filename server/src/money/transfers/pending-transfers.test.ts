import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  BY_ITSELF,
  newPlayer,
  type Player,
  startPatientNode,
  startProduct,
  startProductOnSandbox,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import { problems } from '../../ledger/ledger.ts';
import { openGames } from '../../providers/games/games.ts';
import { referenceOf } from './carry-out.ts';
import { beginTransfer } from './transfer-steps.ts';

// No worker resolves pending transfers until one is started.
const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api', PROVIDER_TIMEOUT_MS: '2000' });
const patient = await startPatientNode(database, sandbox);
const amountsOf = async (member: Player) => (await walletOf(patient, member)).amounts;

async function pending(member: Player, route: { from: string; to: string; amount: number }) {
  return stateOf(member, (await transfer(product, member, route)).body);
}

async function pendingAll(member: Player, to: string) {
  const { body } = await product.call('POST /api/wallet/transferAll', { token: member.token, body: { to } });
  return stateOf(member, body);
}

function stateOf(member: Player, body: unknown) {
  expect(body).toEqual({ id: expect.any(String), status: 'PENDING' });
  const { id } = body as { id: string };
  return async () => {
    const answer = await product.call(`GET /api/wallet/transfer/${id}`, { token: member.token });
    return (answer.body as { status: string }).status;
  };
}

/** A worker keeps others from a transfer while it asks, for longer than it then puts the next question off. */
const WORKER_WAITS_S = 60;
const LATE_S = 600;
/** How long after the call "no such transaction" is believed: until then the call may still be on its way. */
const LOST_AFTER_S = WORKER_WAITS_S + LATE_S;

/** Two workers for the whole file, started when a test first wants them. */
let workers: Promise<unknown> | undefined;
function startWorkers(): Promise<unknown> {
  const worker = {
    ROLE: 'worker',
    SANDBOX_URL: sandbox.url,
    PROVIDER_TIMEOUT_MS: String(WORKER_WAITS_S * 1000),
    PROVIDER_LATE_MS: String(LATE_S * 1000),
  };
  workers ??= Promise.all([startProduct(database, worker), startProduct(database, worker)]);
  return workers;
}

/** A worker asks about the member's pending transfer, as if it had often asked and the call was made so long ago. */
async function haveAsked({ id: memberId }: Player, { calledSecondsAgo }: { calledSecondsAgo: number }) {
  const { db } = database;
  const called = `update transfer_legs set called_at = clock_timestamp() - $2 * interval '1 second'
    where member_id = $1 and state = 'called' returning transfer_id as id`;
  const { id } = (await db.query<{ id: string }>(called, [memberId, calledSecondsAgo])).rows[0] ?? expect.fail('none');
  await db.query('update transfers set tries = 15, next_try_at = clock_timestamp() where id = $1', [id]);
  const made = async () => {
    const sql = `select status, extract(epoch from next_try_at - clock_timestamp())::float8 as "nextTryIn" from transfers
      where id = $1 and tries > 15`;
    return (await db.query<{ status: string; nextTryIn: number }>(sql, [id])).rows[0];
  };
  const isAsked = async () => {
    const { status = '', nextTryIn = Number.POSITIVE_INFINITY } = (await made()) ?? {};
    return (status !== '' && status !== 'PENDING') || nextTryIn < WORKER_WAITS_S / 2;
  };
  await expect.poll(isAsked, BY_ITSELF).toBe(true);
  return (await made()) ?? expect.fail('no transfer');
}

test('money on its way is held and shown apart, other money goes on moving, and a later worker ends it', async () => {
  const [arrived, lost, across, unsaid, all, spent] = await Promise.all([
    newPlayer(patient, { wallet: 100, pg: 50 }),
    newPlayer(patient, { wallet: 100, joker: 50 }),
    newPlayer(patient, { slotracha: 100, imi: 0 }),
    newPlayer(patient, { wallet: 100, ufabet: 50 }),
    newPlayer(patient, { wallet: 100, betflix: 10, circus: 20 }),
    newPlayer(patient, { wallet: 10, circus: 20, imi: 0 }),
  ]);
  await Promise.all([
    sandbox.fault({ target: 'games/pg', mode: 'timeout-after', times: 1 }),
    sandbox.fault({ target: 'games/joker', mode: 'timeout-before', times: 1 }),
    sandbox.fault({ target: 'games/slotracha', call: 'move-out', mode: 'timeout-after', times: 1 }),
    sandbox.fault({ target: 'games/ufabet', mode: 'timeout-after', times: 1 }),
    // Questions are answered with nonsense, with a refusal and then with silence: none of these is an outcome.
    sandbox.fault({ target: 'games/ufabet', call: 'status', mode: 'garbage', times: 1 }),
    sandbox.fault({ target: 'games/betflix', mode: 'error-after', times: 1 }),
    sandbox.fault({ target: 'games/betflix', call: 'status', mode: 'refuse', times: 1 }),
    sandbox.fault({ target: 'games/circus', call: 'move-out', mode: 'timeout-after', times: 1 }),
  ]);
  const states = await Promise.all([
    pending(arrived, { from: 'wallet', to: 'pg', amount: 60 }),
    pending(lost, { from: 'joker', to: 'wallet', amount: 50 }),
    pending(across, { from: 'slotracha', to: 'imi', amount: 70.07 }),
    pending(unsaid, { from: 'wallet', to: 'ufabet', amount: 60 }),
    pending(all, { from: 'betflix', to: 'wallet', amount: 10 }),
    pendingAll(spent, 'imi'),
  ]);

  expect(await amountsOf(arrived)).toEqual({ wallet: 40, inTransit: 60, pg: 50 });
  expect(await amountsOf(lost)).toEqual({ wallet: 100, inTransit: 50, joker: 0 });
  expect(await amountsOf(across)).toEqual({ wallet: 0, inTransit: 70.07, slotracha: 29.93, imi: 0 });
  const tooMuch = await transfer(patient, arrived, { from: 'wallet', to: 'pg', amount: 40.01 });
  expect(tooMuch).toMatchObject({ status: 422, body: { message: 'MONEY_NOT_ENOUGH' } });
  expect(await transfer(patient, arrived, { from: 'wallet', to: 'pg', amount: 40 })).toMatchObject({ status: 200 });
  expect(await transfer(patient, arrived, { from: 'pg', to: 'wallet', amount: 5 })).toMatchObject({ status: 200 });
  // A part of what was to go on to the game: what comes home then stays there.
  expect(await transfer(patient, spent, { from: 'wallet', to: 'imi', amount: 4 })).toMatchObject({ status: 200 });

  await startWorkers();
  await expect
    .poll(() => Promise.all(states.map((state) => state())), BY_ITSELF)
    .toEqual(['SUCCESS', 'PENDING', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'FAILED']);
  // "No such transaction" is believed only once a call with the workers' deadline can no longer be on its way.
  expect(await haveAsked(lost, { calledSecondsAgo: LOST_AFTER_S - WORKER_WAITS_S / 2 })).toMatchObject({
    status: 'PENDING',
  });
  expect(await haveAsked(lost, { calledSecondsAgo: LOST_AFTER_S })).toMatchObject({ status: 'FAILED' });
  expect(await states[1]?.()).toBe('FAILED');
  expect(await amountsOf(arrived)).toEqual({ wallet: 5, inTransit: 0, pg: 145 });
  expect(await amountsOf(lost)).toEqual({ wallet: 100, inTransit: 0, joker: 50 });
  expect(await amountsOf(across)).toEqual({ wallet: 0, inTransit: 0, slotracha: 29.93, imi: 70.07 });
  expect(await amountsOf(unsaid)).toEqual({ wallet: 40, inTransit: 0, ufabet: 110 });
  expect(await amountsOf(all)).toEqual({ wallet: 110, inTransit: 0, betflix: 0, circus: 20 });
  expect(await amountsOf(spent)).toEqual({ wallet: 26, inTransit: 0, circus: 0, imi: 4 });
  for (const [code, { gameUsername }, balance] of [
    ['pg', arrived, 145],
    ['joker', lost, 50],
    ['imi', across, 70.07],
    ['ufabet', unsaid, 110],
  ] as const)
    expect(await sandbox.player(code, gameUsername)).toEqual({ balance, inPlay: 0 });
  const { rowCount } = await database.db.query(`select from ledger_postings where reason = 'game_result'`);
  expect(rowCount).toBe(0);
  expect(await problems(database.db)).toEqual([]);
});

test('a transfer that stays unknown is asked about every ten seconds at the latest, however often that was in vain', async () => {
  const member = await newPlayer(patient, { wallet: 100, usun: 0 });
  await sandbox.fault({ target: 'games/usun', mode: 'timeout-after', times: 1 });
  await sandbox.fault({ target: 'games/usun', call: 'status', mode: 'garbage' });
  const state = await pending(member, { from: 'wallet', to: 'usun', amount: 60 });
  await startWorkers();
  const { status, nextTryIn } = await haveAsked(member, { calledSecondsAgo: 1 });
  expect(status).toBe('PENDING');
  expect(nextTryIn).toBeLessThanOrEqual(10);
  await sandbox.fault({ target: 'games/usun', mode: 'ok' });
  // As if the ten seconds were over.
  await database.db.query('update transfers set next_try_at = clock_timestamp() where member_id = $1', [member.id]);
  await expect.poll(state, BY_ITSELF).toBe('SUCCESS');
  expect(await amountsOf(member)).toEqual({ wallet: 40, inTransit: 0, usun: 60 });
});

test('a move that the provider says has failed is given back, however lately it was called', async () => {
  const member = await newPlayer(patient, { joker: 100 });
  await sandbox.round('joker', member.gameUsername, { stake: 60, win: 0 });
  const leg = { code: 'joker', direction: 'out', stage: 1, amount: 100_00n, state: 'planned' } as const;
  const plan = { from: 'joker', to: 'wallet', amount: leg.amount, withMainWallet: false, legs: [leg] };
  const asked = { memberId: member.id, id: randomUUID(), call: '', inputHash: null, isAsked: true, plan };
  const [started = expect.fail('no leg')] = (await beginTransfer(database.db, asked, 60_000)).started;
  const games = openGames(readConfig({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url }));
  const { direction, username, amount } = started.leg;
  const move = { direction, username, amount, reference: referenceOf(started.leg) };
  expect(await games.get('joker')?.provider.move(move, AbortSignal.timeout(60_000))).toBe('refused');
  await database.db.query('update transfers set next_try_at = clock_timestamp() where id = $1', [asked.id]);
  await startWorkers();
  await expect.poll(stateOf(member, { id: asked.id, status: 'PENDING' }), BY_ITSELF).toBe('FAILED');
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, joker: 40 });
});
