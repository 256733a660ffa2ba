import type { Locale } from '@krapao/contract/editions.ts';
import type { ChatState } from '@krapao/contract/support/chat.ts';
import { many, maybeOne, one, type Queryable } from '../../platform/database.ts';
import type { EntryRow, StoredMessage } from './chat-entry.ts';

/** A conversation in which nothing was said for so long is over. */
const IDLE = '24 hours';

const ROOMS_AT_ONCE = 200;

/** An entry to be written to a room: by its customer, by an operator, or, without a name, by the bot. */
export type Words = ({ customerId: string; sender: 'customer'; locale: Locale } | FromUs) & {
  id: string;
  message: StoredMessage;
  /** The uploaded file that goes with the message. */
  file?: string;
};
type FromUs = {
  roomId: string;
  sender: 'other';
  operator?: string;
  /** The state of the conversation after this entry. */
  state?: 'waiting' | 'agent' | 'closed';
  /** The session that the bot answers in; the entry is refused if another has begun meanwhile. */
  session?: string;
};

export type Said = { entry: EntryRow; state: ChatState; isFirst: boolean };
type Refused = { outcome: 'no-room' | 'conflict' | 'too-many' | 'no-file' | 'moved-on' };
export type Say = (words: Words) => Promise<Said | Refused>;

type SaidRow = {
  outcome: 'said' | 'said-before' | Refused['outcome'];
  entry: EntryRow;
  room: { state: ChatState };
  is_first: boolean;
};

/** Stores an entry, then tells every node. */
export function speaker(db: Queryable, mostInMinute: number): Say {
  const sql = `call chat_speak($1, $2, interval '${IDLE}', null)`;
  return async (words) => {
    const { said } = await one<{ said: SaidRow }>(db, sql, [JSON.stringify(words), mostInMinute]);
    const { outcome, entry, room, is_first: isFirst } = said;
    return outcome === 'said' || outcome === 'said-before' ? { entry, state: room.state, isFirst } : { outcome };
  };
}

/** The owner of a room. */
export type Customer = { id: string; memberId: string | null };

/** Opens the customer's room. Answers whether it is new. */
export async function openRoom(
  db: Queryable,
  { customerId, memberId, locale }: { customerId: string; memberId: string | null; locale: Locale },
): Promise<boolean> {
  const sql = 'insert into chat_rooms (customer_id, member_id, locale) values ($1, $2, $3) on conflict do nothing';
  return (await db.query(sql, [customerId, memberId, locale])).rowCount === 1;
}

/** Gives a visitor's entries to the member who has signed in; answers the rooms that changed. */
export async function adopt(db: Queryable, guestId: string, memberId: string): Promise<string[]> {
  const isThere = 'select from chat_rooms where customer_id = $1 and member_id is null';
  if (!(await maybeOne(db, isThere, [guestId]))) return [];
  const sql = 'select chat_adopt($1, $2) as rooms';
  return (await one<{ rooms: string[] }>(db, sql, [guestId, memberId])).rooms;
}

type History = { entries: EntryRow[]; unread: number; at: Date };

/**
 * Newest first. Entries are numbered without gaps, so skipping some means beginning at another number. One statement:
 * between two, a visitor could sign in and the numbers change.
 */
export async function readHistory(
  db: Queryable,
  room: { customerId: string } | { roomId: string },
  { limit, skip }: { limit: number; skip: number },
): Promise<History> {
  const [column, value] = 'roomId' in room ? ['id', room.roomId] : ['customer_id', room.customerId];
  const rows = await many<{ entry: EntryRow | null; unread: number; at: Date }>(
    db,
    `select to_jsonb(entry) as entry, room.unread_by_customer as unread, app_now() as at
      from chat_rooms room left join chat_entries entry on entry.room_id = room.id
        and entry.position <= room.last_position - $2 and entry.position > room.last_position - $2 - $3
      where room.${column} = $1 order by entry.position desc`,
    [value, skip, limit],
  );
  const [{ unread, at } = { unread: 0, at: new Date(0) }] = rows;
  return { entries: rows.flatMap(({ entry }) => entry ?? []), unread, at };
}

