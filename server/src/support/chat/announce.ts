import type { Queryable } from '../../platform/database.ts';
import type { EntryRow } from './chat-entry.ts';

export const CHAT_CHANNEL = 'chat';

/** What is told to every node: something was said in a room, or it changed in another way. */
export type Note = {
  roomId: string;
  /** Whose room it is, what was said, and when this was told. A long entry is named by its id alone. */
  said?: { customerId: string; isMember: boolean; entry: EntryRow | { id: string }; at: string };
};

export type Announce = (roomId: string) => Promise<void>;

/** Of what is said, `chat_speak` tells by itself; this is for everything else. */
export function chatAnnouncer(db: Queryable): Announce {
  return async (roomId) => {
    const note: Note = { roomId };
    await db.query('select pg_notify($1, $2)', [CHAT_CHANNEL, JSON.stringify(note)]);
  };
}
