import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { unexplained } from '../../../test/books.ts';
import {
  BY_ITSELF,
  goToGame,
  letReadingsSettle,
  mainWalletOf,
  newPlayer,
  type Player,
  payIn,
  startPatientNode,
  startProduct,
  startProductOnSandbox,
  statementOf,
  transfer,
  walletOf,
  withdraw,
} from '../../../test/harness.ts';
import { letNobodysMoneyBeFetched, moveAtGame, returnedMove } from '../../../test/late-moves.ts';
import { problems } from '../../ledger/ledger.ts';
import { many, one } from '../../platform/database.ts';
import { callFetch } from './transfer-steps.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api' });
const { db } = database;
const patient = await startPatientNode(database, sandbox);
await startProduct(database, { ROLE: 'worker', SANDBOX_URL: sandbox.url });
const world = { product, sandbox, database };
const operator = operatorOf(db);

type AtGame = Player & { gameUsername: string };

/** The worker asks about the member's returned moves now, instead of a minute later. */
const askAgain = ({ id }: Player) =>
  db.query(
    'update transfer_legs set look_again_at = clock_timestamp() where member_id = $1 and look_again_at is not null',
    [id],
  );

/** A member whose 2,000 baht are at Joker when a move of them to `code`, which was given back, arrives there after all. */
async function twiceAtGames(code: string) {
  const member = await newPlayer(patient, { wallet: 2000, [code]: 0, joker: 0 });
  const { id, arrive } = await returnedMove(world, member, { direction: 'in', code, baht: 2000 });
  expect(await transfer(patient, member, { from: 'wallet', to: 'joker', amount: 2000 })).toMatchObject({ status: 200 });
  await arrive();
  return { ...member, moveId: id };
}

const refresh = ({ token }: Player) => product.call('GET /api/wallet/refresh/slot', { token });
const atGame = (code: string, { gameUsername }: AtGame) => sandbox.player(code, gameUsername);
const walletSoon = (member: Player) =>
  expect.poll(async () => {
    await refresh(member);
    await letReadingsSettle(db, member.id);
    return mainWalletOf(product, member);
  }, BY_ITSELF);

const amountsOf = async (member: Player) => {
  await letReadingsSettle(db, member.id);
  return (await walletOf(product, member)).amounts;
};

test('a move that arrives after its money was given back and spent is fetched back, and nobody owes anything', async () => {
  const member = await twiceAtGames('pg');
  await walletSoon(member).toMatchObject({ amount: 0 });
  await expect.poll(() => atGame('pg', member), BY_ITSELF).toEqual({ balance: 0, inPlay: 0 });
  await expect
    .poll(() => operator('transfers late'), BY_ITSELF)
    .toContain(`${member.moveId}  ${member.id}  pg in  2,000.00  the main wallet was short: it was fetched back`);
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 0, inTransit: 0, pg: 0, joker: 2000 });
  expect(await mainWalletOf(product, member)).not.toHaveProperty('owed');
  expect((await statementOf(product, member)).map(({ to, status }) => [to, status])).toEqual([
    ['joker', 'SUCCESS'],
    ['pg', 'FAILED'],
  ]);
});

test('what is staked of a late move cannot be fetched: it is the member’s, is owed, and the next money in the main wallet pays it', async () => {
  const member = await twiceAtGames('imi');
  const { settle } = await sandbox.bet('imi', member.gameUsername, 500);
  await walletSoon(member).toMatchObject({ amount: 0, owed: 500 });
  expect((await walletOf(product, member)).amounts).toMatchObject({ imi: 500, joker: 2000 });
  expect(await atGame('imi', member)).toEqual({ balance: 0, inPlay: 500 });
  await settle(800);
  await letReadingsSettle(db, member.id);
  expect((await walletOf(product, member)).amounts).toMatchObject({ imi: 800 });
  expect(await transfer(patient, member, { from: 'imi', to: 'wallet', amount: 300 })).toMatchObject({ status: 200 });
  await walletSoon(member).toMatchObject({ amount: 0, owed: 200 });
  expect(await transfer(patient, member, { from: 'joker', to: 'wallet', amount: 2000 })).toMatchObject({ status: 200 });
  await walletSoon(member).toMatchObject({ amount: 1800 });
  expect(await mainWalletOf(product, member)).not.toHaveProperty('owed');
  const paid = (await statementOf(product, member)).filter(({ to }) => to === 'service');
  expect(paid.map(({ statementType, amount, balanceAfter }) => [statementType, amount, balanceAfter])).toEqual([
    ['withdraw', 200, 1800],
    ['withdraw', 300, 0],
  ]);
});

