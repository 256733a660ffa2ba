import type { ChatEntry, OutgoingMessage } from '@krapao/contract/support/chat.ts';
import { chosenLocale } from '../../../i18n/i18n.tsx';
import { attachmentOf } from '../../../messaging/attachment.ts';
import { createOutbox, type Outgoing } from '../../../messaging/outbox.ts';
import { call } from '../../../platform/api.ts';
import { onSessionEnd } from '../../../platform/session.ts';
import { CHAT_CONNECTION_CHECK_MS, checkConnection, listen } from '../../../platform/socket.ts';
import { removeStored, writeStored } from '../../../platform/storage.ts';
import { upload } from '../../../platform/upload.ts';
import type { Entry } from './conversation.ts';
import { type Customer, guestHere, joinOf, ownerOf, readerOf } from './customer.ts';
import { createHistory, type HistoryState } from './history.ts';
import { forgetMembersWords, outboxStore } from './outbox-store.ts';
import { createPreviews } from './previews.ts';
import { setUnread, unreadCount } from './unread.ts';

export type RoomState = HistoryState & {
  outgoing: readonly Outgoing[];
  /** Nothing is heard at present. */
  isAway: boolean;
};

export type Room = ReturnType<typeof createRoom>;

/** Of a longer name the end is kept, which says what kind of file it is. */
const NAME_MAX_LENGTH = 255;

/**
 * One customer's conversation, whether it is on the screen or not: what was said, what is on its way, and the ear for
 * what comes. It is closed, and everything in it dropped, when the session ends.
 */
function createRoom(customer: Customer) {
  let isAway = true;
  let isClosed = false;
  const watchers = new Set<() => void>();
  const previews = createPreviews();
  const history = createHistory({ read, onRead: settleKnown, onChange: tellAll, localize: previews.localize });
  const outbox = createOutbox({
    store: outboxStore(ownerOf(customer), guestHere()),
    post: (id, message) => post(customer, id, message),
    upload: carry,
    onSent: (item, sent) => history.hearOwn(entryOf(customer, item, sent)),
    onChange: tellAll,
  });
  let state = stateNow();

  function stateNow(): RoomState {
    return { ...history.state(), outgoing: outbox.all(), isAway };
  }

  function tellAll(): void {
    state = stateNow();
    for (const watcher of watchers) watcher();
  }

  async function read(skip: number, limit: number): Promise<ChatEntry[]> {
    const reply = await readHistory(customer, skip, limit);
    if (isClosed) return [];
    setUnread(reply.unread);
    return reply.conversations;
  }

  /** Before anything is sent the history is read: it may tell that it has arrived already. */
  function settleKnown(entries: readonly Entry[]): void {
    outbox.settle(entries.map(({ id }) => id));
    outbox.wake();
  }

  function goOn(): void {
    if (history.state().isRead) outbox.wake();
    history.catchUp();
  }

  function hear(entry: ChatEntry): void {
    const isNews = history.hear(entry, !isAway);
    outbox.settle([entry.id]);
    if (isNews && entry.sender === 'other') setUnread(unreadCount() + 1);
  }

  const stopListening = listen(() => joinOf(customer), {
    messaging: hear,
    missed: () => history.catchUp(),
    inside: () => {
      isAway = false;
      tellAll();
      goOn();
    },
    away: () => {
      isAway = true;
      tellAll();
    },
  });
  // Where no socket comes through, as behind some proxies, the conversation still goes on.
  const poll = setInterval(() => {
    if (isAway && watchers.size > 0 && document.visibilityState === 'visible') history.catchUp();
  }, CHAT_CONNECTION_CHECK_MS);
  const warn = (event: BeforeUnloadEvent) => {
    if (outbox.all().some(({ status }) => status === 'uploading_file')) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  if (isAway) history.catchUp();

  return {
    owner: ownerOf(customer),
    state: () => state,
    watch(watcher: () => void) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },

    ...speechOf(customer, outbox, previews),

    loadOlder: history.loadOlder,
    reloadMedia: history.reloadMedia,

    refresh(): void {
      checkConnection();
      goOn();
    },

    async markRead(): Promise<void> {
      const read = unreadCount();
      const until = history.state().entries.at(-1)?.id;
      if (!until) return;
      await call('PUT /api/chat/read-customer/', { body: { ...customer, until } });
      // What came meanwhile may not have been counted as read.
      if (!isClosed) setUnread(unreadCount() - read);
    },

    close(): void {
      isClosed = true;
      stopListening();
      clearInterval(poll);
      window.removeEventListener('beforeunload', warn);
      history.close();
      outbox.close();
      previews.dropAll();
      tellAll();
      watchers.clear();
    },
  };
}

