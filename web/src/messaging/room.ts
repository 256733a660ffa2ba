import type { ChatEntry, OutgoingMessage } from '@krapao/contract/support/chat.ts';
import { createStore } from '../platform/store.ts';
import { mediaOf } from './attachment.ts';
import { type Conversation, type Entry, emptyConversation, type Reading } from './conversation.ts';
import { createOutbox, type OutboxStore } from './outbox.ts';
import type { Outgoing } from './outgoing.ts';
import { createPreviews } from './previews.ts';
import { createReader, type ReadPage } from './reader.ts';
import type { UploadFile } from './uploads.ts';

/** The server's answer to a sent message. The desk is not told the session. */
type Sent = { createdAt: string; session_id?: string };

/** A side's calls to the server, as a customer or as the desk. */
export type RoomSource = {
  sender: ChatEntry['sender'];
  reading: Reading;
  store: OutboxStore;
  readPage: ReadPage;
  send: (id: string, message: OutgoingMessage) => Promise<Sent>;
  upload: UploadFile;
  markRead: (until: string) => Promise<void>;
  /** The server has taken a message. */
  onSent?: () => void;
};

export type RoomState = Conversation & {
  outgoing: readonly Outgoing[];
  /** The socket is not in the room at present. */
  isAway: boolean;
};

export type Room = ReturnType<typeof createRoom>;

/**
 * One chat room, on the screen or not: its entries, its unsent messages, and the events of the socket. Once it is
 * closed its messages are dropped, and late answers are ignored.
 */
export function createRoom(source: RoomSource) {
  const empty: RoomState = { ...emptyConversation(source.reading), outgoing: [], isAway: true };
  const state = createStore(empty);
  const update = (changes: Partial<RoomState>) => state.set({ ...state.get(), ...changes });
  const previews = createPreviews();
  const outbox = createOutbox({
    ...source,
    onSent: (item, sent) => {
      reader.hearOwn(ourWord(source.sender, item, sent));
      source.onSent?.();
    },
    onChange: (outgoing) => update({ outgoing }),
  });
  const reader = createReader({
    reading: source.reading,
    readPage: async (page) => (await source.readPage(page)).map(previews.localize),
    // The history is read before a message is sent again: the message may have arrived already.
    onRead: (entries) => {
      outbox.settle(entries.map(({ id }) => id));
      outbox.wake();
    },
    onChange: update,
  });
  update({ outgoing: outbox.all() });

  /** Sending may work again: waiting messages are sent. */
  function wake(): void {
    if (state.get().isRead) outbox.wake();
  }

  return {
    state: state.get,
    use: state.use,
    ...speechOf(outbox, previews),
    markRead: source.markRead,
    catchUp: reader.catchUp,
    loadOlder: reader.loadOlder,
    reloadMedia: reader.reloadMedia,
    wake,

    /** The socket is in the room. Earlier entries must be read, now or when the room is on the screen. */
    enter(): void {
      update({ isAway: false });
      wake();
    },

    leave: () => update({ isAway: true }),

    /** One entry by the socket. Returns whether it is new. */
    hear(entry: ChatEntry): boolean {
      const isNews = reader.hear(previews.localize(entry), !state.get().isAway);
      outbox.settle([entry.id]);
      return isNews;
    },

    close(): void {
      reader.close();
      outbox.close();
      previews.dropAll();
      state.set(empty);
    },
  };
}

function ourWord(sender: ChatEntry['sender'], { id, message }: Outgoing, { createdAt, session_id }: Sent): Entry {
  return { id, sender, message, createdAt, session_id: session_id ?? null, isOurWord: true };
}

type Outbox = ReturnType<typeof createOutbox>;
type Previews = ReturnType<typeof createPreviews>;

/** Writing in the room, and handling messages that could not be sent. */
function speechOf(outbox: Outbox, previews: Previews) {
  return {
    /** `movement`: of the member's money, which the text asks about. */
    sendText: (text: string, movement: string | null = null) =>
      void outbox.add({ message_type: 'text', payload: { text, ...(movement && { movement }) } }),

    /** A second press of the same button, before the first has arrived, sends nothing. */
    sendPostback(title: string, payload: string): void {
      const isOnItsWay = outbox
        .all()
        .some(({ message }) => message.message_type === 'postback' && message.payload.payload === payload);
      if (!isOnItsWay) outbox.add({ message_type: 'postback', payload: { title, payload } });
    },

    sendFile(file: File, caption = ''): void {
      const url = URL.createObjectURL(file);
      previews.add(outbox.add(mediaOf(file, url, caption), file), url);
    },

    resend: outbox.resend,

    remove(id: string): void {
      outbox.remove(id);
      if (!outbox.all().some((item) => item.id === id)) previews.drop(id);
    },
  };
}
