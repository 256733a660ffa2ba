import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { unexplained } from '../../../test/books.ts';
import {
  BY_ITSELF,
  letReadingsSettle,
  newPlayer,
  type Player,
  startPatientNode,
  startProduct,
  startProductOnSandbox,
  statementOf,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import { problems } from '../../ledger/ledger.ts';
import { openGames } from '../../providers/games/games.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api' });
const { db } = database;
const patient = await startPatientNode(database, sandbox);
await startProduct(database, { ROLE: 'worker', SANDBOX_URL: sandbox.url });
const games = openGames(readConfig({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url }));
const operator = operatorOf(db);

/** A move that its provider did not know of, or refused, so that the money was given back; `arrive` lets it come after all. */
async function returned(
  member: Player & { gameUsername: string },
  direction: 'in' | 'out',
  code: string,
  baht: number,
  mode = 'timeout-before',
) {
  await sandbox.fault({ target: `games/${code}`, call: `move-${direction}`, mode, times: 1 });
  const route = direction === 'in' ? { from: 'wallet', to: code } : { from: code, to: 'wallet' };
  const id = randomUUID();
  await transfer(product, member, { ...route, amount: baht }, id);
  const status = async () => (await statementOf(product, member)).find((entry) => entry.id === id)?.status;
  await expect.poll(status, BY_ITSELF).toBe('FAILED');
  const reference = `${member.id}-${id.replaceAll('-', '')}-0`;
  const arrive = async () => {
    const move = { direction, username: member.gameUsername, amount: BigInt(baht * 100), reference };
    expect(await games.get(code)?.provider.move(move, AbortSignal.timeout(60_000))).toBe('done');
    await letReadingsSettle(db, member.id);
  };
  return { id, arrive };
}

async function countResults({ id }: Player): Promise<number> {
  const sql = `select count(*)::integer as count from ledger_postings where owner = $1 and reason = 'game_result'`;
  return (await db.query<{ count: number }>(sql, [id])).rows[0]?.count ?? Number.NaN;
}

test.each(['pg', 'imi', 'joker', 'ufabet'])(
  '%s: money that arrived late is taken from the main wallet, and is no win',
  async (code) => {
    const member = await newPlayer(patient, { wallet: 2000, [code]: 0 });
    const { arrive } = await returned(member, 'in', code, 1500);
    await arrive();
    expect((await walletOf(patient, member)).amounts).toEqual({ wallet: 500, inTransit: 0, [code]: 1500 });
    expect(await countResults(member)).toBe(0);
    expect((await statementOf(patient, member))[0]).toMatchObject({
      from: 'wallet',
      to: code,
      amount: 1500,
      status: 'SUCCESS',
    });
    await sandbox.round(code, member.gameUsername, { stake: 100, win: 0 });
    expect((await walletOf(patient, member)).amounts[code]).toBe(1400);
    expect(await countResults(member)).toBe(1);
  },
);

test('money that arrived late and is all that the main wallet has is taken from there, and is the member’s at the game', async () => {
  const member = await newPlayer(patient, { wallet: 1500, pg: 0 });
  const { id, arrive } = await returned(member, 'in', 'pg', 1500);
  await arrive();
  expect((await walletOf(patient, member)).amounts).toEqual({ wallet: 0, inTransit: 0, pg: 1500 });
  expect(await countResults(member)).toBe(0);
  expect(await operator('transfers late')).not.toContain(
    `${id}  ${member.id}  pg in  1,500.00  the main wallet was short`,
  );
  expect(await operator('games late')).not.toContain(member.id);
});

test('attack: a member who has spent the money that arrives late cannot have it again', async () => {
  const member = await newPlayer(patient, { wallet: 2000, pg: 0, joker: 0 });
  const { id, arrive } = await returned(member, 'in', 'pg', 2000);
  await transfer(patient, member, { from: 'wallet', to: 'joker', amount: 2000 });
  await arrive();
  const amounts = { wallet: 0, inTransit: 0, pg: 0, joker: 2000 };
  expect((await walletOf(patient, member)).amounts).toEqual(amounts);
  expect(await transfer(patient, member, { from: 'pg', to: 'wallet', amount: 2000 })).toMatchObject({ status: 422 });
  expect(await operator('transfers late')).toContain(`${id}  ${member.id}  pg in  2,000.00  the main wallet was short`);
  expect(await operator('games late')).toContain(`${member.id}  pg  2,000.00 BAHT`);
  // Playing with it wins and loses for nobody.
  await sandbox.round('pg', member.gameUsername, { stake: 500, win: 0 });
  expect((await walletOf(patient, member)).amounts).toEqual(amounts);
  await expect.poll(() => operator('games late'), BY_ITSELF).toContain(`${member.id}  pg  1,500.00 BAHT`);
  expect(await countResults(member)).toBe(0);
});

test('money that left a game late is in the main wallet, and not lost', async () => {
  const member = await newPlayer(patient, { imi: 1000 });
  const { arrive } = await returned(member, 'out', 'imi', 700);
  await arrive();
  expect((await walletOf(patient, member)).amounts).toEqual({ wallet: 700, inTransit: 0, imi: 300 });
  expect(await countResults(member)).toBe(0);
});

test.each(['slotracha', 'huayhd'])(
  '%s: money that the game has taken after it said it had refused is no win',
  async (code) => {
    const member = await newPlayer(patient, { wallet: 600, [code]: 100 });
    const { arrive } = await returned(member, 'in', code, 400, 'refuse');
    await arrive();
    expect((await walletOf(patient, member)).amounts).toEqual({ wallet: 200, inTransit: 0, [code]: 500 });
    expect(await countResults(member)).toBe(0);
  },
);

test('what was won beside money that arrived late is won, to the satang', async () => {
  const member = await newPlayer(patient, { wallet: 800, ufabet: 50 });
  const { arrive } = await returned(member, 'in', 'ufabet', 300);
  await arrive();
  await sandbox.round('ufabet', member.gameUsername, { stake: 10, win: 35.5 });
  expect((await walletOf(patient, member)).amounts).toEqual({ wallet: 500, inTransit: 0, ufabet: 375.5 });
});

test('while a game cannot say what became of a returned move, no difference there is booked', async () => {
  const member = await newPlayer(patient, { wallet: 400, circus: 100 });
  const { arrive } = await returned(member, 'in', 'circus', 300);
  await arrive();
  await sandbox.fault({ target: 'games/circus', call: 'status', mode: 'garbage' });
  const { body } = await patient.call('GET /api/wallet/refresh/slot', { token: member.token });
  expect((body as { slots: object[] }).slots).toContainEqual(
    expect.objectContaining({ code: 'circus', amount: 100, note: 'UPDATING' }),
  );
  await sandbox.fault({ target: 'games/circus', mode: 'ok' });
  expect((await walletOf(patient, member)).amounts).toEqual({ wallet: 100, inTransit: 0, circus: 400 });
});

test('after all late arrivals the books are in order', async () => {
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});
