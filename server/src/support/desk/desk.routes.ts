import type { ReplyOf } from '@krapao/contract/schemas.ts';
import type { ChatEntry, OutgoingMessage } from '@krapao/contract/support/chat.ts';
import type { DeskConversation, deskCalls } from '@krapao/contract/support/desk.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Queryable } from '../../platform/database.ts';
import type { SignIn } from '../../platform/media-links.ts';
import { endOperatorSession } from '../../platform/operator-sessions.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { type From, isReading, noteEvent, type SecurityEvent } from '../../platform/security-events.ts';
import { hashOf } from '../../platform/sessions.ts';
import { findRoom, type RoomRow, readRooms } from './desk.queries.ts';
import { deskLogin } from './desk-login.ts';

type AskedMovement = ReplyOf<(typeof deskCalls)['POST /api/desk/movement']>;

/** The desk's access to customers' rooms, given by the chat. */
export type Chat = {
  readEntries: (room: RoomRow, page: { limit: number; skip: number }, signIn: SignIn) => Promise<ChatEntry[]>;
  answer: (answer: {
    roomId: string;
    id: string;
    message: OutgoingMessage;
    operator: string;
  }) => Promise<{ createdAt: string }>;
  /** Ends the conversation; ending it twice is ending it once. */
  sayGoodbye: (room: Pick<RoomRow, 'id' | 'session_id' | 'locale'>) => Promise<void>;
  /** The desk has read the conversation up to the entry `until`, or all of it. */
  markRead: (room: Pick<RoomRow, 'id'>, until?: string) => Promise<void>;
  /** The movement that the room's member asks about in it; null if nobody does. */
  findAsked: (room: RoomRow, movement: string) => Promise<AskedMovement | null>;
  /** Tells the others at the desk that the room has changed. */
  announce: (roomId: string) => Promise<void>;
};

/** The operators' side of the chat. `chat` is the desk's access to customers' rooms. */
export function deskRoutes(platform: Platform, chat: Chat): void {
  const { db, config } = platform;
  const note = (what: SecurityEvent, room: RoomRow, { name }: { name: string }, from: From) =>
    noteEvent(db, { what, memberId: room.member_id, operator: name, from, about: { conversation: room.id } });
  route(platform, 'POST /api/desk/login', ({ body, address, agent, device }) =>
    deskLogin(db, config, body, { address, agent, device }),
  );
  route(platform, 'POST /api/desk/logout', async ({ operator: { name, token }, address, agent }) => {
    await endOperatorSession(db, token);
    await noteEvent(db, { what: 'signed-out', operator: name, from: { address, agent }, about: { face: 'desk' } });
    return {};
  });
  route(platform, 'POST /api/desk/conversations', async ({ body }) => {
    const { total, rooms } = await readRooms(db, body.state ?? 'open', body);
    return { total, conversations: rooms.map(conversationOf) };
  });
  route(platform, 'POST /api/desk/history', async ({ body, operator, address, agent }) => {
    const room = await roomNamed(db, body.conversationId);
    if (!(await isReading(db, operator.name, room.id)))
      await note('conversation-read', room, operator, { address, agent });
    const entries = await chat.readEntries(room, body, hashOf(operator.token));
    return { conversation: conversationOf(room), entries };
  });
  route(platform, 'POST /api/desk/movement', async ({ body }) => {
    const asked = await chat.findAsked(await roomNamed(db, body.conversationId), body.movement.toLowerCase());
    if (!asked) throw new AppError('NO_DATA');
    return asked;
  });
  route(platform, 'POST /api/desk/reply', ({ body: { conversationId: roomId, id, message }, operator }) =>
    chat.answer({ roomId, id, message, operator: operator.name }),
  );
  route(platform, 'POST /api/desk/read', async ({ body }) => {
    const room = await roomNamed(db, body.conversationId);
    await chat.markRead(room, body.until);
    await chat.announce(room.id);
    return {};
  });
  route(platform, 'POST /api/desk/close', async ({ body, operator, address, agent }) => {
    const room = await roomNamed(db, body.conversationId);
    if (room.state !== 'closed') await chat.sayGoodbye(room);
    await note('conversation-closed', room, operator, { address, agent });
    return {};
  });
  route(platform, 'POST /api/desk/close-many', async ({ body, operator, address, agent }) => {
    for (const id of new Set(body.conversationIds)) {
      const room = await findRoom(db, id);
      if (!room) continue;
      // Nobody opens them: unread, they would stay in the list of the open ones.
      await chat.markRead(room);
      if (room.state !== 'closed') await chat.sayGoodbye(room);
      await note('conversation-closed', room, operator, { address, agent });
      await chat.announce(room.id);
    }
    return {};
  });
}

async function roomNamed(db: Queryable, id: string): Promise<RoomRow> {
  const room = await findRoom(db, id);
  if (!room) throw new AppError('NO_DATA');
  return room;
}

function conversationOf(room: RoomRow): DeskConversation {
  return {
    id: room.id,
    customer: { userId: room.member_id, name: room.member_name },
    state: room.state,
    operator: room.operator,
    last: {
      sender: room.last_sender,
      text: room.last_text,
      messageType: room.last_type,
      createdAt: room.last_at.toISOString(),
    },
    unread: room.unread_by_desk,
    isSeen: room.unread_by_customer === 0,
  };
}
