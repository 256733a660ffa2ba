import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { gamble, inviteOf, newFriend, payIn, receiveInviteBonus, staying } from '../../../test/friends.ts';
import {
  BY_ITSELF,
  letReadingsSettle,
  mainWalletOf,
  newLaoRegistration,
  newMember,
  openGame,
  PATIENT,
  type Player,
  type Product,
  startPayingWorld,
  startProduct,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { nextDay, play, refusal } from '../../../test/rewards.ts';
import { problems } from '../../ledger/ledger.ts';
import { friendsToRead } from './invites.queries.ts';

const { product, sandbox, database } = await startPayingWorld({ DEPOSIT_TRIES_AN_HOUR: '10000' });
const { db } = database;
const laos = await startProduct(database, { ...PATIENT, EDITION: 'la', SANDBOX_URL: sandbox.url, ROLE: 'api' });

const DONE = { status: 200, body: { message: 'INVITE_BONUS_SUCCESS' } };
const NOTHING = refusal(422, 'NO_INVITE_BONUS');
// A refund would take its part of what a loss gives back.
await operatorOf(db)('campaign close', 'refund', '-');
const dayEnds = () => nextDay(sandbox, db);
await dayEnds();

/** What is booked of the friend's results until now, of all days. */
async function bookedOf({ id }: Player): Promise<number> {
  const { rows } = await db.query<{ sum: bigint }>(
    'select coalesce(sum(result), 0)::bigint as sum from invite_days where friend_id = $1',
    [id],
  );
  return Number(rows[0]?.sum) / 100;
}

/** The friends whose games are read when the inviter looks. */
const toRead = ({ id }: Player, most: number) => friendsToRead(db, id, { friendsAWeek: 5 }, most);

/** As if only this game had been read today. */
async function markRead({ id }: Player, code: string): Promise<void> {
  const sql = `update game_accounts set read_on = (app_now() at time zone 'Asia/Bangkok')::date
    where member_id = $1 and code = $2`;
  await db.query(sql, [id, code]);
}

/** A friend with equal stakes at two games who has lost at PG, and won at Joker what nobody has read. */
async function friendOnBothSides(node: Product, inviter: Player, { stake, won }: { stake: number; won: number }) {
  const isLao = node === laos;
  const registration = isLao ? newLaoRegistration({ inviteCode: `PR${inviter.id}` }) : {};
  const friend = await newFriend(node, inviter, registration);
  await payIn(node, sandbox, friend, 2 * stake, isLao ? { by: 'BCEL' } : {});
  const names = { pg: '', joker: '' };
  for (const code of ['pg', 'joker'] as const) {
    names[code] = (await openGame(node, friend, code)).username;
    await transfer(node, friend, { from: 'wallet', to: code, amount: stake });
  }
  // A reading that is doubted is read again by the worker, of all games: the win would not stay unread.
  await letReadingsSettle(db, friend.id);
  await walletOf(node, friend);
  const kept = stake / 100;
  await play(sandbox, 'pg', { gameUsername: names.pg }, kept - stake);
  await play(sandbox, 'joker', { gameUsername: names.joker }, won);
  // A transfer reads the game that it takes from, and no other.
  const home = await transfer(node, friend, { from: 'pg', to: 'wallet', amount: kept });
  expect(home).toMatchObject({ body: { status: 'SUCCESS' } });
  expect(await bookedOf(friend)).toBe(kept - stake);
  return friend;
}

test('a friend who bets on opposite sides earns nothing for the inviter, also while only the losing side was read', async () => {
  const inviter = await staying(product, await newMember(product));
  const friend = await friendOnBothSides(product, inviter, { stake: 5000, won: 4950 });
  expect(await receiveInviteBonus(product, inviter)).toEqual(NOTHING);
  await dayEnds();
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 0 });
  // A third game that was read today, with money in it, says nothing of the one that was not.
  await openGame(product, friend, 'slotxo');
  await transfer(product, friend, { from: 'wallet', to: 'slotxo', amount: 10 });
  await markRead(friend, 'slotxo');
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 0 });

  await sandbox.fault({ target: 'games/joker', call: 'balance', mode: 'garbage', times: 1 });
  expect(await receiveInviteBonus(product, inviter)).toEqual(NOTHING);
  expect(await sandbox.faultsLeft('games/joker', 'balance')).toBe(0);
  expect(await bookedOf(friend)).toBe(-4950);

  expect(await receiveInviteBonus(product, inviter)).toEqual(NOTHING);
  expect(await bookedOf(friend)).toBe(0);
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 0 });
  expect(await mainWalletOf(product, inviter)).toMatchObject({ amount: 0 });
});

test('a friend in kip who won a part of it back elsewhere earns by the difference, though the win is read days later', async () => {
  const inviter = await staying(laos, await newMember(laos));
  await friendOnBothSides(laos, inviter, { stake: 600_000, won: 250_000 });
  await dayEnds();
  await dayEnds();
  expect(await inviteOf(laos, inviter)).toMatchObject({ amount: 0 });
  expect(await receiveInviteBonus(laos, inviter)).toEqual(DONE);
  // A tenth of 594,000 less 250,000.
  expect(await mainWalletOf(laos, inviter)).toMatchObject({ amount: 34_400 });
});

