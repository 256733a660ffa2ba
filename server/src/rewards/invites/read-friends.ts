import type { Database } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import { type FriendRules, friendsToRead } from './invites.queries.ts';

/** As many are read side by side when an inviter looks. */
const MOST_READ = 20;

/**
 * A friend who left a little in a game and never came back would never be counted: the games of friends who may be due
 * are read when the inviter looks, once a day each. A game that cannot be read counts on, unread.
 */
export async function readFriends(
  { db, read, ...rules }: FriendRules & { db: Database; read: (friend: Owner) => Promise<unknown> },
  memberId: string,
): Promise<boolean> {
  const friends = await friendsToRead(db, memberId, rules, MOST_READ);
  await Promise.allSettled(friends.map((friend) => read(friend)));
  return friends.length > 0;
}
