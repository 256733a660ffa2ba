import { payIn } from './money.ts';
import { expect, type Member, type World } from './world.ts';

/** An invited friend who deposited money and lost some of it, on the day before. */
export async function newFriend(world: World, inviter: Member, { deposit, loss }: { deposit: number; loss: number }) {
  const friend = await world.newMember({ inviteCode: `PR${inviter.id}`, name: 'มานะ เพื่อนดี' });
  const token = await payIn(world, friend, deposit);
  const { username } = await world.openAccount(friend, 'pg', loss);
  await world.round('pg', username, { stake: loss, win: 0 });
  const played = async () => {
    await world.call('GET /api/wallet/refresh/slot', { token });
    return world.query('select result from invite_days where friend_id = $1', [friend.id]);
  };
  await expect.poll(played).toEqual([{ result: BigInt(-loss * 100) }]);
  await world.query('update invite_days set day = day - 1 where friend_id = $1', [friend.id]);
}

/** A member who lost `baht` at a game on the day before. */
export async function newLoser(world: World, baht: number): Promise<Member> {
  const member = await world.newMember();
  await world.giveMoney(member.id, baht * 100);
  const { username } = await world.openAccount(member, 'pg', baht);
  await world.round('pg', username, { stake: baht, win: 0 });
  const token = await world.tokenOf(member);
  // The loss is booked when the game's balance is read, which a busy provider may delay.
  const noted = async () => {
    await world.call('GET /api/wallet/refresh/slot', { token });
    return world.query('select result from game_days where member_id = $1', [member.id]);
  };
  await expect.poll(noted).toEqual([{ result: BigInt(-baht * 100) }]);
  await world.query('update game_days set day = day - 1 where member_id = $1', [member.id]);
  return member;
}
