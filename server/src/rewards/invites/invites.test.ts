import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { gamble, inviteOf, newFriend, payIn, receiveInviteBonus, staying } from '../../../test/friends.ts';
import {
  mainWalletOf,
  newMember,
  newPlayer,
  openGame,
  type Player,
  startPatientNode,
  startPayingWorld,
  statementOf,
  transfer,
  walletOf,
  withdraw,
} from '../../../test/harness.ts';
import { conditionOf, NO_CONDITION, nextDay, refusal } from '../../../test/rewards.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld({ DEPOSIT_TRIES_AN_HOUR: '10000' });
const { db } = database;
const otherNode = await startPatientNode(database, sandbox);

const DONE = { status: 200, body: { message: 'INVITE_BONUS_SUCCESS' } };
const COLLECTED = refusal(409, 'INVITE_COLLECT');
const TERMS = { success: 200, fail: 5 };
const receive = (member: Player, key?: string) => receiveInviteBonus(product, member, key);
const friendsOf = async ({ token }: Player, body = { page: 1, limit: 10 }) =>
  (await product.call('POST /api/invite', { token, body })).body as {
    total: number;
    invites: { from: { name: string }; amount: number; createdAt: string }[];
  };

const newInviter = async () => staying(product, await newMember(product));
// A refund would take its part of what a loss gives back.
await operatorOf(db)('campaign close', 'refund', '-');
const dayEnds = () => nextDay(sandbox, db);
await dayEnds();

/** A friend who has lost `amount` until yesterday, of which the inviter earns a tenth. */
async function losingFriend(inviter: Player, amount: number) {
  const friend = await newFriend(product, inviter);
  await payIn(product, sandbox, friend, amount);
  await gamble(product, sandbox, friend, -amount);
  await dayEnds();
  return friend;
}

test('friends earn nothing before there are any, before they have played, and before the day is over', async () => {
  const inviter = await newInviter();
  expect(await receive(inviter)).toEqual(refusal(422, 'NO_INVITE_BONUS'));
  const friend = await newFriend(product, inviter);
  expect(await receive(inviter)).toEqual(refusal(422, 'NO_INVITEE_PLAY_INFO'));
  await payIn(product, sandbox, friend, 1000);
  // A game that money only went through was not played.
  await openGame(product, friend, 'joker');
  await transfer(product, friend, { from: 'wallet', to: 'joker', amount: 1000 });
  await walletOf(product, friend);
  await transfer(product, friend, { from: 'joker', to: 'wallet', amount: 1000 });
  expect(await receive(inviter)).toEqual(refusal(422, 'NO_INVITEE_PLAY_INFO'));
  expect(await inviteOf(product, inviter)).toEqual({ amount: 0, ...TERMS });
  await gamble(product, sandbox, friend, -1000);
  expect(await inviteOf(product, inviter)).toEqual({ amount: 0, ...TERMS });
  expect(await receive(inviter)).toEqual(refusal(422, 'NO_INVITE_BONUS'));
  await dayEnds();
  expect(await inviteOf(product, inviter)).toEqual({ amount: 100, ...TERMS });
});

test.for([
  ['as far as they have lost it', [1000], -400, 40],
  ['and no more than it, however much they lost', [300, 700], -900, 30],
  ['where a later one is larger too', [200, 5000], -5000, 20],
  ['up to 500', [6000], -6000, 500],
  ['rounded down to the satang', [100.59], -100.55, 10.05],
  ['and nothing if they have won', [1000], 300, 0],
] as const)('a friend earns a tenth of the first deposit %s', async ([, deposits, result, amount]) => {
  const inviter = await newInviter();
  const friend = await newFriend(product, inviter);
  for (const deposit of deposits) await payIn(product, sandbox, friend, deposit);
  await gamble(product, sandbox, friend, result);
  await dayEnds();
  expect((await friendsOf(inviter)).invites).toMatchObject([{ amount }]);
  expect(await inviteOf(product, inviter)).toEqual({ amount, ...TERMS });

  const key = randomUUID();
  expect(await receive(inviter, key)).toEqual(amount > 0 ? DONE : refusal(422, 'NO_INVITE_BONUS'));
  expect(await mainWalletOf(product, inviter)).toMatchObject({ amount });
  expect(await inviteOf(product, inviter)).toEqual({ amount: 0, ...TERMS });
  if (amount === 0) return;
  expect(await statementOf(product, inviter)).toMatchObject([
    { id: key, statementType: 'bonus', to: 'wallet', amount, invite: { description: '10%' } },
  ]);
  expect(await conditionOf(product, inviter)).toMatchObject({ status: true, type: 'invite', start: amount });
});

test('the invite bonus is received once; of later losses the difference, once no condition binds any more', async () => {
  const inviter = await newInviter();
  const friend = await newFriend(product, inviter);
  await payIn(product, sandbox, friend, 1000);
  await gamble(product, sandbox, friend, -400);
  await dayEnds();
  expect(await receive(inviter)).toEqual(DONE);
  expect(await receive(inviter)).toEqual(COLLECTED);

  await gamble(product, sandbox, friend, -100);
  await dayEnds();
  await friendsOf(inviter);
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 10 });
  expect(await receive(inviter)).toEqual(refusal(422, 'BONUS_ALREADY_ACTIVE'));
  await gamble(product, sandbox, inviter, -40);
  expect(await conditionOf(product, inviter)).toEqual(NO_CONDITION);
  expect(await receive(inviter)).toEqual(DONE);
  expect(await mainWalletOf(product, inviter)).toMatchObject({ amount: 10 });
  expect((await friendsOf(inviter)).invites).toMatchObject([{ amount: 50 }]);

  // The friend's later win takes nothing back, and losing it again earns nothing.
  await gamble(product, sandbox, friend, 300);
  await gamble(product, sandbox, friend, -300);
  await dayEnds();
  expect(await receive(inviter)).toEqual(COLLECTED);
  expect((await friendsOf(inviter)).invites).toMatchObject([{ amount: 50 }]);
});

