import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  BY_ITSELF,
  contents,
  newPlayer as newAsker,
  openGame,
  PATIENT,
  type Player,
  startPayingWorld,
  startProduct,
  transfer,
  walletOf,
  withdraw,
} from '../../../test/harness.ts';
import { play, receivePromotion, refusal } from '../../../test/rewards.ts';
import { problems } from '../../ledger/ledger.ts';
import { type Ration, takeReadings } from './rations.queries.ts';

/** As a service has it that was told nothing. */
const USUAL = { GAME_QUESTIONS_A_MINUTE: '60' };
const { product, sandbox, database } = await startPayingWorld(USUAL);
const { db } = database;
const node = (most: string) =>
  startProduct(database, { ...PATIENT, SANDBOX_URL: sandbox.url, ROLE: 'api', GAME_QUESTIONS_A_MINUTE: most });
const [strict, other] = [await node('3'), await node('3')];

const TOO_OFTEN = refusal(429, 'REQUEST_LIMIT_1MIN');
const asked = (code: string) => sandbox.calls(`games/${code}`, 'balance');
/** A transfer that the game is asked for and that is refused. */
const tooMuch = (member: Player, code: string, at = product) =>
  transfer(at, member, { from: code, to: 'wallet', amount: 1_000_000 });

/** A member whose calls have asked nothing yet: opening an account asks its game, and the first money there does too. */
async function newPlayer(...of: Parameters<typeof newAsker>) {
  const member = await newAsker(...of);
  await db.query('delete from game_questions where member_id = $1', [member.id]);
  return member;
}

/** As if the member's calls had asked the game so often, so many seconds ago. */
const haveAsked = ({ id }: Player, code: string, times: number, secondsAgo = 1) =>
  db.query(
    `insert into game_questions (member_id, code, asked_at)
      values ($1, $2, array_fill(clock_timestamp() - $4 * interval '1 second', array[$3::integer]))
      on conflict (member_id, code) do update set asked_at = excluded.asked_at`,
    [id, code, times, secondsAgo],
  );

test('a member whose refused transfers ask a game without a pause takes 60 readings, and the refresh of another is asked', async () => {
  const [attacker, victim] = [await newPlayer(product, { pg: 10 }), await newPlayer(product, { pg: 5 })];
  const before = await asked('pg');
  let isOver = false;
  const statuses = new Map<number, number>();
  const attack = async () => {
    while (!isOver) {
      const { status } = await tooMuch(attacker, 'pg');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const attacks = [attack(), attack()];
  await expect.poll(() => statuses.get(429) ?? 0, BY_ITSELF).toBeGreaterThan(100);
  expect(await asked('pg')).toBeLessThanOrEqual(before + 60);

  // While the attack goes on.
  await sandbox.round('pg', victim.gameUsername, { stake: 1, win: 3 });
  await expect.poll(async () => (await walletOf(product, victim)).amounts.pg, BY_ITSELF).toBe(7);
  isOver = true;
  await Promise.all(attacks);
  expect([...statuses.keys()].sort()).toEqual([422, 429]);
});

test('two nodes count together: calls of every kind at both are refused after the third, and each game for itself', async () => {
  const member = await newPlayer(product, { wallet: 10, joker: 20, imi: 20 });
  const before = await asked('joker');
  expect(await tooMuch(member, 'joker', strict)).toMatchObject({ status: 422 });
  expect(await tooMuch(member, 'joker', other)).toMatchObject({ status: 422 });
  expect(await strict.call('GET /api/wallet/refresh/slot', { token: member.token })).toMatchObject({ status: 200 });
  for (const at of [strict, other]) {
    const refused = await tooMuch(member, 'joker', at);
    expect(refused).toMatchObject(TOO_OFTEN);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(await withdraw(at, member, 100, { all: true })).toMatchObject(TOO_OFTEN);
  }
  expect(await asked('joker')).toBe(before + 3);
  expect(await transfer(other, member, { from: 'imi', to: 'wallet', amount: 5 })).toMatchObject({ status: 200 });
});

test('a question counts for a minute, and the refusal says when there is room again', async () => {
  const member = await newPlayer(product, { usun: 20 });
  await haveAsked(member, 'usun', 3, 48);
  const refused = await tooMuch(member, 'usun', strict);
  expect(refused).toMatchObject(TOO_OFTEN);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(12);
  await haveAsked(member, 'usun', 3, 61);
  expect(await tooMuch(member, 'usun', strict)).toMatchObject({ status: 422 });
});

test('a refused call uses up no key: sent again when there is room, it moves the money once', async () => {
  const member = await newPlayer(product, { slotxo: 20 });
  await haveAsked(member, 'slotxo', 3);
  const key = randomUUID();
  const move = () => transfer(strict, member, { from: 'slotxo', to: 'wallet', amount: 5 }, key);
  expect(await move()).toMatchObject(TOO_OFTEN);
  await haveAsked(member, 'slotxo', 3, 61);
  expect(await move()).toMatchObject({ status: 200, body: { id: key, status: 'SUCCESS' } });
  expect(await move()).toMatchObject({ status: 200, body: { id: key, status: 'SUCCESS' } });
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 5, inTransit: 0, slotxo: 15 });
});

