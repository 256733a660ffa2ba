import type { OutgoingMessage } from '@krapao/contract/support/chat.ts';
import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import { useEffect, useState } from 'react';
import { createRoom, type Room, type RoomSource } from '../../../messaging/room.ts';
import { CHAT_CONNECTION_CHECK_MS, connectSocket } from '../../../platform/socket.ts';
import { createStore } from '../../../platform/store.ts';
import { uploadAs } from '../../../platform/upload.ts';
import { listsChanged } from './desk.queries.ts';
import { deskCall, deskToken, onDeskEnd } from './desk-session.ts';

const DESK_HISTORY_PAGE = 20;
/** An operator's unsent messages are not stored, where the next operator could find them. */
const NOT_KEPT = { restore: () => [], save: () => undefined };

type About = ReturnType<typeof createAbout>;
/** A room that was opened at this desk: its messages, and the facts about it. */
export type DeskRoom = { room: Room; about: About };

/** Rooms go on sending their messages while another room is on the screen. */
const rooms = new Map<string, DeskRoom>();
let lookedAt: Room | null = null;
/** The desk's socket is let in. */
let isInside = false;

onDeskEnd(() => {
  for (const { room } of rooms.values()) room.close();
  rooms.clear();
});

export function openDeskRoom(roomId: string): DeskRoom {
  const known = rooms.get(roomId);
  if (known) return known;
  const about = createAbout();
  const room = createRoom(sourceOf(roomId, about));
  if (isInside) room.enter();
  rooms.set(roomId, { room, about });
  return { room, about };
}

function createAbout() {
  return createStore<DeskConversation | null>(null);
}

function sourceOf(roomId: string, about: About): RoomSource {
  return {
    sender: 'other',
    reading: { pageSize: DESK_HISTORY_PAGE, again: 'all' },
    store: NOT_KEPT,
    readPage: async (page) => {
      const reply = await deskCall('POST /api/desk/history', { body: { conversationId: roomId, ...page } });
      if (page.skip === 0) about.set(reply.conversation);
      return reply.entries;
    },
    send: (id, message) =>
      deskCall('POST /api/desk/reply', { body: { id, conversationId: roomId, message: ofDesk(message) } }),
    // The upload is a customer's call: the operator's token does not go with it.
    upload: async (file, signal, onProgress) =>
      (await uploadAs(null, 'POST /api/chat/upload-image', { file, signal, onProgress })).filePath,
    markRead: async (until) => {
      await deskCall('POST /api/desk/read', { body: { conversationId: roomId, until } });
      roomChanged(roomId);
    },
    onSent: () => roomChanged(roomId),
  };
}

function ofDesk(message: OutgoingMessage) {
  if (message.message_type === 'postback') throw new Error('the desk has nothing to press');
  return message;
}

/** The room that is on the screen is kept up to date; the others are read when they are opened. */
export function lookAt({ room }: DeskRoom): () => void {
  lookedAt = room;
  room.catchUp();
  return () => {
    if (lookedAt === room) lookedAt = null;
  };
}

export function roomChanged(roomId: string): void {
  void listsChanged();
  if (rooms.get(roomId)?.room === lookedAt) lookedAt?.catchUp();
}

/** After missed events any room may have changed. */
function everythingChanged(): void {
  void listsChanged();
  lookedAt?.catchUp();
}

function connected(): void {
  isInside = true;
  for (const { room } of rooms.values()) room.enter();
  everythingChanged();
}

function disconnected(): void {
  isInside = false;
  for (const { room } of rooms.values()) room.leave();
}

/** On each event of the socket the desk reads its lists and rooms again. Returns whether the socket is connected. */
export function useDeskEvents(): boolean {
  const [isConnected, setIsConnected] = useState(true);
  useEffect(() => {
    const away = () => {
      setIsConnected(false);
      disconnected();
      // The sign-in may have ended: the answer of this call tells.
      everythingChanged();
    };
    // Read once the socket has joined, not before: no message can then be missed in between.
    const inside = ({ ok }: { ok: boolean }) => {
      // A refused join: the sign-in has ended, and the calls of this reading lead to the login.
      if (!ok) return everythingChanged();
      setIsConnected(true);
      connected();
    };
    const socket = connectSocket(() => ({ deskToken: deskToken() ?? '' }), inside);
    socket.on('desk-changed', roomChanged);
    socket.on('missed', everythingChanged);
    socket.on('disconnect', away);
    socket.on('connect_error', () => setIsConnected(false));
    // The socket reconnects by itself, but not after the server disconnected it.
    const check = setInterval(() => {
      if (!socket.active) socket.connect();
    }, CHAT_CONNECTION_CHECK_MS);
    return () => {
      clearInterval(check);
      socket.off('disconnect', away);
      socket.disconnect();
      disconnected();
    };
  }, []);
  return isConnected;
}
