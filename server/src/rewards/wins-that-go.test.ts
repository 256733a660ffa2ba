import { expect, test } from 'vitest';
import { unexplained } from '../../test/books.ts';
import { staying } from '../../test/friends.ts';
import { newPlayer, type Player, startPayingWorld, transfer, walletOf, withdraw } from '../../test/harness.ts';
import { conditionOf, deposit, NO_CONDITION, nextDay, play, receiveBonus } from '../../test/rewards.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
await nextDay(sandbox, db);

type InGame = Awaited<ReturnType<typeof newPlayer>>;
const UNSEEN = 'a reward met by wins that did not come home';

async function refundOf({ token }: Player): Promise<number> {
  const { body } = await product.call('GET /api/refund/check', { token });
  return (body as { refundAmount: number }).refundAmount;
}
async function reasonsFor(member: Player, amount: number): Promise<string[]> {
  const { status, body } = await withdraw(product, member, amount);
  expect(status).toBe(200);
  const { rows } = await db.query<{ reasons: string[] }>('select reasons from withdrawals where id = $1', [
    (body as { id: string }).id,
  ]);
  return rows[0]?.reasons ?? expect.fail('no withdrawal');
}
async function playedFor(member: InGame, code: string, change: number): Promise<void> {
  await play(sandbox, code, member, change);
  await walletOf(product, member);
}

/** 250 of the member's own and as much of NEW100 at a game: 1,000 more there meet it. */
async function bonusAt(code: string): Promise<InGame> {
  const member = await staying(product, await newPlayer(product, { [code]: 0 }));
  await deposit(product, sandbox, member, 250);
  expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
  await transfer(product, member, { from: 'wallet', to: code, amount: 500 });
  return member;
}
const bringHome = async (member: Player, code: string, amount: number) =>
  expect(await transfer(product, member, { from: code, to: 'wallet', amount })).toMatchObject({ status: 200 });

test('attack: a game tells a win twice that it takes back: the bonus that it met is looked at, and nothing is refunded', async () => {
  const member = await bonusAt('pg');
  await sandbox.lie({ target: 'games/pg', lie: 'gift' });
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  await sandbox.honest({ target: 'games/pg', lie: 'gift' });
  expect((await walletOf(product, member)).amounts).toMatchObject({ pg: 500 });
  await bringHome(member, 'pg', 500);
  expect(await reasonsFor(member, 500)).toEqual([UNSEEN]);
  await nextDay(sandbox, db);
  expect(await refundOf(member)).toBe(0);
  expect(await unexplained(db)).toEqual([]);
});

test('attack: a bonus that was met by a gift is withdrawn before the game takes it back', async () => {
  const [member, hedger] = [await bonusAt('usun'), await bonusAt('usun')];
  await bringHome(member, 'usun', 490);
  // What was at other games before, or is moved out and in, is no win that came home.
  await bringHome(hedger, 'usun', 490);
  await transfer(product, hedger, { from: 'wallet', to: 'usun', amount: 490 });
  await bringHome(hedger, 'usun', 490);
  await sandbox.lie({ target: 'games/usun', lie: 'gift' });
  for (const each of [member, hedger]) {
    expect(await conditionOf(product, each)).toEqual(NO_CONDITION);
    expect(await reasonsFor(each, 490)).toEqual([UNSEEN]);
  }
  await sandbox.honest({ target: 'games/usun', lie: 'gift' });
});

test('attack: a game hides 850 of 1,000 for longer than a bonus waits, and meets it with them: it is looked at', async () => {
  const member = await newPlayer(product, { wallet: 850, areaslot: 150 });
  await sandbox.lie({ target: 'games/areaslot', lie: 'lagging' });
  await walletOf(product, member);
  await transfer(product, member, { from: 'wallet', to: 'areaslot', amount: 850 });
  expect((await walletOf(product, member)).amounts).toMatchObject({ areaslot: 150 });
  await deposit(product, sandbox, member, 100);
  expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
  expect(await conditionOf(product, member)).toMatchObject({ status: true, start: 350, total: 350 });
  await sandbox.honest({ target: 'games/areaslot', lie: 'lagging' });
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  await bringHome(member, 'areaslot', 1000);
  expect(await reasonsFor(member, 900)).toEqual(['a reward met by money lost just before it']);
});

test('a member who met a bonus and brings the wins home withdraws them without review', async () => {
  const member = await bonusAt('slotxo');
  await playedFor(member, 'slotxo', 1000);
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  await bringHome(member, 'slotxo', 1100);
  expect(await reasonsFor(member, 1000)).toEqual([]);
});

test('the same in two steps, with a win of the member’s own between them', async () => {
  const member = await bonusAt('joker');
  await sandbox.lie({ target: 'games/joker', lie: 'gift' });
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  await playedFor(member, 'joker', -200);
  await sandbox.honest({ target: 'games/joker', lie: 'gift' });
  await playedFor(member, 'joker', 600);
  expect((await walletOf(product, member)).amounts).toMatchObject({ joker: 900 });
  await bringHome(member, 'joker', 900);
  expect(await reasonsFor(member, 900)).toEqual([UNSEEN]);
  await nextDay(sandbox, db);
  expect(await refundOf(member)).toBe(0);
});

test('what was lost beyond what a bonus had won is refunded, and less than half of it gone sends no withdrawal to review', async () => {
  const [some, more] = [await bonusAt('imi'), await bonusAt('imi')];
  for (const member of [some, more]) {
    await playedFor(member, 'imi', 200);
    await playedFor(member, 'imi', -200);
    await playedFor(member, 'imi', 1000);
    expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  }
  await playedFor(some, 'imi', -400);
  await bringHome(some, 'imi', 1100);
  expect(await reasonsFor(some, 500)).toEqual([]);
  await playedFor(more, 'imi', -900);
  await playedFor(more, 'imi', -300);
  await nextDay(sandbox, db);
  expect([await refundOf(some), await refundOf(more)]).toEqual([0, 10]);
});

test('what was won under a bonus more than 72 hours ago, or at another game, is lost as the member’s own', async () => {
  const [old, elsewhere] = [await bonusAt('circus'), await bonusAt('circus')];
  for (const member of [old, elsewhere]) {
    await playedFor(member, 'circus', 1000);
    expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  }
  await db.query(`update condition_wins set won_at = won_at - interval '73 hours' where member_id = $1`, [old.id]);
  await playedFor(old, 'circus', -1000);
  await bringHome(elsewhere, 'circus', 1500);
  await transfer(product, elsewhere, { from: 'wallet', to: 'circus', amount: 500 });
  expect(await reasonsFor(elsewhere, 900)).toEqual([]);
  await nextDay(sandbox, db);
  expect(await refundOf(old)).toBe(50);
});
