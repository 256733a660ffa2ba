import { afterEach, expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { openCampaign } from '../../../test/campaigns.ts';
import { gamble, inviteOf, newFriend, payIn, receiveInviteBonus, staying } from '../../../test/friends.ts';
import {
  mainWalletOf,
  newLaoRegistration,
  newMember,
  openGame,
  PATIENT,
  type Player,
  startPayingWorld,
  startProduct,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { nextDay, play, refusal } from '../../../test/rewards.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld({ DEPOSIT_TRIES_AN_HOUR: '10000' });
const { db } = database;
const laos = await startProduct(database, { ...PATIENT, EDITION: 'la', SANDBOX_URL: sandbox.url, ROLE: 'api' });
const operator = operatorOf(db);
const edit = (...words: string[]) => operator('campaign edit', 'invite', '-', 'BAHT', ...words);

// A refund would take its part of what a loss gives back, and a rate over ten percent would mean nothing.
await operator('campaign close', 'refund', '-');
await operator('limits loosen', 'givenBack', 'BAHT', '50');
const dayEnds = () => nextDay(sandbox, db);
await dayEnds();
const DONE = { status: 200, body: { message: 'INVITE_BONUS_SUCCESS' } };

afterEach(() => edit('rate=10', 'cap=500'));

const newInviter = async () => staying(product, await newMember(product));

async function payingFriend(inviter: Player, amount: number) {
  const friend = await newFriend(product, inviter);
  await payIn(product, sandbox, friend, amount);
  return friend;
}

/** The friend loses so much on a day that ends now. */
async function losesADay(friend: Player, amount: number) {
  await gamble(product, sandbox, friend, -amount);
  await dayEnds();
}

/** When the inviter has looked at the list: then the games of friends are read, and their days are over. */
async function expectGathered(inviter: Player, amount: number, at = product): Promise<void> {
  await at.call('POST /api/invite', { token: inviter.token, body: { page: 1, limit: 10 } });
  expect(await inviteOf(at, inviter)).toMatchObject({ amount });
}

test('a raised rate and cap pay nothing again for what friends had lost before, collected or not', async () => {
  const [collected, waiting, capped] = [await newInviter(), await newInviter(), await newInviter()];
  for (const [inviter, deposit] of [
    [collected, 1000],
    [waiting, 1000],
    [capped, 6000],
  ] as const)
    await gamble(product, sandbox, await payingFriend(inviter, deposit), -deposit);
  await dayEnds();
  for (const inviter of [collected, capped]) expect(await receiveInviteBonus(product, inviter)).toEqual(DONE);
  await edit('rate=50', 'cap=5000');
  await dayEnds();
  for (const inviter of [collected, capped]) {
    await expectGathered(inviter, 0);
    expect(await receiveInviteBonus(product, inviter)).toEqual(refusal(409, 'INVITE_COLLECT'));
  }
  await expectGathered(waiting, 100);
  expect(await mainWalletOf(product, capped)).toMatchObject({ amount: 500 });
});

test('a rate that was lowered and raised again counts for the days on which it was in force', async () => {
  const inviter = await newInviter();
  const friend = await payingFriend(inviter, 1000);
  await losesADay(friend, 100);
  await edit('rate=5');
  await losesADay(friend, 100);
  await expectGathered(inviter, 15);
  await edit('rate=20');
  await losesADay(friend, 100);
  await expectGathered(inviter, 35);
  // Of a day with two changes the last one counts, also for what was lost before it.
  await gamble(product, sandbox, friend, -100);
  await edit('rate=40');
  await edit('rate=10');
  await dayEnds();
  await expectGathered(inviter, 45);
});

test('a cap that is lowered below what a friend has earned takes nothing back and gives nothing more, until it is raised', async () => {
  const inviter = await newInviter();
  const friend = await payingFriend(inviter, 5000);
  await losesADay(friend, 800);
  await edit('cap=50');
  await losesADay(friend, 400);
  await expectGathered(inviter, 80);
  await edit('cap=100');
  await losesADay(friend, 1000);
  await expectGathered(inviter, 100);
});

test('what is lost while the programme is closed earns nothing, also once it is open again', async () => {
  const inviter = await newInviter();
  const friend = await payingFriend(inviter, 1000);
  await losesADay(friend, 100);
  await operator('campaign close', 'invite', '-');
  await losesADay(friend, 200);
  await openCampaign(operator, 'invite', '-');
  await dayEnds();
  await expectGathered(inviter, 10);
  await losesADay(friend, 300);
  await expectGathered(inviter, 40);
});

test('a programme that closes by itself in the middle of a day gives nothing for that day', async () => {
  const inviter = await newInviter();
  const friend = await payingFriend(inviter, 1000);
  await losesADay(friend, 100);
  const { rows } = await db.query<{ evening: Date }>(`select app_now() + interval '6 hours' as evening`);
  await edit(`closesAt=${rows[0]?.evening.toISOString()}`);
  await losesADay(friend, 200);
  await edit('closesAt=none');
  await dayEnds();
  await expectGathered(inviter, 10);
});

test('losses from before the first deposit count by the terms of their own days', async () => {
  const inviter = await newInviter();
  const friend = await newFriend(product, inviter);
  await operator('correct credit', friend.id, '500');
  await losesADay(friend, 300);
  await edit('rate=50', 'cap=5000');
  await payIn(product, sandbox, friend, 200);
  await dayEnds();
  await expectGathered(inviter, 20);
});

test('what was won back does not lessen what a day has earned, and losing it again earns nothing', async () => {
  const inviter = await newInviter();
  const friend = await payingFriend(inviter, 1000);
  await losesADay(friend, 400);
  await walletOf(product, friend);
  await gamble(product, sandbox, friend, 300);
  await dayEnds();
  await expectGathered(inviter, 40);
  await edit('rate=50', 'cap=5000');
  await losesADay(friend, 300);
  await expectGathered(inviter, 40);
  await losesADay(friend, 100);
  await expectGathered(inviter, 90);
});

test('a fall to nothing counts by the terms of its own day once it is a day old, and so does what rose there since', async () => {
  const inviter = await newInviter();
  const friends = [await payingFriend(inviter, 1000), await payingFriend(inviter, 1000)] as const;
  const names = [];
  for (const friend of friends) {
    names.push((await openGame(product, friend, 'usun')).username);
    await transfer(product, friend, { from: 'wallet', to: 'usun', amount: 1000 });
  }
  for (const gameUsername of names) await play(sandbox, 'usun', { gameUsername }, -990);
  for (const friend of friends) await walletOf(product, friend);
  await dayEnds();
  await db.query(`update game_falls set fell_at = app_now() - interval '23 hours'`);
  await edit('rate=50', 'cap=5000');
  await expectGathered(inviter, 0);
  await play(sandbox, 'usun', { gameUsername: names[0] ?? '' }, 490);
  await walletOf(product, friends[0]);
  await db.query(`update game_falls set fell_at = fell_at - interval '1 day'`);
  await expectGathered(inviter, 149);
});

test('terms in one currency say nothing of the other', async () => {
  const inviter = await staying(laos, await newMember(laos));
  const friend = await newFriend(laos, inviter, newLaoRegistration({ inviteCode: `PR${inviter.id}` }));
  await payIn(laos, sandbox, friend, 600_000, { by: 'BCEL' });
  await edit('rate=50', 'cap=5000');
  await gamble(laos, sandbox, friend, -500_000);
  await dayEnds();
  await expectGathered(inviter, 50_000, laos);
});

test('in the end the books are right', async () => {
  expect(await problems(db)).toEqual([]);
});
