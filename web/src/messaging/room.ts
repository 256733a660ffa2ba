import type { ChatEntry, OutgoingMessage } from '@krapao/contract/support/chat.ts';
import { createStore } from '../platform/store.ts';
import { mediaOf } from './attachment.ts';
import { type Conversation, type Entry, emptyConversation, type Reading } from './conversation.ts';
import { createOutbox, type OutboxStore } from './outbox.ts';
import type { Outgoing } from './outgoing.ts';
import { createPreviews } from './previews.ts';
import { createReader, type ReadPage } from './reader.ts';
import type { UploadFile } from './uploads.ts';

/** What the server says of what it took. The desk is not told the session. */
type Sent = { createdAt: string; session_id?: string };

/** What a side of the chat supplies: its way to the server, as a customer or as the desk. */
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
  /** Nothing is heard at present. */
  isAway: boolean;
};

export type Room = ReturnType<typeof createRoom>;

/**
 * One chat room, on the screen or not: what was said, what is on its way, and what is heard. Once it is closed nothing
 * is left of it, and nothing that still arrives is shown.
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
    // Before anything is sent the history is read: it may tell that it has arrived already.
    onRead: (entries) => {
      outbox.settle(entries.map(({ id }) => id));
      outbox.wake();
    },
    onChange: update,
  });
  update({ outgoing: outbox.all() });

  /** There is reason to hope: what waits is sent. */
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

    /** The socket is in the room. Whatever was said before must be read, now or when a person looks. */
    enter(): void {
      update({ isAway: false });
      wake();
    },

    leave: () => update({ isAway: true }),

    /** One entry by the socket. Answers whether it is news. */
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

/** What is said in the room, and done about what could not be said. */
function speechOf(outbox: Outbox, previews: Previews) {
  return {
    sendText: (text: string) => void outbox.add({ message_type: 'text', payload: { text } }),

    /** A second press of the same button, before the first has arrived, is no second wish. */
    sendPostback(title: string, payload: string): void {
      const isOnItsWay = outbox
        .all()
        .some(({ message }) => message.message_type === 'postback' && message.payload.payload === payload);
      if (!isOnItsWay) outbox.add({ message_type: 'postback', payload: { title, payload } });
    },

    sendFile(file: File, caption = ''): void {
      const url = URL.createObjectURL(file);
      previews.keep(outbox.add(mediaOf(file, url, caption), file), url);
    },

    resend: outbox.resend,

    remove(id: string): void {
      outbox.remove(id);
      if (!outbox.all().some((item) => item.id === id)) previews.drop(id);
    },
  };
}
