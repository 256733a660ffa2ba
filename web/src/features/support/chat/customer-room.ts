import type { ChatEntry } from '@krapao/contract/support/chat.ts';
import { chosenLocale } from '../../../i18n/i18n.tsx';
import { attachmentOf } from '../../../messaging/attachment.ts';
import { createRoom, type Room, type RoomSource } from '../../../messaging/room.ts';
import { call } from '../../../platform/api.ts';
import { onSessionEnd } from '../../../platform/session.ts';
import { checkConnection, listen, sendBySocket } from '../../../platform/socket.ts';
import { removeStored, writeStored } from '../../../platform/storage.ts';
import { upload } from '../../../platform/upload.ts';
import { type Customer, guestHere, joinOf, ownerOf, readerOf } from './customer.ts';
import { forgetMembersWords, outboxStore } from './kept-words.ts';
import { unread } from './unread.ts';

const CHAT_HISTORY_PAGE = 10;

/** A customer's room and its socket listener. The room is closed, and its messages dropped, when the session ends. */
export type CustomerRoom = { owner: string; room: Room; refresh: () => void; close: () => void };

function openFor(customer: Customer): CustomerRoom {
  const life = new AbortController();
  const room = createRoom(sourceOf(customer, life.signal));
  const stopListening = listen(() => joinOf(customer), {
    messaging: (entry: ChatEntry) => {
      if (room.hear(entry) && entry.sender === 'other') unread.set(unread.get() + 1);
    },
    missed: room.catchUp,
    inside: () => {
      room.enter();
      room.catchUp();
    },
    away: room.leave,
  });
  const warn = (event: BeforeUnloadEvent) => {
    if (room.state().outgoing.some(({ status }) => status === 'uploading_file')) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  if (room.state().isAway) room.catchUp();
  return {
    owner: ownerOf(customer),
    room,
    refresh: () => {
      checkConnection();
      room.wake();
      room.catchUp();
    },
    close: () => {
      life.abort();
      stopListening();
      window.removeEventListener('beforeunload', warn);
      room.close();
    },
  };
}

/** An answer that arrives after the room was closed changes no count. */
function sourceOf(customer: Customer, life: AbortSignal): RoomSource {
  return {
    sender: 'customer',
    reading: { pageSize: CHAT_HISTORY_PAGE, again: 'missed' },
    store: outboxStore(ownerOf(customer), guestHere()),

    readPage: async (page) => {
      const { conversations, unread: count } = await call('POST /api/chat/history', {
        body: { ...readerOf(customer), ...page },
      });
      // The guest's messages are in the member's room from now on.
      if ('userId' in customer) removeStored('chat-started');
      if (life.aborted) return [];
      unread.set(count);
      return conversations;
    },

    send: async (id, message) => {
      // On the next visit the page counts the unread messages of a guest who has written once.
      if ('guestId' in customer) writeStored('chat-started', 'yes');
      const sent = {
        query: { locale: chosenLocale() },
        // With the guest's id too: messages under way when a guest signed in are moved to the member's room first.
        body: { id, message, ...readerOf(customer) },
      };
      return (await sendBySocket(sent)) ?? call('POST /api/chat/send-message', sent);
    },

    upload: async (file, signal, onProgress) => {
      const isVideo = attachmentOf(file)?.fileType === 'video';
      const name = isVideo ? 'POST /api/chat/upload-video' : 'POST /api/chat/upload-image';
      return (await upload(name, { file, signal, onProgress })).filePath;
    },

    markRead: async (until) => {
      const read = unread.get();
      await call('PUT /api/chat/read-customer/', { body: { ...customer, until } });
      // Messages that came meanwhile may still be unread.
      if (!life.aborted) unread.set(Math.max(0, unread.get() - read));
    },
  };
}

let open: CustomerRoom | null = null;

/** The room of this customer; another customer's room is closed first. */
export function openCustomerRoom(customer: Customer): CustomerRoom {
  if (open?.owner !== ownerOf(customer)) {
    open?.close();
    open = openFor(customer);
  }
  return open;
}

onSessionEnd(() => {
  open?.close();
  open = null;
  forgetMembersWords();
});
