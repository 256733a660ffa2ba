import type { ChatState } from '@krapao/contract/support/chat.ts';
import { many, maybeOne, one, type Queryable } from '../../platform/database.ts';

export type RoomRow = {
  id: string;
  customer_id: string;
  member_id: string | null;
  member_name: string | null;
  state: ChatState;
  operator: string | null;
  locale: string;
  session_id: string;
  last_position: number;
  unread_by_customer: number;
  unread_by_desk: number;
  last_sender: 'customer' | 'other';
  last_type: string;
  last_text: string | null;
  last_at: Date;
  now: Date;
};

const PREVIEW = 120;
/** No operator pages further, and counting all closed rooms takes a while. */
const MOST_COUNTED = 2_000;

const ROOM = `
  select room.*, members.name as member_name, entry.sender as last_sender,
    entry.message ->> 'message_type' as last_type,
    left(coalesce(entry.message #>> '{payload,text}', entry.message #>> '{payload,title}'), ${PREVIEW}) as last_text,
    app_now() as now
  from chat_rooms room
    join chat_entries entry on entry.room_id = room.id and entry.position = room.last_position
    left join members on members.id = room.member_id`;

/**
 * A closed room with unread entries still counts as open: a customer wrote while an operator ended the conversation.
 */
const WHICH = {
  open: `(room.state <> 'closed' or room.unread_by_desk > 0) and room.customer_id is not null`,
  closed: `room.state = 'closed' and room.unread_by_desk = 0 and room.customer_id is not null`,
};

/** Members who wait for a person come first, then visitors who do, then those who spoke last. */
const TURN = `case when room.state <> 'waiting' then 2 when room.member_id is null then 1 else 0 end`;

export async function readRooms(
  db: Queryable,
  which: 'open' | 'closed',
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; rooms: RoomRow[] }> {
  const { total } = await one<{ total: number }>(
    db,
    `select count(*)::int as total from (
      select from chat_rooms room where ${WHICH[which]} and last_position > 0 limit ${MOST_COUNTED}) counted`,
  );
  const order = which === 'open' ? `(${TURN}), room.last_at desc` : 'room.last_at desc';
  const sql = `${ROOM} where ${WHICH[which]} order by ${order} limit $1 offset $2`;
  return { total, rooms: await many<RoomRow>(db, sql, [limit, (page - 1) * limit]) };
}

/** The conversation, also by the id that it had before its visitor signed in. */
export async function findRoom(db: Queryable, id: string): Promise<RoomRow | null> {
  const sql = `${ROOM} where room.id = (select coalesce(adopted_into, id) from chat_rooms where id = $1)`;
  return maybeOne<RoomRow>(db, sql, [id]);
}
