import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import { type FriendRules, friendsToRead } from './invites.queries.ts';

/** As many are read side by side when an inviter looks. */
const MOST_READ = 20;

/**
 * A friend who left a little in a game and never came back would never be counted: the games of friends who may be due
 * are read when the inviter looks, once a day each. A game that cannot be read counts on, unread; one that the inviter's
 * calls have asked too often refuses the call.
 */
export async function readFriends(
  { db, read, ...rules }: FriendRules & { db: Database; read: (friend: Owner) => Promise<unknown> },
  memberId: string,
): Promise<boolean> {
  const friends = await friendsToRead(db, memberId, rules, MOST_READ);
  const readings = await Promise.allSettled(friends.map((friend) => read(friend)));
  for (const { reason } of readings.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[])
    if (reason instanceof AppError && reason.code === 'REQUEST_LIMIT_1MIN') throw reason;
  return friends.length > 0;
}