test('a loss that was won back at the same game before midnight earns nothing, also if the win is read afterwards', async () => {
  const inviter = await staying(product, await newMember(product));
  const friend = await newFriend(product, inviter);
  await payIn(product, sandbox, friend, 1000);
  const gameUsername = await gamble(product, sandbox, friend, -900);
  await play(sandbox, 'pg', { gameUsername }, 900);
  await dayEnds();
  expect(await receiveInviteBonus(product, inviter)).toEqual(NOTHING);
  expect(await mainWalletOf(product, inviter)).toMatchObject({ amount: 0 });
});

test('a day of a friend stays open while money of the friend is on its way to a game: it may be won there already', async () => {
  const inviter = await staying(product, await newMember(product));
  const friend = await newFriend(product, inviter);
  await openGame(product, friend, 'joker');
  await payIn(product, sandbox, friend, 1000);
  await gamble(product, sandbox, friend, -900);
  await transfer(product, friend, { from: 'pg', to: 'wallet', amount: 100 });
  await sandbox.fault({ target: 'games/joker', call: 'status', mode: 'garbage' });
  await sandbox.fault({ target: 'games/joker', call: 'move-in', mode: 'error-after', times: 1 });
  const pending = await transfer(product, friend, { from: 'wallet', to: 'joker', amount: 100 });
  expect(pending).toMatchObject({ body: { status: 'PENDING' } });
  await dayEnds();
  expect(await inviteOf(product, inviter)).toMatchObject({ amount: 0 });

  await sandbox.fault({ target: 'games/joker', call: 'status', mode: 'ok' });
  await expect.poll(async () => (await mainWalletOf(product, friend)).inTransit, BY_ITSELF).toBe(0);
  expect(await receiveInviteBonus(product, inviter)).toEqual(DONE);
  expect(await mainWalletOf(product, inviter)).toMatchObject({ amount: 90 });
});

test.each([
  ['asks for the bonus', async () => undefined],
  [
    'looks at the list of friends, and then home shows it',
    async (inviter: Player) => {
      const { token } = inviter;
      const { body } = await product.call('POST /api/invite', { token, body: { page: 1, limit: 10 } });
      expect(body).toMatchObject({ invites: [{ amount: 90 }] });
      expect(await inviteOf(product, inviter)).toMatchObject({ amount: 90 });
      // Once a day is enough.
      expect(await toRead(inviter, 20)).toEqual([]);
    },
  ],
] as const)(
  'a friend who left a little in a game and never came back is counted when the inviter %s',
  async (_, look) => {
    const inviter = await staying(product, await newMember(product));
    const friend = await newFriend(product, inviter);
    await payIn(product, sandbox, friend, 1000);
    await gamble(product, sandbox, friend, -900);
    await dayEnds();
    await dayEnds();
    expect(await inviteOf(product, inviter)).toMatchObject({ amount: 0 });
    const { id: memberId } = friend;
    expect([await toRead(inviter, 1), await toRead(inviter, 0)]).toEqual([[{ memberId, currency: 'BAHT' }], []]);
    await look(inviter);
    expect(await receiveInviteBonus(product, inviter)).toEqual(DONE);
    expect(await mainWalletOf(product, inviter)).toMatchObject({ amount: 90 });
  },
);

test('a friend whose game the inviter may not ask again yet is not taken for one who lost nothing: the call is refused', async () => {
  const strict = await startProduct(database, {
    ...{ ...PATIENT, SANDBOX_URL: sandbox.url, ROLE: 'api' },
    GAME_QUESTIONS_A_MINUTE: '2',
  });
  const inviter = await staying(product, await newMember(product));
  const friend = await newFriend(product, inviter);
  await payIn(product, sandbox, friend, 1000);
  await gamble(product, sandbox, friend, -900);
  await dayEnds();
  await dayEnds();
  const haveAsked = (seconds: number) =>
    db.query(
      `insert into game_questions (member_id, code, asked_at)
        values ($1, 'pg', array_fill(clock_timestamp() - $2 * interval '1 second', array[2]))
        on conflict (member_id, code) do update set asked_at = excluded.asked_at`,
      [inviter.id, seconds],
    );
  await haveAsked(0);
  expect(await receiveInviteBonus(strict, inviter)).toEqual(refusal(429, 'REQUEST_LIMIT_1MIN'));
  const list = await strict.call('POST /api/invite', { token: inviter.token, body: { page: 1, limit: 10 } });
  expect(list).toMatchObject({ status: 200, body: { total: 1 } });
  await haveAsked(61);
  expect(await receiveInviteBonus(strict, inviter)).toEqual(DONE);
});

test('in the end the books are right', async () => {
  expect(await problems(db)).toEqual([]);
});