test('attack: who plays a late move away before it is noticed has lost their own money, and pays nothing out until it is paid', async () => {
  const member = await twiceAtGames('pg');
  await sandbox.round('pg', member.gameUsername, { stake: 2000, win: 0 });
  await askAgain(member);
  await walletSoon(member).toMatchObject({ amount: 0, owed: 2000 });
  await payIn(db, member, 700);
  await walletSoon(member).toMatchObject({ amount: 0, owed: 1300 });
  expect((await withdraw(product, member, 100)).status).toBe(422);
  expect(await operator('transfers late')).toContain(
    '0.00 was fetched back, 2,000.00 became a debt, 1,300.00 of it is open',
  );
});

test('a game that refuses to give a late move back leaves it to the member, who owes as much', async () => {
  await sandbox.fault({ target: 'games/ufabet', call: 'move-out', mode: 'refuse', times: 1 });
  const member = await twiceAtGames('ufabet');
  await walletSoon(member).toMatchObject({ amount: 0, owed: 2000 });
  expect((await walletOf(product, member)).amounts).toMatchObject({ ufabet: 2000, joker: 2000 });
  expect(await transfer(patient, member, { from: 'ufabet', to: 'wallet', amount: 2000 })).toMatchObject({
    status: 200,
  });
  await walletSoon(member).toEqual({ amount: 0, inTransit: 0, withdrawing: 0 });
});

/** What the product fetches or has fetched from the member's games, the oldest first. */
function fetchesOf({ id }: Player) {
  return many<{ id: string; state: string; amount: bigint | null }>(
    db,
    `select transfers.id, state, leg.amount from transfer_legs leg
      join transfers on transfers.member_id = leg.member_id and transfers.id = transfer_id
      where leg.member_id = $1 and fetches is not null order by created_at`,
    [id],
  );
}

test('until a late move is fetched back only its game waits: nothing moves there, and the member is not let in', async () => {
  const member = await twiceAtGames('circus');
  const { token, gameUsername } = member;
  const { password } = (await product.call('GET /api/wallet/account/circus', { token })).body as { password: string };
  await sandbox.fault({ target: 'games/circus', call: 'balance', mode: 'garbage' });
  // The worker asks about the returned move, also while nobody looks.
  await askAgain(member);
  await expect.poll(() => fetchesOf(member), BY_ITSELF).toMatchObject([{ state: 'planned' }]);
  expect((await product.call('GET /api/wallet/account/circus', { token })).status).toBe(503);
  expect((await product.call(`GET /api/autoLogin/circus/${gameUsername}/${password}`, { token })).status).toBe(503);
  expect(await transfer(patient, member, { from: 'circus', to: 'wallet', amount: 10 })).toMatchObject({ status: 503 });
  expect(await transfer(patient, member, { from: 'joker', to: 'wallet', amount: 10 })).toMatchObject({ status: 200 });
  expect(await transfer(patient, member, { from: 'wallet', to: 'circus', amount: 10 })).toMatchObject({ status: 503 });
  const [fetching] = await fetchesOf(member);
  expect((await product.call(`GET /api/wallet/transfer/${fetching?.id}`, { token })).status).toBe(404);
  await sandbox.fault({ target: 'games/circus', mode: 'ok' });
  await expect.poll(() => fetchesOf(member), BY_ITSELF).toMatchObject([{ state: 'done', amount: 2000_00n }]);
  expect(await mainWalletOf(product, member)).toEqual({ amount: 10, inTransit: 0, withdrawing: 0 });
  await goToGame(product, member, 'circus');
});

test('a fetch whose answer is lost is asked about, and made once', async () => {
  await sandbox.fault({ target: 'games/usun', call: 'move-out', mode: 'timeout-after', times: 1 });
  const member = await twiceAtGames('usun');
  await walletSoon(member).toMatchObject({ amount: 0 });
  await expect.poll(() => fetchesOf(member), BY_ITSELF).toMatchObject([{ state: 'done', amount: 2000_00n }]);
  expect(await atGame('usun', member)).toEqual({ balance: 0, inPlay: 0 });
  expect(await mainWalletOf(product, member)).not.toHaveProperty('owed');
});

