import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { unexplained } from '../../test/books.ts';
import {
  BY_ITSELF,
  goToGame,
  newPlayer,
  type Player,
  startPayingWorld,
  transfer,
  walletOf,
  withdraw,
} from '../../test/harness.ts';
import { letNobodysMoneyBeFetched } from '../../test/late-moves.ts';
import {
  clearBonus,
  conditionOf,
  deposit,
  NO_CONDITION,
  play,
  receiveBonus,
  receivePromotion,
  refusal,
  rewardBooks,
  rewardsTold,
} from '../../test/rewards.ts';
import { post, problems } from '../ledger/ledger.ts';

// In this file a loss is believed as soon as the game tells it.
const { product, sandbox, database } = await startPayingWorld({ FALL_AGREED_MS: '1' });
const { db } = database;
// So that the condition does not end at once.
await db.query(`update campaigns set success_percent = 300, fail_percent = 5 where kind = 'refund'`);

const DONE = { status: 200, body: { status: 'SUCCESS', message: 'BONUS_CLEAR' } };
const PENDING = { status: 200, body: { status: 'PENDING' } };
const NOTHING_RUNS = refusal(404, 'NO_DATA');
const clear = (member: Player, key?: string) => clearBonus(product, member, key);
const amountsOf = async (member: Player) => (await walletOf(product, member)).amounts;
const cancelled = (taken: number) => ({
  statementType: 'finish_bonus',
  status: 'SUCCESS',
  from: 'wallet',
  to: 'bonus',
  amount: taken === 0 ? 0 : -taken,
});
const lastTold = async (member: Player) => (await rewardsTold(product, member))[0];

/** A member with 400 of their own in PG, and 50 from the house in the main wallet. */
async function bound(games: Record<string, number> = { pg: 400 }) {
  const member = await newPlayer(product, games);
  expect((await receivePromotion(product, member)).status).toBe(200);
  return member;
}

afterAll(async () => {
  const { inLedger, told } = await rewardBooks(db);
  expect(inLedger).toEqual(told);
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});

test.concurrent.for([
  // played, deposited since → kept of 400 and what was deposited, taken back
  ['nothing', 0, 0, 400, 50],
  ['a win', 300.01, 0, 400, 350.01],
  ['the largest win that does not meet it', 899.99, 0, 400, 949.99],
  ['a loss', -100.5, 0, 299.5, 50],
  ['a loss of nearly all', -380, 0, 20, 50],
  ['a loss of the own money exactly', -400, 0, 0, 50],
  ['a loss that reached the credit', -410, 0, 0, 40],
  ['a deposit', 0, 1000, 1400, 50],
  ['a win and a deposit', 300, 1000, 1400, 350],
  ['a loss and a deposit', -410, 1000, 990, 50],
] as const)('attack: cancelling after %s gains nothing', async ([, played, deposited, kept, taken], { expect }) => {
  const member = await bound();
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 50 });
  if (deposited) await deposit(product, sandbox, member, deposited);
  if (played) await play(sandbox, 'pg', member, played);
  expect(await clear(member)).toEqual(DONE);
  expect(await amountsOf(member)).toEqual({ wallet: kept, inTransit: 0, pg: 0 });
  expect(await sandbox.player('pg', member.gameUsername)).toEqual({ balance: 0, inPlay: 0 });
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  expect(await lastTold(member)).toEqual({ ...cancelled(taken), promotion: { description: 'WELCOME50' } });
});

test.concurrent('attack: a bonus that was cancelled after a win or a loss leaves no more than the deposit', async ({
  expect,
}) => {
  for (const [played, kept] of [
    [250, 200],
    [-150, 50],
  ] as const) {
    const member = await newPlayer(product, { pg: 0 });
    await deposit(product, sandbox, member, 200);
    expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
    await transfer(product, member, { from: 'wallet', to: 'pg', amount: 400 });
    await play(sandbox, 'pg', member, played);
    expect(await clear(member)).toEqual(DONE);
    expect(await amountsOf(member)).toEqual({ wallet: kept, inTransit: 0, pg: 0 });
    expect(await lastTold(member)).toEqual({ ...cancelled(400 + played - kept), bonus: { description: 'NEW100' } });
  }
});

test.concurrent('attack: a refund that was added and cancelled is gone, with what was won by it', async ({
  expect,
}) => {
  const member = await newPlayer(product, { pg: 100 });
  await post(db, {
    key: `given/${member.id}`,
    reason: 'refund',
    memberId: member.id,
    currency: 'BAHT',
    from: 'house:rewards:refund',
    to: 'refund_pot',
    amount: 30_00n,
  });
  const added = await product.call('GET /api/refund/addWallet', { token: member.token });
  expect(added).toMatchObject({ status: 200, body: { message: 'REFUND_SUCCESS' } });
  expect(await conditionOf(product, member)).toMatchObject({ type: 'refund', credit: 30, start: 130 });
  await play(sandbox, 'pg', member, 25);
  expect(await clear(member)).toEqual(DONE);
  expect(await amountsOf(member)).toEqual({ wallet: 100, inTransit: 0, pg: 0 });
  expect(await lastTold(member)).toEqual({ ...cancelled(55), refund: { description: '5%' } });
});

