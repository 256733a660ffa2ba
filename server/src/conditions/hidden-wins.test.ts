import { expect, test } from 'vitest';
import { goToGame, newPlayer, type Player, startPayingWorld, walletOf } from '../../test/harness.ts';
import { conditionOf, deposit, play, receiveBonus, refusal } from '../../test/rewards.ts';

// PG may be 1.5 seconds behind, for which a reward waits. Joker may be ten minutes behind: a reward is refused instead.
const { product, sandbox, database } = await startPayingWorld({
  GAME_PG_FRESHNESS_MS: '1500',
  GAME_JOKER_FRESHNESS_MS: '600000',
});
const { db } = database;

const waitsForJoker = { status: 422, body: { message: 'OPEN_BETS', games: ['joker'] } };
const given = expect.objectContaining({ status: 200 });

test('attack: a bonus that is asked for in the second of a win has the win in its start', async () => {
  const member = await newPlayer(product, { pg: 500 });
  await deposit(product, sandbox, member, 500);
  await sandbox.lie({ target: 'games/pg', lie: 'cached' });
  await walletOf(product, member);
  await play(sandbox, 'pg', member, 2150);
  expect(await receiveBonus(product, member, 'NEW100')).toEqual(given);
  expect(await conditionOf(product, member)).toMatchObject({ status: true, start: 3650, total: 3650 });
  await sandbox.honest({ target: 'games/pg', lie: 'cached' });
});

/** Writes that the thing happened so long ago, and that the game was read since. */
const ago =
  (column: string, time: string) =>
  async ({ id }: Player) => {
    const sql = `update game_accounts set ${column} = clock_timestamp() - $2::interval, last_agreed_at = clock_timestamp()
    where member_id = $1`;
    await db.query(sql, [id, time]);
  };

test.each<[string, number, (member: Player) => Promise<void>, unknown]>([
  ['holds money', 1, ago('moved_at', '24 hours'), waitsForJoker],
  ['was never used', 0, async () => {}, given],
  ['was entered and not read since', 0, (member) => goToGame(product, member, 'joker'), waitsForJoker],
  ['was entered almost 24 hours ago', 0, ago('last_launch_at', '23:59:00'), waitsForJoker],
  ['was entered 24 hours ago', 0, ago('last_launch_at', '24:00:00'), given],
  ['had money moved almost 24 hours ago', 0, ago('moved_at', '23:59:00'), waitsForJoker],
  ['had money moved 24 hours ago', 0, ago('moved_at', '24:00:00'), given],
  ['told a result almost 24 hours ago', 0, ago('result_at', '23:59:00'), waitsForJoker],
  ['told a result 24 hours ago', 0, ago('result_at', '24:00:00'), given],
  ['has told something that is not booked', 0, ago('recheck_at', '-1 hour'), waitsForJoker],
])('a bonus and a game that %s: the member waits only where a win can be hidden', async (_, joker, tell, answer) => {
  const member = await newPlayer(product, { joker });
  await deposit(product, sandbox, member, 100);
  await walletOf(product, member);
  await tell(member);
  expect(await receiveBonus(product, member, 'NEW100')).toEqual(answer);
});

test('what a member may not receive is refused without waiting for games', async () => {
  const member = await newPlayer(product, { joker: 1 });
  expect(await receiveBonus(product, member, 'NEW100')).toEqual(refusal(422, 'BONUS_CONDITION'));
});
