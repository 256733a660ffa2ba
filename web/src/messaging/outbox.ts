import type { OutgoingMessage } from '@krapao/contract/support/chat.ts';
import { newKey } from '../platform/idempotency.ts';
import { serverNow } from '../platform/server-clock.ts';
import { CHAT_CONNECTION_CHECK_MS, CHAT_RECONNECT_MS } from '../platform/socket.ts';
import { afterEvent, isRefusal, type Outgoing, type OutgoingEvent, type Sendable, wireOf } from './outgoing.ts';
import { createUploads, type UploadFile } from './uploads.ts';

/** Where unsent messages outlive the page, if they do. */
export type OutboxStore = { restore: () => readonly Outgoing[]; save: (items: readonly Outgoing[]) => void };

/** `Sent` is what the server answers. */
type OutboxDeps<Sent> = {
  store: OutboxStore;
  send: (id: string, message: OutgoingMessage) => Promise<Sent>;
  upload: UploadFile;
  onSent: (outgoing: Outgoing, sent: Sent) => void;
  onChange: (items: readonly Outgoing[]) => void;
};

/**
 * Sends messages one after the other, in the order of writing. A message without an answer is sent again under its own
 * id until there is one; a refused one waits for the writer. A long upload holds no other message up.
 */
export function createOutbox<Sent>(deps: OutboxDeps<Sent>) {
  const box = createBox(deps);
  const uploads = createUploads(deps.upload);
  const sender = createSender(box, deps);

  /** The next step of a message: upload its file, or send the message itself. */
  function start(id: string): void {
    const item = box.find(id);
    if (item?.status === 'uploading_file' && item.file) void carryUp(id, item.file);
    else sender.send();
  }

  async function carryUp(id: string, file: File): Promise<void> {
    try {
      const filePath = await uploads.carry(id, file, (share) => box.apply({ kind: 'carrying', id, share }));
      if (filePath === null) return;
      box.apply({ kind: 'carried', id, filePath });
      sender.send();
    } catch (error) {
      box.apply({ kind: 'failed', id, error });
    }
  }

  return {
    all: box.all,

    add(message: Sendable, file: File | null = null): string {
      const id = newKey();
      const status = file ? 'uploading_file' : 'sending';
      const written = { id, message, writtenAt: new Date(serverNow()).toISOString(), status, file } as const;
      box.apply({ kind: 'written', outgoing: { ...written, share: 0, error: null, filePath: null } });
      start(id);
      return id;
    },

    /** Messages are sent from now on; called again whenever sending may work again. */
    wake: sender.wake,

    settle: (ids: readonly string[]) => box.apply({ kind: 'settled', ids }),

    resend(id: string): void {
      if (box.find(id)?.status !== 'failed') return;
      box.apply({ kind: 'resend', id });
      start(id);
    },

    remove(id: string): void {
      box.apply({ kind: 'remove', id });
      if (!box.find(id)) uploads.giveUp(id);
    },

    /** A call under way goes on under the name of its writer; no other message is sent any more. */
    close(): void {
      box.close();
      sender.close();
      uploads.giveUpAll();
    },
  };
}

type Box = ReturnType<typeof createBox>;

/** The waiting messages, saved in the store on every change. */
function createBox({ store, onChange }: Pick<OutboxDeps<unknown>, 'store' | 'onChange'>) {
  let items = store.restore();
  let isClosed = false;
  return {
    all: () => items,
    find: (id: string) => items.find((item) => item.id === id),
    apply(event: OutgoingEvent): void {
      const after = afterEvent(items, event);
      if (isClosed || after === items) return;
      items = after;
      store.save(items);
      onChange(items);
    },
    close(): void {
      isClosed = true;
      items = [];
    },
  };
}

function createSender<Sent>(box: Box, { send, onSent }: Pick<OutboxDeps<Sent>, 'send' | 'onSent'>) {
  let isAwake = false;
  let isSending = false;
  const pause = createPause();
  const waiting = () => (isAwake ? box.all().find(({ status }) => status === 'sending') : undefined);

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let item = waiting(); item; item = waiting()) await sendOne(item);
    isSending = false;
  }

  async function sendOne(item: Outgoing): Promise<void> {
    try {
      const sent = await send(item.id, wireOf(item));
      if (!isAwake) return;
      onSent(item, sent);
      box.apply({ kind: 'settled', ids: [item.id] });
      pause.end();
    } catch (error) {
      if (!isAwake) return;
      if (isRefusal(error)) box.apply({ kind: 'failed', id: item.id, error });
      else await pause.take();
    }
  }

  return {
    send: () => void sendAll(),
    wake(): void {
      isAwake = true;
      pause.end();
      void sendAll();
    },
    close(): void {
      isAwake = false;
      pause.end();
    },
  };
}

/** A wait that grows with every failure, and that a sign of recovery ends early. */
function createPause() {
  let ms = CHAT_RECONNECT_MS;
  let end: (() => void) | null = null;
  return {
    async take(): Promise<void> {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        end = resolve;
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
      end = null;
      ms = Math.min(ms * 2, CHAT_CONNECTION_CHECK_MS);
    },
    end(): void {
      ms = CHAT_RECONNECT_MS;
      end?.();
    },
  };
}