test('a fetch that its game did not know of, and that is made after all, pays what was owed instead of it', async () => {
  await sandbox.fault({ target: 'games/slotracha', call: 'move-out', mode: 'timeout-before', times: 1 });
  const member = await twiceAtGames('slotracha');
  await walletSoon(member).toMatchObject({ amount: 0, owed: 2000 });
  const [given] = await fetchesOf(member);
  const reference = `${member.id}-${given?.id.replaceAll('-', '')}-0`;
  await moveAtGame(world, member, { direction: 'out', code: 'slotracha', baht: 2000 }, reference);
  await walletSoon(member).toEqual({ amount: 0, inTransit: 0, withdrawing: 0 });
  expect((await walletOf(product, member)).amounts).toMatchObject({ slotracha: 0, joker: 2000 });
});

test('two processes that go on with a fetch call the game once', async () => {
  const member = await twiceAtGames('joker2');
  await sandbox.fault({ target: 'games/joker2', call: 'balance', mode: 'garbage' });
  await askAgain(member);
  await expect.poll(() => fetchesOf(member), BY_ITSELF).toMatchObject([{ state: 'planned' }]);
  const [fetching] = await fetchesOf(member);
  const key = { member_id: member.id, transfer_id: fetching?.id ?? '' };
  const steps = await Promise.all([1, 2, 3].map(() => callFetch(db, key, 1500_00n)));
  expect(steps.map(({ started }) => started.length).sort()).toEqual([0, 0, 1]);
  // The process that had to call the game died: the game does not know the fetch, and what it was to bring is owed.
  await sandbox.fault({ target: 'games/joker2', mode: 'ok' });
  await walletSoon(member).toMatchObject({ amount: 0, owed: 2000 });
});

/** A member at whose empty account at `code` as much appears as nobody has moved there. */
async function luckyAt(code: string, baht: number, wallet = 0) {
  const member = await newPlayer(patient, { wallet, [code]: 0 });
  await walletOf(product, member);
  await moveAtGame(world, member, { direction: 'in', code, baht });
  await goToGame(product, member, code);
  await refresh(member);
  return member;
}
const keptBy = async (account: string) =>
  (
    await one<{ sum: bigint }>(
      db,
      `select coalesce(sum(amount), 0)::bigint as sum from ledger_entries where account = $1 and key like 'fetched/%'`,
      [account],
    )
  ).sum;
const unowned = async ({ id }: Player) =>
  (await many<{ unowned_amount: bigint }>(db, 'select unowned_amount from game_accounts where member_id = $1', [id]))[0]
    ?.unowned_amount;
/** In satang, one by one. */
const resultsOf = async ({ id }: Player) =>
  (
    await many<{ amount: bigint }>(
      db,
      `select -amount as amount from ledger_entries
        where owner = $1 and reason = 'game_result' and member_id is null order by posting_id`,
      [id],
    )
  ).map(({ amount }) => Number(amount));

test.each([
  { decision: 'give', main: 1050, house: 0n },
  { decision: 'keep', main: 50, house: 1000_00n },
])('money from nothing is fetched back, and two operators $decision it', async ({ decision, main, house }) => {
  const member = await luckyAt('pg', 1000, 50);
  expect((await operator('games late')).trim()).toBe(`${member.id}  pg  1,000.00 BAHT`);
  expect(await transfer(patient, member, { from: 'wallet', to: 'pg', amount: 10 })).toMatchObject({ status: 503 });
  const before = await keptBy('house:games:pg');
  const id = await letNobodysMoneyBeFetched(world, member, 'pg');
  expect(await atGame('pg', member)).toEqual({ balance: 0, inPlay: 0 });
  expect(await operator('games late')).toBe('None.');
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 50, inTransit: 0, pg: 0 });
  await operator(`fetched ${decision}`, id);
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: main, inTransit: 0, pg: 0 });
  expect((await keptBy('house:games:pg')) - before).toBe(house);
  expect(await transfer(patient, member, { from: 'wallet', to: 'pg', amount: 10 })).toMatchObject({ status: 200 });
});

test.each([
  { what: 'win', stake: 2000, win: 4000, fetched: 4000_00n },
  { what: 'lose half of it', stake: 1000, win: 0, fetched: 1000_00n },
])('attack: members who stake money of nobody and $what neither win nor lose', async ({ stake, win, fetched }) => {
  const member = await luckyAt('imi', 2000);
  await sandbox.round('imi', member.gameUsername, { stake, win });
  const id = await letNobodysMoneyBeFetched(world, member, 'imi');
  expect(await fetchesOf(member)).toMatchObject([{ id, state: 'done', amount: fetched }]);
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 0, inTransit: 0, imi: 0 });
  expect(await resultsOf(member)).toEqual([]);
  await operator('fetched keep', id);
});