test.concurrent('money that a dispute has frozen is the member’s: cancelling a bonus leaves no more beside it', async ({
  expect,
}) => {
  const member = await bound();
  const freezing = { reason: 'freeze', memberId: member.id, currency: 'BAHT' } as const;
  await post(db, { ...freezing, key: `frozen/${member.id}`, from: 'main', to: 'frozen', amount: 30_00n });
  await play(sandbox, 'pg', member, 300);
  expect(await clear(member)).toEqual(DONE);
  expect(await amountsOf(member)).toEqual({ wallet: 370, inTransit: 0, pg: 0 });
});

test.concurrent('what a member came to owe under a bonus is not taken a second time when the bonus is cancelled', async ({
  expect,
}) => {
  const member = await bound();
  await operatorOf(db)('correct debit', member.id, '80');
  expect(await clear(member)).toEqual(DONE);
  // Of 400 of their own, 50 were taken from the main wallet, and 30 are owed.
  expect(await amountsOf(member)).toEqual({ wallet: 350, inTransit: 0, pg: 0 });
  expect(await lastTold(member)).toEqual({ ...cancelled(50), promotion: { description: 'WELCOME50' } });
});

test.concurrent('money that came from nothing costs a member who cancels a bonus nothing of their own', async ({
  expect,
}) => {
  const member = await bound({ pg: 400, circus: 0 });
  await walletOf(product, member);
  await sandbox.lie({ target: 'games/circus', lie: 'gift' });
  await goToGame(product, member, 'circus');
  const { body } = await product.call('GET /api/wallet/refresh/slot', { token: member.token });
  const slot = expect.objectContaining({ code: 'circus', amount: 0, note: 'LOOKED_AT' });
  expect((body as { slots: object[] }).slots).toContainEqual(slot);
  expect(await clear(member)).toEqual(DONE);
  expect(await amountsOf(member)).toEqual({ wallet: 400, inTransit: 0, pg: 0, circus: 0 });
  await sandbox.honest({ target: 'games/circus', lie: 'gift' });
});

test.concurrent('attack: money that was fetched back and operators gave is not brought in: cancelling a bonus keeps no win for it', async ({
  expect,
}) => {
  const member = await newPlayer(product, { pg: 300, usun: 100 });
  await sandbox.lie({ target: 'games/usun', lie: 'maintenance' });
  expect(await amountsOf(member)).toMatchObject({ usun: 0 });
  // An hour later what was there is nobody's.
  await db.query('update game_accounts set fell_until = app_now() where member_id = $1', [member.id]);
  await sandbox.honest({ target: 'games/usun', lie: 'maintenance' });
  expect((await receivePromotion(product, member)).status).toBe(200);
  await goToGame(product, member, 'usun');
  expect(await amountsOf(member)).toMatchObject({ usun: 0 });
  const fetched = await letNobodysMoneyBeFetched({ product, sandbox, database }, member, 'usun');
  await operatorOf(db)('fetched give', fetched);
  expect(await amountsOf(member)).toMatchObject({ wallet: 150, usun: 0 });
  await play(sandbox, 'pg', member, 200);
  expect(await clear(member)).toEqual(DONE);
  expect(await amountsOf(member)).toEqual({ wallet: 300, inTransit: 0, pg: 0, usun: 0 });
  expect(await lastTold(member)).toMatchObject(cancelled(350));
});

test.concurrent('money comes home from every game first', async ({ expect }) => {
  const games = { pg: 100, joker: 200.02, ufabet: 50 };
  const member = await bound({ wallet: 10, ...games, imi: 0 });
  await play(sandbox, 'joker', member, 20);
  expect(await clear(member)).toEqual(DONE);
  const empty = { pg: 0, joker: 0, ufabet: 0, imi: 0 };
  expect(await amountsOf(member)).toEqual({ wallet: 360.02, inTransit: 0, ...empty });
  for (const code of Object.keys(games))
    expect(await sandbox.player(code, member.gameUsername)).toEqual({ balance: 0, inPlay: 0 });
  expect(await lastTold(member)).toMatchObject(cancelled(70));
});

