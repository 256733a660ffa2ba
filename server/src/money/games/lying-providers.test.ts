import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { unexplained } from '../../../test/books.ts';
import {
  BY_ITSELF,
  goToGame,
  letReadingsSettle,
  newPlayer,
  PATIENT,
  type Player,
  startPayingWorld,
  startProduct,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { moveAtGame } from '../../../test/late-moves.ts';
import { conditionOf, deposit, play, receiveBonus, receivePromotion } from '../../../test/rewards.ts';
import { problems } from '../../ledger/ledger.ts';
import { listen } from '../../platform/listen.ts';
import { WALLET_CHANGED } from '../../platform/wallet-changes.ts';

/** Nothing becomes certain while a test looks, however slowly, before it says that a minute has passed. */
const DOUBTS = {
  GAME_PG_FRESHNESS_MS: '40000',
  FALL_AGREED_MS: '40000',
  READINGS_APART_MS: '40000',
};
const { product, sandbox, database } = await startPayingWorld(DOUBTS);
const { db } = database;
const laos = await startProduct(database, {
  ...PATIENT,
  ...DOUBTS,
  SANDBOX_URL: sandbox.url,
  EDITION: 'la',
  ROLE: 'api',
});
const operator = operatorOf(db);

type Note = 'UPDATING' | 'LOOKED_AT' | undefined;
const noteOn = async ({ token }: Player, code: string, node = product): Promise<Note> => {
  const { body } = await node.call('GET /api/wallet/refresh/slot', { token });
  return (body as { slots: { code: string; note?: Note }[] }).slots.find((slot) => slot.code === code)?.note;
};

/** What was booked as won or lost, in satang, one by one. */
async function resultsOf({ id }: Player): Promise<number[]> {
  const { rows } = await db.query<{ amount: bigint }>(
    `select -amount as amount from ledger_entries
      where owner = $1 and reason = 'game_result' and member_id is null order by posting_id`,
    [id],
  );
  return rows.map(({ amount }) => Number(amount));
}

/** What moved and what is doubted at `code` did so a minute earlier, and the worker looks again now. */
async function letAMinutePass(code: string): Promise<void> {
  await db.query(
    `update game_accounts set moved_at = moved_at - interval '1 minute', suspect_since = suspect_since - interval '1 minute',
      recheck_at = case when recheck_at is null then null else clock_timestamp() end where code = $1`,
    [code],
  );
}

test('an old balance after a movement is no loss: it frees no bonus, and the member reads that it is being updated', async () => {
  const member = await newPlayer(product, { pg: 0 });
  await deposit(product, sandbox, member, 500);
  expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
  await sandbox.lie({ target: 'games/pg', lie: 'lagging' });
  await goToGame(product, member, 'pg');
  await walletOf(product, member);
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 1000 });
  expect(await noteOn(member, 'pg')).toBe('UPDATING');
  expect(await noteOn(member, 'pg')).toBe('UPDATING');
  await sandbox.honest({ target: 'games/pg', lie: 'lagging' });
  expect(await conditionOf(product, member)).toMatchObject({ status: true, start: 1000, total: 1000 });
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 0, inTransit: 0, pg: 1000 });
  expect(await resultsOf(member)).toEqual([]);
});

test('an old balance of a little is no loss either, and no condition has failed by it', async () => {
  const member = await newPlayer(product, { pg: 0 });
  expect((await receivePromotion(product, member)).status).toBe(200);
  await sandbox.lie({ target: 'games/pg', lie: 'lagging' });
  await goToGame(product, member, 'pg');
  await walletOf(product, member);
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 50 });
  expect(await noteOn(member, 'pg')).toBe('UPDATING');
  await sandbox.honest({ target: 'games/pg', lie: 'lagging' });
  expect(await conditionOf(product, member)).toMatchObject({ status: true, start: 50, total: 50 });
  expect(await resultsOf(member)).toEqual([]);
});

