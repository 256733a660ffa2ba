import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../../platform/database.ts';
import { DESK_ROOM, type Rooms, socketRoomOf } from '../../platform/realtime.ts';
import { readEntry } from './chat.queries.ts';
import { type EntryRow, type EntryWriter, readerOf } from './chat-entry.ts';

export const CHAT_CHANNEL = 'chat';

/** A note to every node: an entry was written to a room, or the room changed in another way. */
type Note = {
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

type ChatNewsDeps = { db: Queryable; rooms: Rooms; writeEntry: EntryWriter; prefix: string; log: FastifyBaseLogger };

/** Tells this node's sockets, one note after the other: in a room, entries are heard in the order of their notes. */
export function chatNews({ db, rooms, writeEntry, prefix, log }: ChatNewsDeps): (note: string) => void {
  const tellCustomer = async (roomId: string, { customerId, isMember, at, ...said }: NonNullable<Note['said']>) => {
    const room = socketRoomOf(prefix, customerId);
    if (!rooms.isAnybodyIn(room)) return;
    const entry = 'message' in said.entry ? said.entry : await readEntry(db, said.entry.id);
    // The visitor may have signed in meanwhile: then the entry is the member's, and the visitor's room is not told.
    if (entry?.room_id !== roomId) return;
    const reader = readerOf({ id: customerId, memberId: isMember ? customerId : null });
    rooms.tellEach(room, 'messaging', (signIn) => [writeEntry(entry, reader, { signIn, at: new Date(at) })]);
  };
  const tell = async ({ roomId, said }: Note) => {
    rooms.tell(DESK_ROOM, 'desk-changed', roomId);
    if (!said) return;
    await tellCustomer(roomId, said).catch((error: unknown) => {
      log.warn({ err: error }, 'a chat entry could not be told');
      rooms.tell(socketRoomOf(prefix, said.customerId), 'missed');
    });
  };
  let telling = Promise.resolve();
  return (note) => {
    telling = telling.then(() => tell(JSON.parse(note) as Note));
  };
}
