import { expect, test } from 'vitest';
import {
  BY_ITSELF,
  mainWalletOf,
  newPlayer,
  type Player,
  startPatientNode,
  startProductOnSandbox,
  statementOf,
  transfer,
} from '../../../test/harness.ts';

const TIMEOUT_MS = 1_500;
const LATE_MS = 600_000;
/** A worker asks every ten seconds at the latest, and has five for what holds it up. */
const ASKED_WITHIN_MS = 15_000;

const { product, sandbox, database } = await startProductOnSandbox({
  PROVIDER_TIMEOUT_MS: String(TIMEOUT_MS),
  PROVIDER_LATE_MS: String(LATE_MS),
});
const patient = await startPatientNode(database, sandbox);
const { db } = database;

type Call = 'transfer' | 'transferAll';

/** The call's move never reaches the provider. */
async function lose(member: Player, code: string, call: Call, body: Record<string, unknown>): Promise<string> {
  const way = body.from === 'wallet' ? 'move-in' : 'move-out';
  await sandbox.fault({ target: `games/${code}`, call: way, mode: 'timeout-before', times: 1 });
  const answer = await product.call(`POST /api/wallet/${call}`, { token: member.token, body });
  expect(answer.body).toEqual({ id: expect.any(String), status: 'PENDING' });
  return (answer.body as { id: string }).id;
}

const stateOf = async ({ token }: Player, id: string) =>
  (await product.call(`GET /api/wallet/transfer/${id}`, { token })).body as { status: string; backBy?: string | null };
const entryOf = async (member: Player, id: string) =>
  (await statementOf(product, member)).find((entry) => entry.id === id);

/** What the member reads in the three places: at the transfer, on the statement and beside all money on its way. */
async function told(member: Player, id: string): Promise<unknown[]> {
  const [state, entry, wallet] = await Promise.all([
    stateOf(member, id),
    entryOf(member, id),
    mainWalletOf(product, member),
  ]);
  return [state.backBy, entry?.backBy, wallet.backBy];
}

const everywhere = (time: unknown) => [time, time, time];

/** The end of the time in which the last call may still arrive and is asked about. */
async function promisedFor(id: string): Promise<string> {
  const sql = 'select max(called_at) as called from transfer_legs where transfer_id = $1';
  const { rows } = await db.query<{ called: Date }>(sql, [id]);
  return new Date(Number(rows[0]?.called) + TIMEOUT_MS + LATE_MS + ASKED_WITHIN_MS).toISOString();
}

/** As if the call had been made so long ago, and the next question were due now, or in an hour. */
async function age(id: string, seconds: number, nextQuestion: 'now' | 'in an hour' = 'now'): Promise<void> {
  await db.query(`update transfer_legs set called_at = called_at - $2 * interval '1 second' where transfer_id = $1`, [
    id,
    seconds,
  ]);
  await db.query(`update transfers set next_try_at = clock_timestamp() + $2 * interval '1 hour' where id = $1`, [
    id,
    nextQuestion === 'now' ? 0 : 1,
  ]);
}

/** How many moves of the transfer the games have said not to know. */
async function absentMoves(id: string): Promise<number | null> {
  return (await db.query('select from transfer_legs where transfer_id = $1 and absent_at is not null', [id])).rowCount;
}

test.each([
  { way: 'to a game', code: 'pg', from: 'wallet', to: 'pg' },
  { way: 'from a game', code: 'joker', from: 'joker', to: 'wallet' },
  { way: 'from a game to a game', code: 'imi', from: 'imi', to: 'usun' },
])('money $way that the provider does not know of is promised back, and is back then', async ({ code, from, to }) => {
  const member = await newPlayer(patient, { wallet: 100, pg: 0, joker: 50, imi: 50, usun: 0 });
  const id = await lose(member, code, 'transfer', { from, to, amount: 33.33 });
  await expect.poll(() => told(member, id), BY_ITSELF).toEqual(everywhere(await promisedFor(id)));

  await age(id, (TIMEOUT_MS + LATE_MS) / 1000);
  await expect.poll(async () => (await stateOf(member, id)).status, BY_ITSELF).toBe('FAILED');
  expect(await told(member, id)).toEqual(everywhere(undefined));
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 100, inTransit: 0 });
});

test('a provider that falls silent takes the promise back, and its next answer gives it again', async () => {
  const member = await newPlayer(patient, { wallet: 100, slotracha: 0 });
  await sandbox.fault({ target: 'games/slotracha', call: 'status', mode: 'garbage' });
  const id = await lose(member, 'slotracha', 'transfer', { from: 'wallet', to: 'slotracha', amount: 60 });
  await expect.poll(() => told(member, id), BY_ITSELF).toEqual(everywhere(null));

  for (const { mode, backBy } of [
    { mode: 'ok', backBy: await promisedFor(id) },
    { mode: 'garbage', backBy: null },
    { mode: 'ok', backBy: await promisedFor(id) },
  ]) {
    await sandbox.fault({ target: 'games/slotracha', call: 'status', mode });
    await age(id, 0);
    await expect.poll(() => told(member, id), BY_ITSELF).toEqual(everywhere(backBy));
  }

  // No worker gets round to the question: a time that is over is no promise.
  await age(id, (TIMEOUT_MS + LATE_MS + ASKED_WITHIN_MS) / 1000, 'in an hour');
  expect(await told(member, id)).toEqual(everywhere(null));
  expect((await stateOf(member, id)).status).toBe('PENDING');
});

test('of two transfers on their way the later time holds for all, and one unknown move leaves no time for all', async () => {
  const member = await newPlayer(patient, { wallet: 100, ufabet: 0, betflix: 0 });
  const first = await lose(member, 'ufabet', 'transfer', { from: 'wallet', to: 'ufabet', amount: 10 });
  await age(first, 60);
  const second = await lose(member, 'betflix', 'transfer', { from: 'wallet', to: 'betflix', amount: 20 });
  const [earlier, later] = [await promisedFor(first), await promisedFor(second)];
  await expect.poll(() => told(member, first), BY_ITSELF).toEqual([earlier, earlier, later]);
  expect(await told(member, second)).toEqual(everywhere(later));

  await sandbox.fault({ target: 'games/betflix', call: 'status', mode: 'garbage' });
  await age(second, 0);
  await expect.poll(() => told(member, first), BY_ITSELF).toEqual([earlier, earlier, null]);
});

test('money that goes on to a game after the unknown move is promised nothing, and money that just comes home is', async () => {
  const [onward, home] = await Promise.all([
    newPlayer(patient, { wallet: 100, circus: 20, pg: 0 }),
    newPlayer(patient, { wallet: 100, circus: 20, pg: 0 }),
  ]);
  const going = await lose(onward, 'circus', 'transferAll', { to: 'pg' });
  // Until the game has said that it does not know the move, nothing is promised of any money.
  await expect.poll(() => absentMoves(going), BY_ITSELF).toBe(1);
  expect(await told(onward, going)).toEqual(everywhere(null));
  const coming = await lose(home, 'circus', 'transferAll', { to: 'wallet' });
  await expect.poll(() => told(home, coming), BY_ITSELF).toEqual(everywhere(await promisedFor(coming)));
});

test('a transfer that has ended tells no time', async () => {
  const member = await newPlayer(patient, { wallet: 100, pg: 0 });
  const { body } = await transfer(patient, member, { from: 'wallet', to: 'pg', amount: 5 });
  expect(await told(member, (body as { id: string }).id)).toEqual(everywhere(undefined));
});
