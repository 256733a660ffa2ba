import { expect, test } from 'vitest';
import { inviteOf, newFriend, payIn, receiveInviteBonus, staying } from '../../test/friends.ts';
import {
  newPlayer,
  openGame,
  type Player,
  registerMember,
  startPayingWorld,
  transfer,
  walletOf,
} from '../../test/harness.ts';
import { nextDay, play, refusal } from '../../test/rewards.ts';

const { product, sandbox, database } = await startPayingWorld({ DEPOSIT_TRIES_AN_HOUR: '10000' });
const { db } = database;
await nextDay(sandbox, db);

const player = async (amounts: Record<string, number>) => staying(product, await newPlayer(product, amounts));
const hide = (code: string) => sandbox.lie({ target: `games/${code}`, lie: 'maintenance' });
const show = (code: string) => sandbox.honest({ target: `games/${code}`, lie: 'maintenance' });

async function refundOf({ token }: Player): Promise<number> {
  const { body } = await product.call('GET /api/refund/check', { token });
  return (body as { refundAmount: number }).refundAmount;
}
const receiveRefund = async ({ token }: Player) => {
  const { status, body } = await product.call('GET /api/refund/receive', { token });
  return { status, body };
};
/** The day is over, and what fell in it fell less than a day ago. */
async function midnight(): Promise<void> {
  await nextDay(sandbox, db);
  await db.query(`update game_falls set fell_at = app_now() - interval '23 hours'`);
}
/** The falls until now are a whole day old. */
const aDayAfterTheFalls = () => db.query(`update game_falls set fell_at = fell_at - interval '1 day'`);

test('a fall to nothing is refunded when it is a day old, and what lost less is refunded after midnight', async () => {
  const [fallen, loser] = [await player({ pg: 1000 }), await player({ pg: 1000 })];
  await play(sandbox, 'pg', fallen, -900);
  await play(sandbox, 'pg', loser, -899);
  for (const member of [fallen, loser]) await walletOf(product, member);
  await midnight();
  expect([await refundOf(fallen), await refundOf(loser)]).toEqual([0, 44.95]);
  expect(await receiveRefund(fallen)).toEqual(refusal(422, 'NO_REFUND'));
  await aDayAfterTheFalls();
  expect(await refundOf(fallen)).toBe(45);
});

test('a fall of no more than a hundred baht is refunded after midnight', async () => {
  const member = await player({ slotxo: 100 });
  await play(sandbox, 'slotxo', member, -100);
  await walletOf(product, member);
  await midnight();
  expect(await refundOf(member)).toBe(5);
});

test('what a game told as lost and shows again is no loss: neither on its day nor as a win of a later one', async () => {
  const member = await player({ joker: 1000, imi: 1000 });
  await hide('joker');
  await walletOf(product, member);
  await midnight();
  await show('joker');
  await walletOf(product, member);
  await aDayAfterTheFalls();
  expect(await refundOf(member)).toBe(0);
  // As a win of today it would cover this loss.
  await play(sandbox, 'imi', member, -500);
  await walletOf(product, member);
  await midnight();
  expect(await refundOf(member)).toBe(25);
});

test('what returns under a bonus takes back the loss that a refund would count', async () => {
  const member = await player({ wallet: 50, circus: 1000 });
  await hide('circus');
  await walletOf(product, member);
  expect((await product.call('GET /api/promotion/activate/WELCOME50', { token: member.token })).status).toBe(200);
  await show('circus');
  await walletOf(product, member);
  await db.query(`update conditions set state = 'failed', finished_at = app_now() where member_id = $1`, [member.id]);
  await nextDay(sandbox, db);
  expect(await refundOf(member)).toBe(0);
});

test('an inviter earns nothing by a friend’s fall before it is a day old, nor by money that returned', async () => {
  const inviter = await staying(product, await registerMember(product));
  const friends = [await newFriend(product, inviter, {}), await newFriend(product, inviter, {})] as const;
  for (const friend of friends) {
    await payIn(product, sandbox, friend, 1000);
    await openGame(product, friend, 'usun');
    await transfer(product, friend, { from: 'wallet', to: 'usun', amount: 1000 });
  }
  await hide('usun');
  for (const friend of friends) await walletOf(product, friend);
  await midnight();
  expect((await receiveInviteBonus(product, inviter)).status).toBe(422);
  await show('usun');
  await walletOf(product, friends[0]);
  await aDayAfterTheFalls();
  // The second friend's money is still told as lost: nobody has looked.
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 50 });
});

test('a day does not count while a bet that was placed in it is open, and what the bet wins is of that day', async () => {
  const member = await player({ slotxo: 5100, areaslot: 5000 });
  const { settle } = await sandbox.bet('areaslot', member.gameUsername, 5000);
  await play(sandbox, 'slotxo', member, -4000);
  await walletOf(product, member);
  await nextDay(sandbox, db);
  await walletOf(product, member);
  expect(await refundOf(member)).toBe(0);
  expect(await receiveRefund(member)).toEqual(refusal(422, 'NO_REFUND'));
  await settle(9000);
  await walletOf(product, member);
  await nextDay(sandbox, db);
  expect(await refundOf(member)).toBe(0);
});

test('a day counts once the bet that was placed in it has lost', async () => {
  const member = await player({ betflix: 5000 });
  const { settle } = await sandbox.bet('betflix', member.gameUsername, 1000);
  await walletOf(product, member);
  await nextDay(sandbox, db);
  await walletOf(product, member);
  await settle(0);
  await walletOf(product, member);
  await nextDay(sandbox, db);
  expect(await refundOf(member)).toBe(50);
});