test('an old balance after money came home is no win', async () => {
  const member = await newPlayer(product, { pg: 700 });
  await sandbox.lie({ target: 'games/pg', lie: 'lagging' });
  await goToGame(product, member, 'pg');
  await walletOf(product, member);
  expect(await transfer(product, member, { from: 'pg', to: 'wallet', amount: 650 })).toMatchObject({ status: 200 });
  expect(await noteOn(member, 'pg')).toBe('UPDATING');
  await sandbox.honest({ target: 'games/pg', lie: 'lagging' });
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 650, inTransit: 0, pg: 50 });
  expect(await resultsOf(member)).toEqual([]);
});

test('one telling in satang instead of baht is no win and ends no condition', async () => {
  const member = await newPlayer(product, { pg: 0, joker: 950 });
  expect((await receivePromotion(product, member)).status).toBe(200);
  await sandbox.lie({ target: 'games/joker', lie: 'minor-units', times: 1 });
  expect(await noteOn(member, 'joker')).toBe('UPDATING');
  expect(await conditionOf(product, member)).toMatchObject({ status: true, start: 1000, total: 1000 });
  expect(await resultsOf(member)).toEqual([]);
  // The game showed what the books say: nothing is left to be read again.
  const { rows } = await db.query('select recheck_at, suspect_amount from game_accounts where member_id = $1', [
    member.id,
  ]);
  expect(rows).toEqual(Array(2).fill({ recheck_at: null, suspect_amount: null }));
});

test('what one game shows changes nothing at the member’s other games, nor at another member’s account', async () => {
  const member = await newPlayer(product, { imi: 200, slotxo: 50 });
  await newPlayer(product, { imi: 200, slotxo: 50 });
  const others = async () => {
    const sql = `select to_jsonb(game_accounts) as account from game_accounts where member_id <> $1 or code <> 'imi'
      order by member_id, code`;
    return (await db.query(sql, [member.id])).rows;
  };
  const own = async () => {
    const sql = `select readings, recheck_at is not null as "isUncertain", stale_since is not null as "isStale",
        last_agreed_at, moved_at, last_launch_at from game_accounts where member_id = $1 and code = 'imi'`;
    return (await db.query(sql, [member.id])).rows[0];
  };
  const before = await others();
  // A transfer out of a game reads that game alone.
  const bringHome = (amount: number) => transfer(product, member, { from: 'imi', to: 'wallet', amount });
  await sandbox.lie({ target: 'games/imi', lie: 'maintenance', times: 1 });
  expect(await bringHome(200)).toMatchObject({ status: 422 });
  expect(await own()).toMatchObject({ readings: 0n, isUncertain: true });
  await play(sandbox, 'imi', member, -50);
  expect(await bringHome(200)).toMatchObject({ status: 422 });
  const booked = await own();
  expect(booked).toMatchObject({ readings: 1n, isUncertain: false });
  expect(await bringHome(200)).toMatchObject({ status: 422 });
  const agreed = await own();
  expect(agreed).toMatchObject({ readings: 1n, moved_at: booked?.moved_at });
  expect(agreed?.last_agreed_at).not.toEqual(booked?.last_agreed_at);
  await sandbox.fault({ target: 'games/imi', call: 'balance', mode: 'garbage', times: 1 });
  expect(await bringHome(200)).toMatchObject({ status: 503 });
  expect(await own()).toMatchObject({ isStale: true, last_launch_at: null });
  await goToGame(product, member, 'imi');
  expect(await bringHome(150)).toMatchObject({ status: 200 });
  expect((await own())?.moved_at).not.toEqual(booked?.moved_at);
  expect(await others()).toEqual(before);
});

test('while a game tells of more than the books, all that the books have there can come home', async () => {
  const member = await newPlayer(product, { slotxo: 950 });
  await sandbox.lie({ target: 'games/slotxo', lie: 'minor-units' });
  expect(await noteOn(member, 'slotxo')).toBe('UPDATING');
  const { status } = await product.call('POST /api/wallet/transferAll', {
    token: member.token,
    body: { to: 'wallet' },
  });
  await sandbox.honest({ target: 'games/slotxo', lie: 'minor-units' });
  expect(status).toBe(200);
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 950, inTransit: 0, slotxo: 0 });
});

