import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { unexplained } from '../../../test/books.ts';
import {
  type Answer,
  BY_ITSELF,
  mainWalletOf,
  newPlayer,
  type Player,
  spawnProduct,
  startPayingWorld,
  startProduct,
  statementOf,
  transfer,
  waitingForLocks,
  walletOf,
  withdraw,
} from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';
import { inTransaction } from '../../platform/database.ts';

const { product, sandbox, database } = await startPayingWorld({ ROLE: 'api' });
const { db } = database;
const impatient = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', PROVIDER_TIMEOUT_MS: '2000' });

const PENDING = { status: 200, body: { id: expect.any(String), status: 'PENDING' } };
const NOT_ENOUGH = { status: 422, body: { message: 'MONEY_NOT_ENOUGH' } };
const FAILED = { status: 502, body: { message: 'TRANSFER_FAIL' } };

type Options = { node?: typeof product; key?: string };
async function withdrawAll(member: Player, amount: number, { node = product, key }: Options = {}) {
  const { status, body } = await withdraw(node, member, amount, { all: true, ...(key && { key }) });
  return { status, body };
}
const idOf = ({ body }: Pick<Answer, 'body'>) => (body as { id: string }).id;
const amountsOf = async (member: Player) => (await walletOf(product, member)).amounts;
const told = async (member: Player) =>
  (await statementOf(product, member))
    .filter(({ to }) => to === 'wallet' || to === 'KBANK')
    .map(({ statementType, status, amount }) => `${statementType} ${status} ${amount}`);
const paidTo = async ({ id }: Player) =>
  (await sandbox.payouts()).filter(({ reference }) => reference.startsWith(`${id}-`)).map(({ amount }) => amount);
const legsOf = async ({ id }: Player, direction: 'in' | 'out') => {
  const sql = 'select code, amount::text from transfer_legs where member_id = $1 and direction = $2 order by code';
  const { rows } = await db.query<{ code: string; amount: string }>(sql, [id, direction]);
  return Object.fromEntries(rows.map(({ code, amount }) => [code, Number(amount) / 100]));
};

/**
 * A process that takes the request is killed: once while a game is silent, once before the games were called. The database
 * ends the statement that it was asked for all the same, and the money is held.
 */
async function killWhileGathering() {
  const [silent, uncalled] = await Promise.all([
    newPlayer(product, { wallet: 50, circus: 100 }),
    newPlayer(product, { wallet: 50, circus: 100 }),
  ]);
  // It waits for the silent game until it is killed.
  const api = await spawnProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', PROVIDER_TIMEOUT_MS: '60000' });
  await sandbox.fault({ target: 'games/circus', call: 'move-out', mode: 'timeout-after', times: 1 });
  const answers = [withdraw(api, silent, 150, { all: true }).catch(() => 'cut off')];
  await vi.waitFor(async () => expect(await sandbox.faultsLeft('games/circus', 'move-out')).toBe(0), BY_ITSELF);
  await inTransaction(db, async (tx) => {
    await tx.query('lock table transfers in share mode');
    answers.push(withdraw(api, uncalled, 150, { all: true }).catch(() => 'cut off'));
    // The statement that begins the transfer has reached the database.
    await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(1), BY_ITSELF);
    await api.kill();
  });
  const ids = [[silent.id, uncalled.id]];
  const sql = `select max(extract(epoch from next_try_at - clock_timestamp()))::float8 as seconds from withdrawals
    where member_id = any ($1)`;
  const headStart = (await db.query<{ seconds: number }>(sql, ids)).rows[0]?.seconds;
  // As if it was over.
  for (const table of ['withdrawals', 'transfers'])
    await db.query(`update ${table} set next_try_at = clock_timestamp() where member_id = any ($1)`, ids);
  return { silent, uncalled, answers: await Promise.all(answers), headStart };
}

/** What a member sees of a withdrawal that is not over. */
async function look(member: Player) {
  return { told: await told(member), amounts: await amountsOf(member), wallet: await mainWalletOf(product, member) };
}

