import { expect, test } from 'vitest';
import {
  BY_ITSELF,
  newMember,
  newPlayer,
  openGame,
  type Player,
  startPatientNode,
  startProductOnSandbox,
  statementOf,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startProductOnSandbox();
const patient = await startPatientNode(database, sandbox);
const amountsOf = async (member: Player) => (await walletOf(patient, member)).amounts;
const DONE = { status: 200, body: { id: expect.any(String), status: 'SUCCESS' } };
const FAILED = { status: 502, body: { message: 'TRANSFER_FAIL' } };

/** The movements on the member's statement, the newest first. */
async function movementsOf(member: Player) {
  const entries = (await statementOf(patient, member)).filter(({ statementType }) => statementType === 'transfer');
  return entries.map(({ from, to, amount, status }) => `${from} → ${to} ${amount} ${status}`);
}

async function bringAll({ token }: Player, to: string, node = patient) {
  const { status, body } = await node.call('POST /api/wallet/transferAll', { token, body: { to } });
  return { status, body };
}

test('everything comes home, to the satang', async () => {
  const member = await newPlayer(patient, { wallet: 10.5, pg: 33.33, joker: 20, imi: 1, ufabet: 0 });
  await sandbox.round('pg', member.gameUsername, { stake: 33.33, win: 0.07 });
  await sandbox.round('joker', member.gameUsername, { stake: 1, win: 100 });
  expect(await bringAll(member, 'Wallet')).toEqual(DONE);
  expect(await amountsOf(member)).toEqual({ wallet: 130.57, inTransit: 0, pg: 0, joker: 0, imi: 0, ufabet: 0 });
});

test('everything goes to one game, what it has already included', async () => {
  const member = await newPlayer(patient, { wallet: 10.5, pg: 33.33, joker: 20, imi: 1, ufabet: 4 });
  expect(await bringAll(member, 'UFABET')).toEqual(DONE);
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, pg: 0, joker: 0, imi: 0, ufabet: 68.83 });
  expect(await sandbox.player('ufabet', member.gameUsername)).toEqual({ balance: 68.83, inPlay: 0 });
});

test('open bets stay where they are', async () => {
  const member = await newPlayer(patient, { pg: 100, joker: 50, imi: 30 });
  await sandbox.bet('pg', member.gameUsername, 60);
  await sandbox.bet('imi', member.gameUsername, 30);
  expect(await bringAll(member, 'wallet')).toEqual(DONE);
  expect(await amountsOf(member)).toEqual({ wallet: 90, inTransit: 0, pg: 60, joker: 0, imi: 30 });
});

test('a game that cannot be read keeps its money, the others come home, and it is told', async () => {
  const member = await newPlayer(patient, { wallet: 1, pg: 100, joker: 50, imi: 0 });
  await sandbox.fault({ target: 'games/pg', call: 'balance', mode: 'garbage', times: 1 });
  expect(await bringAll(member, 'wallet')).toEqual(FAILED);
  expect(await amountsOf(member)).toEqual({ wallet: 51, inTransit: 0, pg: 100, joker: 0, imi: 0 });
  expect((await movementsOf(member)).slice(0, 2)).toEqual(['pg → wallet 100 FAILED', 'all → wallet 50 SUCCESS']);
});

test('a game that cannot be read and has all its money in open bets is told as failed', async () => {
  const member = await newPlayer(patient, { pg: 100, joker: 50 });
  await sandbox.bet('pg', member.gameUsername, 100);
  await amountsOf(member);
  await sandbox.fault({ target: 'games/pg', call: 'balance', mode: 'garbage', times: 1 });
  expect(await bringAll(member, 'wallet')).toEqual(FAILED);
  expect((await movementsOf(member)).slice(0, 2)).toEqual(['pg → wallet 100 FAILED', 'all → wallet 50 SUCCESS']);
});

test('an empty game that cannot be read is no failure', async () => {
  const member = await newPlayer(patient, { pg: 0, joker: 50 });
  await sandbox.fault({ target: 'games/pg', call: 'balance', mode: 'garbage', times: 1 });
  expect(await bringAll(member, 'wallet')).toEqual(DONE);
  expect(await amountsOf(member)).toEqual({ wallet: 50, inTransit: 0, pg: 0, joker: 0 });
});

test('a game that refuses keeps its money, the rest goes where it was wanted, and it is told', async () => {
  const member = await newPlayer(patient, { wallet: 1, pg: 100, joker: 50, imi: 2 });
  await sandbox.fault({ target: 'games/pg', call: 'move-out', mode: 'refuse', times: 1 });
  expect(await bringAll(member, 'imi')).toEqual(FAILED);
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, pg: 100, joker: 0, imi: 53 });
  expect((await movementsOf(member)).slice(0, 2)).toEqual(['pg → imi 100 FAILED', 'all → imi 51 SUCCESS']);
});