type Outbox = ReturnType<typeof createOutbox>;
type Previews = ReturnType<typeof createPreviews>;

/** What the customer says, and does about what could not be said. */
function speechOf(customer: Customer, outbox: Outbox, previews: Previews) {
  const say = (...words: Parameters<Outbox['add']>) => {
    // A guest who has written once is listened for on the next visit.
    if ('guestId' in customer) writeStored('chat-started', 'yes');
    return outbox.add(...words);
  };
  return {
    sendText: (text: string) => void say({ message_type: 'text', payload: { text } }),

    /** A second press of the same button, before the first has arrived, is no second wish. */
    sendPostback(title: string, payload: string): void {
      const isOnItsWay = outbox
        .all()
        .some(({ message }) => message.message_type === 'postback' && message.payload.payload === payload);
      if (!isOnItsWay) say({ message_type: 'postback', payload: { title, payload } });
    },

    sendFile(file: File, caption: string): void {
      const attachment = attachmentOf(file);
      if (!attachment) return;
      const url = URL.createObjectURL(file);
      const { fileType } = attachment;
      const payload = { url, filePath: '', fileType, name: file.name.slice(-NAME_MAX_LENGTH) };
      previews.keep(
        say({ message_type: 'media', payload: { ...payload, ...(caption && { message: caption }) } }, file),
        url,
      );
    },

    resend: outbox.resend,

    remove(id: string): void {
      outbox.remove(id);
      if (!outbox.all().some((item) => item.id === id)) previews.drop(id);
    },
  };
}

async function readHistory(customer: Customer, skip: number, limit: number) {
  const reply = await call('POST /api/chat/history', { body: { ...readerOf(customer), limit, skip } });
  // What was said here as a guest is the member's from now on.
  if ('userId' in customer) removeStored('chat-started');
  return reply;
}

function post(customer: Customer, id: string, message: OutgoingMessage) {
  return call('POST /api/chat/send-message', {
    query: { locale: chosenLocale() },
    // With the guest's id too: what was still on its way when a guest signed in becomes the member's first.
    body: { id, message, ...readerOf(customer) },
  });
}

async function carry(file: File, signal: AbortSignal, onProgress: (share: number) => void): Promise<string> {
  const isVideo = attachmentOf(file)?.fileType === 'video';
  const name = isVideo ? 'POST /api/chat/upload-video' : 'POST /api/chat/upload-image';
  const { filePath } = await upload(name, { file, signal, onProgress });
  return filePath;
}

function entryOf(
  customer: Customer,
  { id, message }: Outgoing,
  sent: { createdAt: string; session_id: string },
): Entry {
  return { id, sender: 'customer', message, ...customer, ...sent, isOurWord: true };
}

let room: Room | null = null;

/** The room of this customer; of anybody else nothing is left. */
export function openRoom(customer: Customer): Room {
  if (room?.owner !== ownerOf(customer)) {
    room?.close();
    room = createRoom(customer);
  }
  return room;
}

onSessionEnd(() => {
  room?.close();
  room = null;
  forgetMembersWords();
});