async function gatherFromTheFullest() {
  const member = await newPlayer(product, { wallet: 100.5, pg: 200, joker: 500.25, imi: 50 });
  const answer = await withdrawAll(member, 700);
  const due = 'select from withdrawals where member_id = $1 and next_try_at <= clock_timestamp()';
  return { member, answer, seen: await look(member), isDue: (await db.query(due, [member.id])).rowCount === 1 };
}

const UNKNOWN = [
  {
    mode: 'timeout-after',
    game: 'slotracha',
    end: ['transfer SUCCESS 150', 'withdraw SUCCESS 150'],
    left: { wallet: 0, slotracha: 0 },
    paid: [150],
  },
  {
    mode: 'timeout-before',
    game: 'huayhd',
    end: ['transfer FAILED 100', 'transfer SUCCESS 50', 'withdraw FAILED 150'],
    left: { wallet: 50, huayhd: 100 },
    paid: [],
  },
];
async function gatherFromSilent({ game, mode }: { game: string; mode: string }) {
  const member = await newPlayer(product, { [game]: 100, joker: 50 });
  await sandbox.fault({ target: `games/${game}`, call: 'move-out', mode, times: 1 });
  const key = randomUUID();
  const answer = await withdrawAll(member, 150, { node: impatient, key });
  return { member, key, answer, seen: await look(member) };
}

async function gatherAndSpend() {
  const member = await newPlayer(product, { slotxo: 100, wallet: 50, pg: 0 });
  await sandbox.fault({ target: 'games/slotxo', call: 'move-out', mode: 'timeout-after', times: 1 });
  const answer = await withdrawAll(member, 150, { node: impatient });
  const spending = await transfer(product, member, { from: 'wallet', to: 'pg', amount: 50 });
  return { member, answer, spending };
}

// Seen while no worker can take any of it further.
const killed = await killWhileGathering();
const [fullest, spent, ...silent] = await Promise.all([
  gatherFromTheFullest(),
  gatherAndSpend(),
  ...UNKNOWN.map(gatherFromSilent),
]);
await startProduct(database, {
  SANDBOX_URL: sandbox.url,
  ROLE: 'worker',
  PROVIDER_TIMEOUT_MS: '1500',
  PROVIDER_LATE_MS: '500',
});

test.concurrent('the missing money comes home from the fullest games, in exact amounts, and is paid out', async ({
  expect,
}) => {
  const { member, answer, seen, isDue } = fullest;
  expect(answer).toEqual(PENDING);
  expect(seen).toEqual({
    told: ['transfer SUCCESS 599.5', 'withdraw PROCESSING 700'],
    amounts: { wallet: 0, inTransit: 0, pg: 100.75, joker: 0, imi: 50 },
    wallet: expect.objectContaining({ withdrawing: 700 }),
  });
  expect(await legsOf(member, 'out')).toEqual({ joker: 500.25, pg: 99.25 });
  // Paid at once, not when a worker takes over from a process that died while gathering.
  expect(isDue).toBe(true);
  await expect.poll(() => paidTo(member), BY_ITSELF).toEqual([700]);
  await expect.poll(() => told(member), BY_ITSELF).toEqual(['transfer SUCCESS 599.5', 'withdraw SUCCESS 700']);
  expect(await sandbox.player('joker', member.gameUsername)).toEqual({ balance: 0, inPlay: 0 });
});

test.concurrent('money won since the last reading is counted, and money lost is not', async ({ expect }) => {
  const member = await newPlayer(product, { pg: 100, joker: 100 });
  await sandbox.round('pg', member.gameUsername, { stake: 10, win: 110 });
  await sandbox.round('joker', member.gameUsername, { stake: 90, win: 0 });
  expect(await withdrawAll(member, 210.01)).toEqual(NOT_ENOUGH);
  expect(await withdrawAll(member, 210)).toEqual(PENDING);
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, pg: 0, joker: 0 });
});