test('calls of a member at the same moment share a reading that began after they came', async () => {
  const member = await newPlayer(product, { betflix: 20 });
  await sandbox.fault({ target: 'games/betflix', call: 'balance', mode: 'slow', times: 1 });
  const before = await asked('betflix');
  const first = tooMuch(member, 'betflix', strict);
  await expect.poll(() => sandbox.faultsLeft('games/betflix', 'balance'), BY_ITSELF).toBe(0);
  await sandbox.round('betflix', member.gameUsername, { stake: 1, win: 11 });
  const out = { from: 'betflix', to: 'wallet', amount: 30 };
  const many = Promise.all(Array.from({ length: 30 }, () => tooMuch(member, 'betflix', strict)));
  // Thirty are there by the reading that begins now, twenty by the one that had begun.
  expect(await transfer(strict, member, out)).toMatchObject({ status: 200 });
  expect(new Set([await first, ...(await many)].map(({ status }) => status))).toEqual(new Set([422]));
  expect((await asked('betflix')) - before).toBeLessThanOrEqual(3);
});

/** Every call that asks games: of a member with money at askmebet and circus, a condition, and no account at huayhd. */
const CALLS: Record<string, { of?: string; body?: object }> = {
  'GET /api/wallet/refresh/slot': {},
  'POST /api/wallet/transfer': { body: { from: 'askmebet', to: 'wallet', amount: 1 } },
  'POST /api/wallet/transferAll': { body: { to: 'wallet' } },
  'POST /api/wallet/withdraw': { body: { amount: 100 } },
  'POST /api/wallet/withdrawAll': { body: { amount: 250 } },
  'GET /api/bonus/activate/DAILY20': {},
  'GET /api/promotion/activate/WELCOME50': {},
  'GET /api/refund/receive': {},
  'GET /api/refund/addWallet': {},
  'GET /api/invite/bonus': {},
  'GET /api/bonus/clear': {},
  'GET /api/wallet/account/askmebet': {},
  'GET /api/wallet/resetpassword/askmebet': {},
  'GET /api/wallet/activate/huayhd': { of: 'huayhd' },
  'GET /api/autoLogin/askmebet/USERNAME/PASSWORD': {},
};

test.each(Object.entries(CALLS))('%s is refused whole before anything was begun', async (call, { of, body }) => {
  const member = await newPlayer(product, { wallet: 200, askmebet: 50, circus: 50 });
  const { body: credentials } = await product.call('GET /api/wallet/account/askmebet', { token: member.token });
  const { username, password } = credentials as { username: string; password: string };
  expect(await receivePromotion(product, member)).toMatchObject({ status: 200 });
  await haveAsked(member, of ?? 'askmebet', 60);
  const path = call.replace('USERNAME', username).replace('PASSWORD', password);
  // Workers write these meanwhile.
  const except = ['provider_rate_limits', 'deposit_banks', 'deposit_wallets', 'sweeper_lease'];
  const [before, questions] = [await contents(db, { except }), await asked('circus')];
  const headers = { 'idempotency-key': randomUUID() };
  expect(await product.call(path, { token: member.token, headers, ...(body && { body }) })).toMatchObject(TOO_OFTEN);
  // The account that was left out stands in for nothing: money at other games stays where it is too.
  expect(await contents(db, { except })).toEqual(before);
  expect(await asked('circus')).toBe(questions);
});