test.each([
  { what: 'won', stake: 0.01, win: 0.04, results: [1] },
  { what: 'lost', stake: 0.03, win: 0, results: [-2] },
])(
  'while the game keeps nobody’s money, what is $what beside it is shared, rounded against the member',
  async ({ stake, win, results }) => {
    await sandbox.fault({ target: 'games/askmebet', call: 'move-out', mode: 'refuse' });
    const member = await newPlayer(patient, { wallet: 100, askmebet: 0, joker: 0 });
    const { arrive } = await returnedMove(world, member, { direction: 'in', code: 'askmebet', baht: 100 });
    await moveAtGame(world, member, { direction: 'in', code: 'askmebet', baht: 100 });
    await goToGame(product, member, 'askmebet');
    await expect.poll(() => refresh(member).then(() => unowned(member)), BY_ITSELF).toBe(100_00n);
    await arrive();
    await expect.poll(() => amountsOf(member), BY_ITSELF).toEqual({ wallet: 0, inTransit: 0, askmebet: 100, joker: 0 });
    await sandbox.round('askmebet', member.gameUsername, { stake, win });
    await expect.poll(() => amountsOf(member).then(() => resultsOf(member)), BY_ITSELF).toEqual(results);
    await sandbox.fault({ target: 'games/askmebet', mode: 'ok' });
    const id = await letNobodysMoneyBeFetched(world, member, 'askmebet');
    await operator('fetched keep', id);
    const left = 100 + (results[0] ?? 0) / 100;
    expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, askmebet: left, joker: 0 });
    expect(await atGame('askmebet', member)).toEqual({ balance: left, inPlay: 0 });
  },
);

test('a fetch leaves open stakes alone, and fetches what they win later', async () => {
  const member = await luckyAt('joker', 1000);
  const { settle } = await sandbox.bet('joker', member.gameUsername, 400);
  const first = await letNobodysMoneyBeFetched(world, member, 'joker');
  expect(await atGame('joker', member)).toEqual({ balance: 0, inPlay: 400 });
  await operator('fetched give', first);
  await settle(900);
  const second = await letNobodysMoneyBeFetched(world, member, 'joker');
  expect(await fetchesOf(member)).toMatchObject([
    { id: first, amount: 600_00n },
    { id: second, amount: 900_00n },
  ]);
  await operator('fetched keep', second);
  expect(await amountsOf(member)).toEqual({ wallet: 600, inTransit: 0, joker: 0 });
});

test('money that a game shows and does not have is asked for later each time, and forgotten once the game shows it no more', async () => {
  const member = await newPlayer(patient, { circus: 0, wallet: 100 });
  await walletOf(product, member);
  await sandbox.lie({ target: 'games/circus', lie: 'gift' });
  await goToGame(product, member, 'circus');
  await expect
    .poll(() => amountsOf(member).then(() => fetchesOf(member)), BY_ITSELF)
    .toMatchObject([{ state: 'refused' }]);
  await expect.poll(() => unowned(member), BY_ITSELF).toBe(1000_00n);
  await refresh(member);
  expect(await fetchesOf(member)).toHaveLength(1);
  await sandbox.honest({ target: 'games/circus', lie: 'gift' });
  await expect.poll(() => amountsOf(member).then(() => unowned(member)), BY_ITSELF).toBe(0n);
  expect(await transfer(patient, member, { from: 'wallet', to: 'circus', amount: 100 })).toMatchObject({ status: 200 });
  expect(await resultsOf(member)).toEqual([]);
});

test('a fetch of nobody’s money that is made after it was given up is fetched money, once', async () => {
  await sandbox.fault({ target: 'games/pgslot', call: 'move-out', mode: 'timeout-before', times: 1 });
  const member = await luckyAt('pgslot', 300);
  await expect
    .poll(() => amountsOf(member).then(() => fetchesOf(member)), BY_ITSELF)
    .toMatchObject([{ state: 'refused', amount: 300_00n }]);
  const [given] = await fetchesOf(member);
  const reference = `${member.id}-${given?.id.replaceAll('-', '')}-0`;
  await moveAtGame(world, member, { direction: 'out', code: 'pgslot', baht: 300 }, reference);
  const id = await letNobodysMoneyBeFetched(world, member, 'pgslot');
  expect(id).toBe(given?.id);
  expect(await fetchesOf(member)).toHaveLength(1);
  expect(await unowned(member)).toBe(0n);
  await operator('fetched give', id);
  expect(await amountsOf(member)).toEqual({ wallet: 300, inTransit: 0, pgslot: 0 });
});

test('after all that was fetched back the books are in order', async () => {
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});