test.concurrent('where the main wallet has enough, games are neither read nor touched', async ({ expect }) => {
  const member = await newPlayer(product, { wallet: 300, betflix: 200 });
  await sandbox.fault({ target: 'games/betflix', call: 'balance', mode: 'garbage', times: 1 });
  expect(await withdrawAll(member, 300)).toEqual(PENDING);
  expect(await sandbox.faultsLeft('games/betflix', 'balance')).toBe(1);
  await sandbox.fault({ target: 'games/betflix', mode: 'ok' });
  expect(await legsOf(member, 'out')).toEqual({});
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, betflix: 200 });
});

test.concurrent('where there is not enough in all, nothing moves', async ({ expect }) => {
  const member = await newPlayer(product, { wallet: 100, pg: 50, joker: 50 });
  expect(await withdrawAll(member, 200.01)).toEqual(NOT_ENOUGH);
  expect(await amountsOf(member)).toEqual({ wallet: 100, inTransit: 0, pg: 50, joker: 50 });
  expect(await legsOf(member, 'out')).toEqual({});
  expect(await told(member)).toEqual([]);
});

test.concurrent('a game that cannot be read is left out where the others have enough; otherwise the member is asked to wait', async ({
  expect,
}) => {
  const member = await newPlayer(product, { usun: 500, joker: 150 });
  const unreadable = () => sandbox.fault({ target: 'games/usun', call: 'balance', mode: 'garbage', times: 1 });
  await unreadable();
  expect(await withdrawAll(member, 151)).toMatchObject({ status: 503, body: { message: 'SERVICE_UNAVAILABLE' } });
  expect(await legsOf(member, 'out')).toEqual({});
  expect(await told(member)).toEqual([]);
  await unreadable();
  expect(await withdrawAll(member, 150)).toEqual(PENDING);
  expect(await legsOf(member, 'out')).toEqual({ joker: 150 });
});

test.concurrent('an empty game that cannot be read hides nothing', async ({ expect }) => {
  const member = await newPlayer(product, { wallet: 50, yeekee: 0 });
  await sandbox.fault({ target: 'games/yeekee', call: 'balance', mode: 'garbage', times: 1 });
  expect(await withdrawAll(member, 100)).toEqual(NOT_ENOUGH);
});

test.concurrent('open bets are not touched', async ({ expect }) => {
  const member = await newPlayer(product, { pg: 300, joker: 50 });
  await sandbox.bet('pg', member.gameUsername, 200);
  expect(await withdrawAll(member, 150.01)).toEqual(NOT_ENOUGH);
  expect(await withdrawAll(member, 150)).toEqual(PENDING);
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, pg: 200, joker: 0 });
  expect(await sandbox.player('pg', member.gameUsername)).toEqual({ balance: 0, inPlay: 200 });
});

test.concurrent('a game that refuses ends the withdrawal: money that came home stays, and the same key gets the same answer', async ({
  expect,
}) => {
  const member = await newPlayer(product, { wallet: 1, ufabet: 300, joker: 500 });
  await sandbox.fault({ target: 'games/ufabet', call: 'move-out', mode: 'refuse', times: 1 });
  const key = randomUUID();
  expect(await withdrawAll(member, 801, { key })).toEqual(FAILED);
  expect(await amountsOf(member)).toEqual({ wallet: 501, inTransit: 0, ufabet: 300, joker: 0 });
  expect(await mainWalletOf(product, member)).toMatchObject({ withdrawing: 0 });
  expect(await told(member)).toEqual(['transfer FAILED 300', 'transfer SUCCESS 500', 'withdraw FAILED 801']);
  expect(await withdrawAll(member, 801, { key })).toEqual(FAILED);
  expect(await paidTo(member)).toEqual([]);
  expect(await withdrawAll(member, 801)).toEqual(PENDING);
});

test.concurrent.for(UNKNOWN.map((one, at) => ({ ...one, at })))(
  '$mode: a game that may or may not have paid leaves the withdrawal pending, and it goes on to its end by itself',
  async ({ end, left, paid, at }, { expect }) => {
    const { member, key, answer, seen } = silent[at] ?? expect.fail('no withdrawal');
    expect(answer).toEqual({ status: 200, body: { id: key, status: 'PENDING' } });
    expect(seen.wallet).toEqual({ amount: 50, inTransit: 100, withdrawing: 0 });
    expect(seen.told).toEqual(['transfer PROCESSING 150', 'withdraw PROCESSING 150']);
    await expect.poll(() => told(member), BY_ITSELF).toEqual(end);
    expect(await amountsOf(member)).toEqual({ ...left, inTransit: 0, joker: 0 });
    expect(await paidTo(member)).toEqual(paid);
    expect(await withdrawAll(member, 150, { node: impatient, key })).toEqual(answer);
  },
);

