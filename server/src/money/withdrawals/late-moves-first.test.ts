import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { unexplained } from '../../../test/books.ts';
import {
  BY_ITSELF,
  mainWalletOf,
  newPlayer,
  type Player,
  startPatientNode,
  startProduct,
  startProductOnSandbox,
  transfer,
  withdraw,
} from '../../../test/harness.ts';
import { returnedMove } from '../../../test/late-moves.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api' });
const { db } = database;
const patient = await startPatientNode(database, sandbox);
await startProduct(database, { ROLE: 'worker', SANDBOX_URL: sandbox.url, MOVES_FINAL_AFTER_MS: '600000' });
const world = { product, sandbox, database };

type Row = { id: string; state: string; waits_for: string | null; reasons: string[] };

/** A member whose move of 2,000 to PG was given back, because the game did not know it, and who withdraws them. */
async function withdrawAfterReturn() {
  const member = await newPlayer(patient, { wallet: 2000, pg: 0 });
  const { arrive } = await returnedMove(world, member, { direction: 'in', code: 'pg', baht: 2000 });
  expect(await withdraw(patient, member, 2000)).toMatchObject({ status: 200 });
  await expectWithdrawal(member, { state: 'held', waits_for: 'late move' });
  return { member, arrive };
}

const rowsOf = async ({ id }: Player) =>
  (await db.query<Row>('select id, state, waits_for, reasons from withdrawals where member_id = $1', [id])).rows;
/** Workers look now, at the withdrawal and at moves that were given back. */
async function lookNow({ id }: Player): Promise<void> {
  await db.query(
    `update withdrawals set next_try_at = clock_timestamp() where member_id = $1 and next_try_at is not null`,
    [id],
  );
  await db.query(
    'update transfer_legs set look_again_at = clock_timestamp() where member_id = $1 and look_again_at is not null',
    [id],
  );
}
const expectWithdrawal = (member: Player, expected: Partial<Row>) =>
  expect
    .poll(async () => {
      await lookNow(member);
      return (await rowsOf(member))[0];
    }, BY_ITSELF)
    .toMatchObject(expected);

test('attack: money of a move that its game may still make is not paid out: played away there, it is a debt that is looked at', async () => {
  const { member, arrive } = await withdrawAfterReturn();
  await arrive();
  await sandbox.round('pg', member.gameUsername, { stake: 2000, win: 0 });
  await expectWithdrawal(member, { state: 'checking', reasons: ['a debt'] });
  expect(await mainWalletOf(product, member)).toMatchObject({ owed: 2000 });
  expect(await sandbox.payouts()).toEqual([]);
  expect(await operatorOf(db)('withdrawals list')).toContain(member.id);
});

test('a withdrawal waits while a move that came late is fetched back, and leaves once it was', async () => {
  const { member, arrive } = await withdrawAfterReturn();
  await sandbox.fault({ target: 'games/pg', call: 'balance', mode: 'garbage' });
  await arrive();
  await expect
    .poll(async () => {
      await lookNow(member);
      return (await db.query('select from transfer_legs where member_id = $1 and fetched_by is not null', [member.id]))
        .rowCount;
    }, BY_ITSELF)
    .toBe(1);
  await db.query(`update transfer_legs set called_at = called_at - interval '1 hour' where member_id = $1`, [
    member.id,
  ]);
  await expectWithdrawal(member, { state: 'held', waits_for: 'late move' });
  await sandbox.fault({ target: 'games/pg', call: 'balance', mode: 'ok' });
  await expectWithdrawal(member, { state: 'paid' });
  expect(await mainWalletOf(product, member)).not.toHaveProperty('owed');
});

test('a withdrawal leaves when the game has not made the move in time, and can be cancelled until then', async () => {
  const [{ member }, { member: other }] = [await withdrawAfterReturn(), await withdrawAfterReturn()];
  const [{ id } = expect.fail('no withdrawal')] = await rowsOf(other);
  expect(await product.call(`DELETE /api/wallet/withdraw/${id}`, { token: other.token })).toMatchObject({
    status: 200,
  });
  expect(await mainWalletOf(product, other)).toMatchObject({ amount: 2000 });
  await db.query(`update transfer_legs set called_at = called_at - interval '10 minutes' where member_id = $1`, [
    member.id,
  ]);
  await expectWithdrawal(member, { state: 'paid' });
});

test('a move that its game refused, and one out of a game, make no withdrawal wait', async () => {
  const member = await newPlayer(patient, { wallet: 2000, joker: 500 });
  await returnedMove(world, member, { direction: 'in', code: 'joker', baht: 100, mode: 'refuse' });
  await returnedMove(world, member, { direction: 'out', code: 'joker', baht: 500 });
  expect(await transfer(patient, member, { from: 'wallet', to: 'joker', amount: 10 })).toMatchObject({ status: 200 });
  expect(await withdraw(patient, member, 1000)).toMatchObject({ status: 200 });
  await expectWithdrawal(member, { state: 'paid', waits_for: null });
});

test('in the end the books are right', async () => {
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});