test('a game that refuses what is brought leaves it in the main wallet', async () => {
  const member = await newPlayer(patient, { wallet: 1, pg: 100, imi: 2 });
  await sandbox.fault({ target: 'games/imi', call: 'move-in', mode: 'refuse', times: 1 });
  expect(await bringAll(member, 'imi')).toEqual(FAILED);
  expect(await amountsOf(member)).toEqual({ wallet: 101, inTransit: 0, pg: 0, imi: 2 });
  expect((await movementsOf(member)).slice(0, 2)).toEqual(['wallet → imi 101 FAILED', 'all → wallet 100 SUCCESS']);
});

test('where every game refuses, the whole is told as failed, in one line', async () => {
  const member = await newPlayer(patient, { pg: 100, joker: 50 });
  for (const code of ['pg', 'joker'])
    await sandbox.fault({ target: `games/${code}`, call: 'move-out', mode: 'refuse', times: 1 });
  const before = await movementsOf(member);
  expect(await bringAll(member, 'wallet')).toEqual(FAILED);
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, pg: 100, joker: 50 });
  expect(await movementsOf(member)).toEqual(['all → wallet 150 FAILED', ...before]);
});

test('where there is nothing to move, that is done', async () => {
  const empty = await newPlayer(patient, { pg: 0, joker: 0 });
  expect(await bringAll(empty, 'wallet')).toEqual(DONE);
  expect(await bringAll(empty, 'pg')).toEqual(DONE);
  expect(await bringAll(await newMember(patient), 'wallet')).toEqual(DONE);
  const atHome = await newPlayer(patient, { wallet: 5, pg: 0 });
  expect(await bringAll(atHome, 'wallet')).toEqual(DONE);
  expect(await amountsOf(atHome)).toEqual({ wallet: 5, inTransit: 0, pg: 0 });
});

test('to what is no game, or was not opened, nothing goes', async () => {
  const member = await newPlayer(patient, { wallet: 5, pg: 10 });
  expect(await bringAll(member, 'nope')).toMatchObject({ status: 404, body: { message: 'NO_GAME' } });
  expect(await bringAll(member, 'joker')).toMatchObject({ status: 404, body: { message: 'SLOT_NO_ACCOUNT' } });
  expect(await bringAll(member, ' ')).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
  expect(await amountsOf(member)).toEqual({ wallet: 5, inTransit: 0, pg: 10 });
});

test.each([
  ['timeout-after', 153],
  ['timeout-before', 53],
])('%s: one unknown outcome makes the whole pending, and then it goes on to its end by itself', async (mode, end) => {
  const member = await newPlayer(patient, { wallet: 1, slotracha: 100, joker: 50, imi: 2 });
  await sandbox.fault({ target: 'games/slotracha', call: 'move-out', mode, times: 1 });
  const { status, body } = await bringAll(member, 'imi', product);
  expect({ status, body }).toEqual({ status: 200, body: { id: expect.any(String), status: 'PENDING' } });
  const { id } = body as { id: string };
  const state = () => product.call(`GET /api/wallet/transfer/${id}`, { token: member.token });
  await expect
    .poll(async () => (await state()).body, BY_ITSELF)
    .toMatchObject({ id, from: 'all', to: 'imi', status: mode === 'timeout-after' ? 'SUCCESS' : 'FAILED' });
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, slotracha: 153 - end, joker: 0, imi: end });
});

test('money of the main wallet that was spent before the rest came home is told with all that did not go on', async () => {
  const member = await newPlayer(patient, { wallet: 10, ufabet: 100, imi: 0, joker: 0 });
  await sandbox.fault({ target: 'games/ufabet', call: 'move-out', mode: 'timeout-after', times: 1 });
  await sandbox.fault({ target: 'games/ufabet', call: 'status', mode: 'garbage' });
  expect(await bringAll(member, 'imi', product)).toMatchObject({ body: { status: 'PENDING' } });
  expect(await transfer(patient, member, { from: 'wallet', to: 'joker', amount: 5 })).toMatchObject(DONE);
  await sandbox.fault({ target: 'games/ufabet', call: 'status', mode: 'ok' });
  await expect
    .poll(() => movementsOf(member), BY_ITSELF)
    .toEqual(
      expect.arrayContaining(['wallet → imi 110 FAILED', 'wallet → joker 5 SUCCESS', 'all → wallet 100 SUCCESS']),
    );
  expect(await amountsOf(member)).toEqual({ wallet: 105, inTransit: 0, ufabet: 0, imi: 0, joker: 5 });
});

test('a collection that is asked for ten times at the same moment brings everything once', async () => {
  const member = await newPlayer(patient, { wallet: 10, pg: 20, joker: 30 });
  await openGame(patient, member, 'imi');
  const answers = await Promise.all(Array.from({ length: 10 }, () => bringAll(member, 'imi')));
  for (const { status } of answers) expect(status).toBeOneOf([200, 422, 502]);
  await bringAll(member, 'imi');
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, pg: 0, joker: 0, imi: 60 });
});

test('after all this the books are in order', async () => {
  expect(await problems(database.db)).toEqual([]);
});