test('a loss that a provider told once, and then no more, frees no member of a condition', async () => {
  const member = await newPlayer(product, { imi: 950 });
  expect((await receivePromotion(product, member)).status).toBe(200);
  await transfer(product, member, { from: 'wallet', to: 'imi', amount: 50 });
  await letReadingsSettle(db, member.id);
  await play(sandbox, 'imi', member, -901);
  await sandbox.lie({ target: 'games/imi', lie: 'contradicting' });
  const told = async () => (await walletOf(product, member)).amounts.imi;
  for (let look = 0; look < 4; look += 1) await expect.poll(told, BY_ITSELF).toBe(look % 2 ? 99 : 49.5);
  await sandbox.honest({ target: 'games/imi', lie: 'contradicting' });
  await expect.poll(told, BY_ITSELF).toBe(99);
  expect(await conditionOf(product, member)).toMatchObject({ status: true, total: 99 });
});

test('a provider that for a moment tells of nothing has taken nothing from a member, not over midnight either', async () => {
  const member = await newPlayer(product, { pg: 0, joker: 20_000 });
  await sandbox.lie({ target: 'games/joker', lie: 'maintenance' });
  expect(await noteOn(member, 'joker')).toBe('UPDATING');
  expect(await noteOn(member, 'joker')).toBe('UPDATING');
  await sandbox.honest({ target: 'games/joker', lie: 'maintenance' });
  expect((await walletOf(product, member)).amounts.joker).toBe(20_000);
  expect(await resultsOf(member)).toEqual([]);
});

test('a fall to nothing is booked when it was told for long enough, by itself', async () => {
  const member = await newPlayer(product, { ufabet: 250 });
  await play(sandbox, 'ufabet', member, -250);
  expect(await noteOn(member, 'ufabet')).toBe('UPDATING');
  const announced: string[] = [];
  const channels = { [WALLET_CHANGED]: (ids: string) => announced.push(...ids.split(',')) };
  const { promise: hears, resolve: onListening } = Promise.withResolvers<void>();
  const listening = listen(database.url, { channels, onListening }, product.app.log);
  await hears;
  await letAMinutePass('ufabet');
  await expect.poll(() => resultsOf(member), BY_ITSELF).toEqual([-250_00]);
  await expect.poll(() => announced, BY_ITSELF).toContain(member.id);
  await listening.stop();
  expect((await walletOf(product, member)).amounts.ufabet).toBe(0);
});

test('a fall that a game showed before a movement proves nothing after it: the game has to show it for long enough again', async () => {
  const member = await newPlayer(product, { imi: 250, wallet: 100 });
  await sandbox.lie({ target: 'games/imi', lie: 'maintenance' });
  expect(await noteOn(member, 'imi')).toBe('UPDATING');
  expect(await transfer(product, member, { from: 'wallet', to: 'imi', amount: 100 })).toMatchObject({ status: 200 });
  await letAMinutePass('imi');
  expect(await noteOn(member, 'imi')).toBe('UPDATING');
  expect(await resultsOf(member)).toEqual([]);
  await sandbox.honest({ target: 'games/imi', lie: 'maintenance' });
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 0, inTransit: 0, imi: 350 });
});

test('in kip a fall to nothing is a little up to 60,000; of more it is told for a while before it is booked', async () => {
  const [little, more] = [await newPlayer(laos, { imi: 60_000 }), await newPlayer(laos, { imi: 60_000.01 })];
  await play(sandbox, 'imi', little, -60_000);
  await play(sandbox, 'imi', more, -60_000.01);
  expect(await noteOn(more, 'imi', laos)).toBe('UPDATING');
  expect(await noteOn(little, 'imi', laos)).toBeUndefined();
  expect(await resultsOf(little)).toEqual([-60_000_00]);
  await letAMinutePass('imi');
  await expect.poll(() => resultsOf(more), BY_ITSELF).toEqual([-60_000_01]);
});