export async function readEntry(db: Queryable, id: string): Promise<EntryRow | null> {
  const sql = 'select to_jsonb(chat_entries) as entry from chat_entries where id = $1';
  return (await maybeOne<{ entry: EntryRow }>(db, sql, [id]))?.entry ?? null;
}

/** Whether the customer of a room asks about the movement in it. */
export async function isAskedIn(db: Queryable, roomId: string, movement: string): Promise<boolean> {
  const sql = `select exists (select from chat_entries
    where room_id = $1 and sender = 'customer' and message #>> '{payload,movement}' = $2) as yes`;
  return (await one<{ yes: boolean }>(db, sql, [roomId, movement])).yes;
}

/** Answers the room if there was an unread entry. */
export async function markReadByCustomer(db: Queryable, customerId: string, until?: string): Promise<string | null> {
  const sql = `select id, chat_read(id, 'customer', $2) as is_news from chat_rooms
    where customer_id = $1 and unread_by_customer > 0`;
  const room = await maybeOne<{ id: string; is_news: boolean }>(db, sql, [customerId, until]);
  return room?.is_news ? room.id : null;
}

export async function markReadByDesk(db: Queryable, roomId: string, until?: string): Promise<void> {
  await db.query(`select chat_read($1, 'desk', $2)`, [roomId, until]);
}

type FileRow = { reference: string; file: string; file_type: 'image' | 'video' };

export async function insertFile(db: Queryable, { reference, file, file_type }: FileRow): Promise<void> {
  const sql = 'insert into chat_files (reference, file, file_type) values ($1, $2, $3)';
  await db.query(sql, [reference, file, file_type]);
}

export async function fileOf(db: Queryable, reference: string): Promise<string | null> {
  const sql = 'select file from chat_files where reference = $1';
  return (await maybeOne<{ file: string }>(db, sql, [reference]))?.file ?? null;
}

/** Files that were uploaded and not sent within a day. A file taken here can no longer be sent. */
export function takeUnsentFiles(db: Queryable, limit: number): Promise<Pick<FileRow, 'reference' | 'file'>[]> {
  const sql = `delete from chat_files where room_id is null and reference in (
      select reference from chat_files where room_id is null and created_at < app_now() - interval '1 day'
      order by created_at limit $1 for update skip locked)
    returning reference, file`;
  return many(db, sql, [limit]);
}

type OpenRoom = { id: string; session_id: string; locale: string };

/** Visitors who wait for a person and have said nothing for so long. */
export function silentVisitors(db: Queryable, minutes: number): Promise<OpenRoom[]> {
  const sql = `select id, session_id, locale from chat_rooms
    where state = 'waiting' and member_id is null and customer_id is not null
      and last_at < app_now() - make_interval(mins => $1)`;
  return many<OpenRoom>(db, sql, [minutes]);
}

/**
 * Deletes what visitors said who have said and heard nothing for so many days. Their files are then like files that
 * nobody sent, which a worker removes. A visitor who speaks at this moment keeps the room.
 */
export async function deleteOldVisitors(db: Queryable, days: number): Promise<void> {
  const sql = `with old as (
      select id from chat_rooms where customer_id is not null and member_id is null
        and last_at < app_now() - make_interval(days => $1) order by last_at limit $2 for update skip locked),
    files as (update chat_files set room_id = null where room_id in (select id from old)),
    entries as (delete from chat_entries where room_id in (select id from old))
    delete from chat_rooms where id in (select id from old)`;
  for (let deleted = ROOMS_AT_ONCE; deleted === ROOMS_AT_ONCE; )
    deleted = (await db.query(sql, [days, ROOMS_AT_ONCE])).rowCount ?? 0;
}

/** Rooms that only the bot was talking in, after a day: no customer waits there for a person. */
export async function closeIdleRooms(db: Queryable): Promise<void> {
  await db.query(`update chat_rooms set state = 'closed', unread_by_desk = 0
    where state = 'bot' and customer_id is not null and last_at < app_now() - interval '1 day'`);
}