test.concurrent('money that came home and was spent meanwhile is not paid out', async ({ expect }) => {
  const { member, answer, spending } = spent;
  expect(answer).toEqual(PENDING);
  expect(spending).toMatchObject({ status: 200 });
  const status = async () => (await statementOf(product, member)).find(({ id }) => id === idOf(answer))?.status;
  await expect.poll(status, BY_ITSELF).toBe('FAILED');
  expect(await amountsOf(member)).toEqual({ wallet: 100, inTransit: 0, slotxo: 0, pg: 50 });
  expect(await paidTo(member)).toEqual([]);
});

test.concurrent('the same key fifty times at once is one withdrawal, one gathering and fifty equal answers', async ({
  expect,
}) => {
  const member = await newPlayer(product, { wallet: 10, pg: 100, joker: 90 });
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 50 }, () => withdrawAll(member, 200, { key })));
  for (const answer of answers) expect(answer).toEqual({ status: 200, body: { id: key, status: 'PENDING' } });
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, pg: 0, joker: 0 });
  await expect.poll(() => told(member), BY_ITSELF).toEqual(['transfer SUCCESS 190', 'withdraw SUCCESS 200']);
  expect(await paidTo(member)).toEqual([200]);
  expect(await withdrawAll(member, 199, { key })).toMatchObject({ status: 409 });
});

test.concurrent('ten withdrawals at once of the same money: one is paid, and the others are refused because there is not enough', async ({
  expect,
}) => {
  const member = await newPlayer(product, { wallet: 10, pg: 100, joker: 90 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => withdrawAll(member, 200)));
  expect(answers.filter(({ status }) => status === 200)).toEqual([PENDING]);
  for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toEqual(NOT_ENOUGH);
  await expect.poll(() => paidTo(member), BY_ITSELF).toEqual([200]);
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, pg: 0, joker: 0 });
});

test.concurrent('killed while a game is silent: the money still comes home and is paid out', async ({ expect }) => {
  const { silent, answers, headStart } = killed;
  expect(answers).toEqual(['cut off', 'cut off']);
  // For so long workers would have left it to the killed process: twice as long as that waits for a game.
  expect(headStart).toBeGreaterThan(60);
  expect(headStart).toBeLessThanOrEqual(2 * 60);
  await expect.poll(() => told(silent), BY_ITSELF).toEqual(['transfer SUCCESS 100', 'withdraw SUCCESS 150']);
  expect(await amountsOf(silent)).toEqual({ wallet: 0, inTransit: 0, circus: 0 });
  expect(await paidTo(silent)).toEqual([150]);
});

test.concurrent('killed before the games were called: nothing moves, and the statement shows both steps as failed', async ({
  expect,
}) => {
  const { uncalled } = killed;
  await expect.poll(() => told(uncalled), BY_ITSELF).toEqual(['transfer FAILED 100', 'withdraw FAILED 150']);
  expect(await amountsOf(uncalled)).toEqual({ wallet: 50, inTransit: 0, circus: 100 });
  expect(await paidTo(uncalled)).toEqual([]);
});

test('in the end nothing is on its way, and our books and the channel’s agree', async () => {
  const open = async () => (await db.query('select from withdrawals where next_try_at is not null')).rowCount;
  await expect.poll(open, BY_ITSELF).toBe(0);
  const { rows } = await db.query<{ paid: string }>(
    `select sum(amount)::text as paid from withdrawals where state = 'paid'`,
  );
  expect((await sandbox.books()).payouts.BAHT).toEqual({ paid: Number(rows[0]?.paid) / 100, pending: 0 });
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});
