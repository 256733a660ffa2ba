import { expect, test } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { gamble, inviteOf, newFriend, payIn, staying } from '../../test/friends.ts';
import {
  BY_ITSELF,
  mainWalletOf,
  newMember,
  newPlayer,
  openGame,
  startPayingWorld,
  transfer,
  walletOf,
} from '../../test/harness.ts';
import { play, refusal, stopClockAt } from '../../test/rewards.ts';
import { problems } from '../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const standAt = (time: string) => stopClockAt(database, time);

async function refundOf({ token }: { token: string }): Promise<number> {
  const { body } = await product.call('GET /api/refund/check', { token });
  return (body as { refundAmount: number }).refundAmount;
}
const receiveRefund = async ({ token }: { token: string }) => {
  const { status, body } = await product.call('GET /api/refund/receive', { token });
  return { status, body };
};
const lag = (code: string) => sandbox.lie({ target: `games/${code}`, lie: 'lagging' });
const catchUp = (code: string) => sandbox.honest({ target: `games/${code}`, lie: 'lagging' });

test('a bet that a lagging game shows only after midnight keeps the day on which it was placed from being refunded', async () => {
  await standAt('2031-02-10 12:00:00');
  const member = await staying(product, await newPlayer(product, { pg: 5100, imi: 5000 }));
  await standAt('2031-02-10 23:59:50');
  await play(sandbox, 'pg', member, -4000);
  await lag('imi');
  await walletOf(product, member);
  const { settle } = await sandbox.bet('imi', member.gameUsername, 5000);
  for (const moment of ['00:00:00', '00:00:20', '00:09:59']) {
    await standAt(`2031-02-11 ${moment}`);
    await walletOf(product, member);
    expect(await refundOf(member)).toBe(0);
    expect(await receiveRefund(member)).toEqual(refusal(422, 'NO_REFUND'));
  }
  await catchUp('imi');
  await standAt('2031-02-11 00:10:00');
  await walletOf(product, member);
  expect(await receiveRefund(member)).toEqual(refusal(422, 'NO_REFUND'));
  await settle(9000);
  await walletOf(product, member);
  await standAt('2031-02-12 12:00:00');
  expect(await refundOf(member)).toBe(0);
});

test('a day is not refunded while money is on its way to a game, where a bet of the day may be', async () => {
  await standAt('2031-01-10 12:00:00');
  const member = await staying(product, await newPlayer(product, { wallet: 4000, pg: 5100, usun: 0 }));
  await sandbox.fault({ target: 'games/usun', call: 'status', mode: 'garbage' });
  await sandbox.fault({ target: 'games/usun', call: 'move-in', mode: 'error-after', times: 1 });
  const pending = await transfer(product, member, { from: 'wallet', to: 'usun', amount: 4000 });
  expect(pending).toMatchObject({ body: { status: 'PENDING' } });
  const { settle } = await sandbox.bet('usun', member.gameUsername, 4000);
  await play(sandbox, 'pg', member, -4000);
  await walletOf(product, member);
  await standAt('2031-01-11 12:00:00');
  await walletOf(product, member);
  expect(await refundOf(member)).toBe(0);
  expect(await receiveRefund(member)).toEqual(refusal(422, 'NO_REFUND'));
  await sandbox.fault({ target: 'games/usun', call: 'status', mode: 'ok' });
  await expect.poll(async () => (await mainWalletOf(product, member)).inTransit, BY_ITSELF).toBe(0);
  await walletOf(product, member);
  expect(await receiveRefund(member)).toEqual(refusal(422, 'NO_REFUND'));
  await settle(8000);
  await walletOf(product, member);
  await standAt('2031-01-12 12:00:00');
  expect(await refundOf(member)).toBe(0);
});

test('the same bet of a friend keeps the inviter from earning by that day', async () => {
  await operatorOf(db)('campaign close', 'refund', '-');
  await standAt('2031-03-10 12:00:00');
  const inviter = await staying(product, await newMember(product));
  const friend = await newFriend(product, inviter);
  await payIn(product, sandbox, friend, 2000);
  const { username } = await openGame(product, friend, 'joker');
  await transfer(product, friend, { from: 'wallet', to: 'joker', amount: 1000 });
  await standAt('2031-03-10 23:59:50');
  await lag('joker');
  await gamble(product, sandbox, friend, -800);
  await db.query(`update game_accounts set result_at = result_at - interval '1 day'`);
  const { settle } = await sandbox.bet('joker', username, 1000);
  await standAt('2031-03-11 00:00:20');
  await walletOf(product, friend);
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 0 });
  await catchUp('joker');
  await standAt('2031-03-11 00:10:00');
  await walletOf(product, friend);
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 0 });
  await settle(1800);
  await walletOf(product, friend);
  await standAt('2031-03-12 12:00:00');
  await walletOf(product, friend);
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 0 });
});

test('in the end the books are right', async () => {
  expect(await problems(db)).toEqual([]);
});
