import type { Queryable } from '../../platform/database.ts';
import type { EntryRow } from './chat-entry.ts';

export const CHAT_CHANNEL = 'chat';

/** A note to every node: an entry was written to a room, or the room changed in another way. */
export type Note = {
  roomId: string;
  /** The room's customer, the entry, and the time of the note. A long entry is named by its id alone. */
  said?: { customerId: string; isMember: boolean; entry: EntryRow | { id: string }; at: string };
};

export type Announce = (roomId: string) => Promise<void>;

/** Announces every change but new entries, which `chat_speak` announces by itself. */
export function chatAnnouncer(db: Queryable): Announce {
  return async (roomId) => {
    const note: Note = { roomId };
    await db.query('select pg_notify($1, $2)', [CHAT_CHANNEL, JSON.stringify(note)]);
  };
}
