import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { unexplained } from '../../../test/books.ts';
import {
  newPlayer,
  type Player,
  startPatientNode,
  startProduct,
  startProductOnSandbox,
  statementOf,
  walletOf,
} from '../../../test/harness.ts';
import { type Move, returnedMove } from '../../../test/late-moves.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api' });
const { db } = database;
const patient = await startPatientNode(database, sandbox);
await startProduct(database, { ROLE: 'worker', SANDBOX_URL: sandbox.url });
const operator = operatorOf(db);

const returned = (
  member: Player & { gameUsername: string },
  direction: Move['direction'],
  code: string,
  baht: number,
  mode?: Move['mode'],
) => returnedMove({ product, sandbox, database }, member, { direction, code, baht, ...(mode && { mode }) });

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
