import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { sayAs } from '../../../test/as-operators.ts';
import { gamble, inviteOf, newFriend, payIn, receiveInviteBonus, staying } from '../../../test/friends.ts';
import { mainWalletOf, newMember, type Player, startPayingWorld } from '../../../test/harness.ts';
import { nextDay } from '../../../test/rewards.ts';

const { product, sandbox, database } = await startPayingWorld({ DEPOSIT_TRIES_AN_HOUR: '10000' });
const { db } = database;
const operator = operatorOf(db);
const dayEnds = () => nextDay(sandbox, db);
await dayEnds();

const DONE = { status: 200, body: { message: 'INVITE_BONUS_SUCCESS' } };
const newInviter = async () => staying(product, await newMember(product));
const friendsOf = async ({ token }: Player) =>
  ((await product.call('POST /api/invite', { token, body: { page: 1, limit: 20 } })).body as { invites: object[] })
    .invites;

/** Friends who register one after the other; the first of them is the first of the list. */
async function register(inviter: Player, count: number) {
  const friends = [];
  for (const name of ['หนึ่ง', 'สอง', 'สาม', 'สี่', 'ห้า', 'หก'].slice(0, count))
    friends.push(await newFriend(product, inviter, { name }));
  return friends;
}

async function losesAll(friend: Awaited<ReturnType<typeof newFriend>>, amount = 1000) {
  await payIn(product, sandbox, friend, amount);
  await gamble(product, sandbox, friend, -amount);
}

test('the sixth friend who registers within seven days earns nothing until two operators let the friend count', async () => {
  const inviter = await newInviter();
  const friends = await register(inviter, 6);
  const [first, sixth] = [friends[0], friends[5]] as const;
  if (!first || !sixth) throw new Error('six have registered');
  // The order in which they pay in says nothing.
  await losesAll(sixth);
  await losesAll(first);
  await dayEnds();
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 50 });
  expect(await receiveInviteBonus(product, inviter)).toEqual(DONE);
  expect(await mainWalletOf(product, inviter)).toMatchObject({ amount: 50 });
  const [newest, ...others] = await friendsOf(inviter);
  expect(newest).toMatchObject({ from: { name: 'หก' }, amount: 0, waits: true });
  expect(others.filter((friend) => 'waits' in friend)).toEqual([]);

  const line = `${sixth.id}  invited by ${inviter.id}  registered`;
  expect(await operator('friends waiting')).toContain(line);
  expect(await operator('friends waiting')).toContain('first deposit 1,000.00, would earn 50.00 BAHT');
  const say = await sayAs(db, { Mai: ['marketing'], Rit: ['risk'], Sao: ['support'] });
  await expect(say('Sao', 'friends', 'decide', sixth.id, 'counts')).rejects.toThrow();
  const request = /waits as request (\d+)/.exec(await say('Mai', 'friends', 'decide', sixth.id, 'counts'))?.[1] ?? '';
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 0 });
  expect(await say('Rit', 'requests', 'approve', request)).toContain(
    `${sixth.id} counts for ${inviter.id}, and has earned 50.00 BAHT.`,
  );
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 50 });
  expect((await friendsOf(inviter))[0]).not.toHaveProperty('waits');
  expect(await operator('friends waiting')).not.toContain(sixth.id);
});

test('seven days after the first of five the next friend counts, and those between them wait on', async () => {
  const inviter = await newInviter();
  await register(inviter, 5);
  for (let day = 0; day < 6; day += 1) await dayEnds();
  const [between] = await register(inviter, 1);
  await dayEnds();
  // Noon is the hour of the first five as well: a little later they are seven days old.
  await sandbox.moveClock(60 * 60);
  const [later] = await register(inviter, 1);
  if (!between || !later) throw new Error('both have registered');
  for (const friend of [between, later]) await losesAll(friend);
  await dayEnds();
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 50 });
  expect(await friendsOf(inviter)).toMatchObject([{ amount: 50 }, { amount: 0, waits: true }, {}, {}, {}, {}, {}]);
});

test('one operator says that a friend never counts; it takes two to say otherwise', async () => {
  const inviter = await newInviter();
  const friends = await register(inviter, 6);
  const [first, last] = [friends[0], friends[5]] as const;
  if (!first || !last) throw new Error('six have registered');
  await losesAll(last);
  await dayEnds();
  const say = await sayAs(db, { Ris: ['risk'], Fin: ['finance'] });
  expect(await say('Ris', 'friends', 'decide', last.id, 'never')).toBe(`${last.id} never counts for ${inviter.id}.`);
  expect((await friendsOf(inviter))[0]).not.toHaveProperty('waits');
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 0 });
  expect(await operator('friends waiting')).not.toContain(last.id);
  await expect(operator('friends decide', first.id, 'counts')).rejects.toThrow(`${first.id} does not wait`);
  const request = /waits as request (\d+)/.exec(await say('Ris', 'friends', 'decide', last.id, 'counts'))?.[1] ?? '';
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 0 });
  expect(await say('Fin', 'requests', 'approve', request)).toContain(`${last.id} counts for ${inviter.id}`);
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 50 });
});

test('a friend whom operators let count leaves the five places to others, and inviters do not take each other’s', async () => {
  const [inviter, other] = [await newInviter(), await newInviter()];
  const friends = await register(inviter, 6);
  const [theirs] = await register(other, 1);
  const sixth = friends[5];
  if (!theirs || !sixth) throw new Error('all have registered');
  await losesAll(theirs);
  await dayEnds();
  expect(await inviteOf(product, other)).toMatchObject({ amount: 50 });
  await operator('friends decide', sixth.id, 'counts');
  for (let day = 0; day < 7; day += 1) await dayEnds();
  await register(inviter, 5);
  expect((await friendsOf(inviter)).filter((friend) => 'waits' in friend)).toEqual([]);
});