test('a grant is refused while a game may not be asked, though all other games tell that they are empty', async () => {
  const member = await newPlayer(product, { wallet: 100, joker2: 50, pgslot: 0 });
  await sandbox.round('joker2', member.gameUsername, { stake: 50, win: 0 });
  await haveAsked(member, 'joker2', 60);
  expect(await receivePromotion(product, member)).toEqual(TOO_OFTEN);
  expect((await walletOf(await node('1000'), member)).amounts).toMatchObject({ wallet: 100 });
});

test('a page that may not ask shows what is known, and the game is not asked', async () => {
  const member = await newPlayer(product, { areaslot: 50 });
  await haveAsked(member, 'areaslot', 60);
  const before = await asked('areaslot');
  await play(sandbox, 'areaslot', member, -10);
  const page = async () => {
    await db.query(`update game_accounts set last_request_at = null where member_id = $1`, [member.id]);
    const { status, body } = await product.call('GET /api/wallet', { token: member.token });
    const { slots } = body as { slots: { code: string; amount: number }[] };
    return { status, amount: slots.find(({ code }) => code === 'areaslot')?.amount };
  };
  expect(await page()).toEqual({ status: 200, amount: 50 });
  expect(await asked('areaslot')).toBe(before);
  await haveAsked(member, 'areaslot', 60, 61);
  expect(await page()).toEqual({ status: 200, amount: 40 });
});

test('what the product does by itself goes on when the calls of the member may ask no more', async () => {
  const member = await newPlayer(product, { wallet: 20, slotracha: 250 });
  await play(sandbox, 'slotracha', member, -250);
  expect(await product.call('GET /api/wallet/refresh/slot', { token: member.token })).toMatchObject({ status: 200 });
  // A transfer whose outcome is unknown, and a fall that has to be told for a while.
  await sandbox.fault({ target: 'games/imi', call: 'move-in', mode: 'timeout-after', times: 1 });
  await openGame(product, member, 'imi');
  const impatient = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api' });
  expect(await transfer(impatient, member, { from: 'wallet', to: 'imi', amount: 20 })).toMatchObject({
    body: { status: 'PENDING' },
  });
  for (const code of ['slotracha', 'imi']) await haveAsked(member, code, 60);
  const counted = `select code, asked_at from game_questions where member_id = $1 order by code`;
  const { rows: before } = await db.query(counted, [member.id]);
  await db.query(
    `update game_accounts set suspect_since = suspect_since - interval '1 minute', recheck_at = clock_timestamp()
      where member_id = $1 and code = 'slotracha'`,
    [member.id],
  );
  const books = async () =>
    (
      await db.query(
        `select name, balance::integer from ledger_accounts where member_id = $1 and name <> 'main' order by name`,
        [member.id],
      )
    ).rows;
  await expect.poll(books, BY_ITSELF).toEqual([
    { name: 'game:imi', balance: 20_00 },
    { name: 'game:slotracha', balance: 0 },
    { name: 'in_transit', balance: 0 },
  ]);
  expect((await db.query(counted, [member.id])).rows).toEqual(before);
});

test('a cancelled condition that has begun to bring money home goes on when no question is left', async () => {
  const member = await newPlayer(product, { wallet: 20, huayhd: 30 });
  expect(await receivePromotion(product, member)).toMatchObject({ status: 200 });
  await haveAsked(member, 'huayhd', 2);
  // Its first reading is the third; those that follow are its own.
  expect(await strict.call('GET /api/bonus/clear', { token: member.token })).toMatchObject({
    body: { status: 'SUCCESS' },
  });
  expect(await tooMuch(member, 'huayhd', strict)).toMatchObject(TOO_OFTEN);
  const { rows } = await db.query(`select state from conditions where member_id = $1`, [member.id]);
  expect(rows).toEqual([{ state: 'cleared' }]);
});

test('a reading of another member’s account counts to the caller alone', async () => {
  const [caller, friend] = [await newPlayer(product, { pg: 0 }), await newPlayer(product, { pg: 10 })];
  const ration: Ration = { code: 'pg', shareUs: 1, freshnessMs: 0 };
  const take = (by: Player) =>
    takeReadings(db, friend.id, [ration], { occasion: 'decision', counted: { caller: by.id, most: 1 } });
  for (const by of [caller, friend]) await haveAsked(by, 'pg', 1, 61);
  expect(await take(caller)).toHaveLength(1);
  await expect(take(caller)).rejects.toMatchObject({ code: 'REQUEST_LIMIT_1MIN' });
  expect(await take(friend)).toHaveLength(1);
});

test('in the end the books are right', async () => {
  expect(await problems(db)).toEqual([]);
});