test('money at an account that was empty is nobody’s, and nothing is moved in beside it', async () => {
  const member = await newPlayer(product, { circus: 0, wallet: 10 });
  await walletOf(product, member);
  await sandbox.lie({ target: 'games/circus', lie: 'gift' });
  await goToGame(product, member, 'circus');
  expect(await noteOn(member, 'circus')).toBe('LOOKED_AT');
  const seen = { wallet: 10, inTransit: 0, circus: 0 };
  expect((await walletOf(product, member)).amounts).toEqual(seen);
  expect(await transfer(product, member, { from: 'circus', to: 'wallet', amount: 500 })).toMatchObject({ status: 422 });
  expect((await operator('games late')).trim()).toBe(`${member.id}  circus  1,000.00 BAHT`);
  await moveAtGame({ product, sandbox, database }, member, { direction: 'in', code: 'circus', baht: 50 });
  expect(await noteOn(member, 'circus')).toBe('LOOKED_AT');
  expect((await operator('games late')).trim()).toBe(`${member.id}  circus  1,050.00 BAHT`);
  expect(await transfer(product, member, { from: 'wallet', to: 'circus', amount: 10 })).toMatchObject({ status: 503 });
  expect((await walletOf(product, member)).amounts).toEqual(seen);
  expect(await resultsOf(member)).toEqual([]);
  await sandbox.honest({ target: 'games/circus', lie: 'gift' });
});

test('money of nobody that two readings miss has gone, and the member moves money there again', async () => {
  const member = await newPlayer(product, { circus: 0, wallet: 650 });
  await walletOf(product, member);
  await sandbox.lie({ target: 'games/circus', lie: 'gift', times: 1 });
  await goToGame(product, member, 'circus');
  expect(await noteOn(member, 'circus')).toBe('LOOKED_AT');
  expect(await noteOn(member, 'circus')).toBe('LOOKED_AT');
  expect(await operator('games late')).toContain(`${member.id}  circus  1,000.00 BAHT`);
  await letAMinutePass('circus');
  await expect.poll(() => operator('games late'), BY_ITSELF).not.toContain(member.id);
  expect(await transfer(product, member, { from: 'wallet', to: 'circus', amount: 650 })).toMatchObject({ status: 200 });
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 0, inTransit: 0, circus: 650 });
  expect(await resultsOf(member)).toEqual([]);
});

test('money is brought home after a difference that is not certain was waited for, and never more than both sides say', async () => {
  const member = await newPlayer(product, { joker: 0, wallet: 500 });
  await transfer(product, member, { from: 'wallet', to: 'joker', amount: 500 });
  await play(sandbox, 'joker', member, 40);
  // The win is certain a moment after the movement; the transfer waits for that.
  expect(await transfer(product, member, { from: 'joker', to: 'wallet', amount: 540 })).toMatchObject({ status: 200 });
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 540, inTransit: 0, joker: 0 });
  expect(await resultsOf(member)).toEqual([40_00]);

  const hasty = await startProduct(database, {
    SANDBOX_URL: sandbox.url,
    PROVIDER_TIMEOUT_MS: '10000',
    TRANSFER_WAIT_MS: '0',
    GAME_JOKER_FRESHNESS_MS: '600000',
    ROLE: 'api',
  });
  await transfer(product, member, { from: 'wallet', to: 'joker', amount: 540 });
  await play(sandbox, 'joker', member, -140);
  const all = { token: member.token, body: { to: 'wallet' } };
  expect(await hasty.call('POST /api/wallet/transferAll', all)).toMatchObject({ status: 200 });
  expect(await sandbox.player('joker', member.gameUsername)).toEqual({ balance: 0, inPlay: 0 });
  await letAMinutePass('joker');
  expect(await noteOn(member, 'joker')).toBe('UPDATING');
  await letAMinutePass('joker');
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 400, inTransit: 0, joker: 0 });
});

test('after all these lies the books are in order', async () => {
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});