test('friends add up; one who wins takes nothing from what another earns', async () => {
  const inviter = await newInviter();
  const winner = await newFriend(product, inviter);
  await payIn(product, sandbox, winner, 1000);
  await gamble(product, sandbox, winner, 500);
  await losingFriend(inviter, 200);
  await losingFriend(inviter, 300);
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 50 });
  expect(await receive(inviter)).toEqual(DONE);
  expect(await mainWalletOf(product, inviter)).toMatchObject({ amount: 50 });
});

test('friends are listed newest first, in pages, and only the member’s own', async () => {
  const [inviter, stranger] = [await newInviter(), await newInviter()];
  for (const name of ['หนึ่ง', 'สอง', 'สาม']) await newFriend(product, inviter, { name });
  await newFriend(product, stranger, { name: 'คนอื่น' });
  const { total, invites } = await friendsOf(inviter);
  const names = invites.map(({ from }) => from.name);
  expect({ total, names }).toEqual({ total: 3, names: ['สาม', 'สอง', 'หนึ่ง'] });
  expect(await friendsOf(inviter, { page: 2, limit: 2 })).toEqual({ total: 3, invites: invites.slice(2) });
  expect(await friendsOf(inviter, { page: 3, limit: 2 })).toEqual({ total: 3, invites: [] });
  expect(Object.keys(invites[0] ?? {}).sort()).toEqual(['amount', 'createdAt', 'from']);
  const sql = 'select created_at from members where invited_by = $1 order by created_at desc';
  const registered = (await db.query<{ created_at: Date }>(sql, [inviter.id])).rows;
  expect(invites.map(({ createdAt }) => createdAt)).toEqual(
    registered.map(({ created_at }) => created_at.toISOString()),
  );
});

test('fifty calls at once, by two nodes, receive the invite bonus once', async () => {
  const inviter = await newInviter();
  await losingFriend(inviter, 400);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => receiveInviteBonus(at % 2 ? product : otherNode, inviter)),
  );
  expect(answers.filter(({ status }) => status === 200)).toEqual([DONE]);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect([COLLECTED, refusal(503, 'SERVICE_UNAVAILABLE')]).toContainEqual(answer);
  expect(await mainWalletOf(product, inviter)).toMatchObject({ amount: 40 });
});

test('the same key fifty times is one bonus and fifty equal answers', async () => {
  const inviter = await newInviter();
  await losingFriend(inviter, 400);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 50 }, () => receive(inviter, key)));
  for (const answer of [...answers, await receive(inviter, key)]) expect(answer).toEqual(DONE);
  expect(await mainWalletOf(product, inviter)).toMatchObject({ amount: 40 });
});

test('while a game of the inviter’s that holds money cannot be read nothing is granted', async () => {
  const inviter = await staying(product, await newPlayer(product, { joker: 100 }));
  await losingFriend(inviter, 400);
  await sandbox.fault({ target: 'games/joker', call: 'balance', mode: 'garbage' });
  expect(await receive(inviter)).toEqual(refusal(502, 'INVITE_BONUS_FAIL'));
  await sandbox.fault({ target: 'games/joker', call: 'balance', mode: 'ok' });
  expect(await mainWalletOf(product, inviter)).toMatchObject({ amount: 0 });
  expect(await receive(inviter)).toEqual(DONE);
});

test('while money is on its way to the bank nothing is granted', async () => {
  const inviter = await staying(product, await newPlayer(product, { wallet: 100 }));
  await losingFriend(inviter, 400);
  await sandbox.nextPayout('silent');
  expect(await withdraw(product, inviter, 100)).toMatchObject({ status: 200 });
  expect(await receive(inviter)).toEqual(refusal(422, 'WITHDRAWAL_PENDING'));
});

const programme = (change: string) =>
  db.query(`update campaigns set ${change} where kind = 'invite' and currency = 'BAHT'`);

test('a closed programme grants nothing, and forgets nothing', async () => {
  const inviter = await newInviter();
  await losingFriend(inviter, 400);
  const banners = async () => (await product.call('GET /api/invite/banners', { token: inviter.token })).body;
  await programme('is_open = false');
  try {
    expect(await receive(inviter)).toEqual(refusal(422, 'INVITE_INACTIVE'));
    expect(await inviteOf(product, inviter)).toEqual({ amount: 0, success: 0, fail: 0 });
    expect(await banners()).toEqual([]);
  } finally {
    await programme('is_open = true');
  }
  expect(await banners()).toMatchObject([{ html: expect.stringContaining('ชวนเพื่อน') }, {}]);
  expect(await receive(inviter)).toEqual(DONE);
});

test('a budget that is spent grants nothing, and what has gathered stays', async () => {
  const inviter = await newInviter();
  await losingFriend(inviter, 400);
  await programme('budget = spent + 3999');
  try {
    expect(await receive(inviter)).toEqual(refusal(422, 'BONUS_FULL'));
    expect(await inviteOf(product, inviter)).toMatchObject({ amount: 40 });
    await programme('budget = spent + 4000');
    expect(await receive(inviter)).toEqual(DONE);
  } finally {
    await programme('budget = 100000000');
  }
});

test('in the end the books are right, and what was granted is what was spent', async () => {
  const { rows } = await db.query(
    `select (select sum(granted) from invites) = spent as is_right from campaigns
      where kind = 'invite' and currency = 'BAHT'`,
  );
  expect(rows).toEqual([{ is_right: true }]);
  expect(await problems(db)).toEqual([]);
});