test.concurrent('open stakes are waited for: meanwhile no money leaves, and the clearing ends by itself once they are settled', async ({
  expect,
}) => {
  const member = await bound({ pg: 300, joker: 100 });
  const { settle } = await sandbox.bet('pg', member.gameUsername, 80);
  const key = randomUUID();
  expect(await clear(member, key)).toEqual(PENDING);
  expect(await conditionOf(product, member)).toMatchObject({ status: true, isClearing: true, start: 450, total: 450 });
  expect(await amountsOf(member)).toEqual({ wallet: 370, inTransit: 0, pg: 80, joker: 0 });

  const refused = refusal(422, 'BONUS_CONDITION');
  for (const route of [
    { from: 'wallet', to: 'pg', amount: 370 },
    { from: 'wallet', to: 'joker', amount: 1 },
  ])
    expect(await transfer(product, member, route)).toMatchObject(refused);
  for (const to of ['pg', 'wallet']) {
    const all = await product.call('POST /api/wallet/transferAll', { token: member.token, body: { to } });
    expect(all).toMatchObject(refused);
  }
  for (const all of [false, true]) expect(await withdraw(product, member, 100, { all })).toMatchObject(refused);
  expect(await receiveBonus(product, member, 'NEW100')).toEqual(refusal(422, 'BONUS_ALREADY_ACTIVE'));
  expect(await clear(member)).toEqual(PENDING);
  await deposit(product, sandbox, member, 100);

  await settle(200);
  await expect.poll(() => conditionOf(product, member), BY_ITSELF).toEqual(NO_CONDITION);
  expect(await amountsOf(member)).toEqual({ wallet: 500, inTransit: 0, pg: 0, joker: 0 });
  expect(await lastTold(member)).toMatchObject(cancelled(170));
  expect(await rewardsTold(product, member)).toHaveLength(2);
  // The key keeps its first answer and cancels nothing more.
  expect(await clear(member, key)).toEqual(PENDING);
  expect(await withdraw(product, member, 500)).toMatchObject({ status: 200 });
});

test.concurrent('attack: stakes that lose all while the bonus is cancelled leave nothing to take, and nothing to keep', async ({
  expect,
}) => {
  const member = await bound();
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 50 });
  const { settle } = await sandbox.bet('pg', member.gameUsername, 450);
  expect(await clear(member)).toEqual(PENDING);
  await settle(0);
  await expect.poll(() => conditionOf(product, member), BY_ITSELF).toEqual(NO_CONDITION);
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, pg: 0 });
  expect(await lastTold(member)).toMatchObject(cancelled(0));
});

test.concurrent('without a condition there is nothing to clear', async ({ expect }) => {
  const member = await newPlayer(product, { pg: 100 });
  expect(await clear(member)).toEqual(NOTHING_RUNS);
  expect(await amountsOf(member)).toEqual({ wallet: 0, inTransit: 0, pg: 100 });
});

test.concurrent('a condition that was met before it was looked at is not cancelled: the member keeps all of the reward', async ({
  expect,
}) => {
  const member = await bound();
  await play(sandbox, 'pg', member, 900);
  await expect.poll(() => clear(member), BY_ITSELF).not.toEqual(refusal(503, 'SERVICE_UNAVAILABLE'));
  expect(await clear(member)).toEqual(NOTHING_RUNS);
  expect(await amountsOf(member)).toEqual({ wallet: 50, inTransit: 0, pg: 1300 });
  expect(await lastTold(member)).toMatchObject({ statementType: 'finish_bonus', status: 'SUCCESS', amount: 0 });
});

test.concurrent('a condition that is cancelled ten times at once is cancelled once', async ({ expect }) => {
  const member = await bound({ pg: 300, joker: 100 });
  await play(sandbox, 'pg', member, 100);
  const answers = await Promise.all(Array.from({ length: 10 }, () => clear(member)));
  for (const answer of answers) expect([DONE, PENDING, NOTHING_RUNS]).toContainEqual(answer);
  await expect.poll(() => conditionOf(product, member), BY_ITSELF).toEqual(NO_CONDITION);
  expect(await amountsOf(member)).toEqual({ wallet: 400, inTransit: 0, pg: 0, joker: 0 });
  expect(await lastTold(member)).toMatchObject(cancelled(150));
  expect(await rewardsTold(product, member)).toHaveLength(2);
});

test.concurrent('the same key is one cancelling, and never that of a later reward', async ({ expect }) => {
  const member = await bound();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => clear(member, key)));
  for (const answer of answers) expect(answer).toEqual(DONE);
  await deposit(product, sandbox, member, 100);
  await receiveBonus(product, member, 'NEW100');
  expect(await clear(member, key)).toEqual(DONE);
  expect(await conditionOf(product, member)).toMatchObject({ status: true, code: 'NEW100', isClearing: false });
  // The same where the node died before it had answered, and the key was forgotten.
  await db.query('delete from idempotency_keys where member_id = $1 and id = $2', [member.id, key]);
  expect(await clear(member, key)).toEqual(DONE);
  expect(await conditionOf(product, member)).toMatchObject({ status: true, code: 'NEW100', isClearing: false });
  expect(await amountsOf(member)).toEqual({ wallet: 600, inTransit: 0, pg: 0 });
});
