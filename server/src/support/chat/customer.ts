import { AppError } from '../../platform/app-error.ts';
import type { Queryable } from '../../platform/database.ts';
import type { SignedIn } from '../../platform/sessions.ts';
import { adopt } from './chat.queries.ts';
import type { Announce } from './chat-news.ts';

/** The owner of a room. */
export type Customer = { id: string; memberId: string | null };

/**
 * A member is known by their token, a visitor by an id that only they know. A member who also sends a visitor's id was
 * that visitor, and gets the visitor's entries.
 */
export async function customerOf(
  { db, announce }: { db: Queryable; announce: Announce },
  member: SignedIn | null,
  { userId, guestId }: { userId?: string; guestId?: string },
): Promise<Customer> {
  if (userId === undefined) {
    if (guestId === undefined) throw new AppError('INVALID_REQUEST', { fields: { guestId: 'REQUIRED' } });
    return { id: guestId.toLowerCase(), memberId: null };
  }
  if (member === null) throw new AppError('invalid-token');
  if (member.memberId !== userId) throw new AppError('NO_DATA');
  const changed = guestId === undefined ? [] : await adopt(db, guestId.toLowerCase(), userId);
  for (const roomId of changed) await announce(roomId);
  return { id: userId, memberId: userId };
}
