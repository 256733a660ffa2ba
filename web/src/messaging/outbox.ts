import type { ChatMessage, MediaDeliveryStatus, OutgoingMessage } from '@krapao/contract/support/chat.ts';
import type { OutboxStore } from '../features/support/chat/outbox-store.ts';
import { createPause } from '../features/support/chat/pause.ts';
import { createUploads, type UploadFile } from '../features/support/chat/uploads.ts';
import { ApiError } from '../platform/api-error.ts';
import { newKey } from '../platform/idempotency.ts';
import { serverNow } from '../platform/server-clock.ts';
import { attachmentOf } from './attachment.ts';

type Sendable = Extract<ChatMessage, { message_type: OutgoingMessage['message_type'] }>;

/** What somebody has written, at either side, and the server has not yet acknowledged. */
export type Outgoing = {
  /** Made once: however often it is sent, it is one message. */
  id: string;
  /** As it is drawn: a picture from this page's own memory. */
  message: Sendable;
  writtenAt: string;
  status: MediaDeliveryStatus;
  /** How much of a file is on its way, from 0 to 1. */
  share: number;
  error: unknown;
  /** Of a file: the file, and where it lies once it has been uploaded. */
  file: File | null;
  filePath: string | null;
};

/** `Sent` is what the server answers. */
type OutboxWorld<Sent> = {
  store: OutboxStore;
  post: (id: string, message: OutgoingMessage) => Promise<Sent>;
  upload: UploadFile;
  onSent: (outgoing: Outgoing, sent: Sent) => void;
  onChange: () => void;
};

const NONE: readonly Outgoing[] = [];

/**
 * Sends one after the other, in the order of writing. What got no answer is sent again under its own id until there is
 * one; what was refused waits for the customer. A long upload holds nobody up.
 */
export function createOutbox<Sent>({ store, post, upload, onSent, onChange }: OutboxWorld<Sent>) {
  let items: readonly Outgoing[] = store.restore();
  let isOpen = false;
  let isClosed = false;
  let isSending = false;
  const pause = createPause();
  const uploads = createUploads(upload);

  function keep(next: readonly Outgoing[]): void {
    if (isClosed) return;
    items = next;
    store.save(items);
    onChange();
  }

  function change(id: string, changes: Partial<Outgoing>): void {
    keep(items.map((item) => (item.id === id ? { ...item, ...changes } : item)));
  }

  function add(message: Sendable, file: File | null = null): string {
    const id = newKey();
    const status = file ? 'uploading_file' : 'sending';
    const written = { id, message, writtenAt: new Date(serverNow()).toISOString(), status, file } as const;
    keep([...items, { ...written, share: 0, error: null, filePath: null }]);
    if (file) void carryUp(id, file);
    else void sendAll();
    return id;
  }

  async function carryUp(id: string, file: File): Promise<void> {
    try {
      const filePath = await uploads.carry(id, file, (share) => change(id, { share }));
      if (filePath === null) return;
      change(id, { status: 'sending', filePath });
      void sendAll();
    } catch (error) {
      change(id, { status: 'failed', error });
    }
  }

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    const next = () => (isOpen ? items.find(({ status }) => status === 'sending') : undefined);
    for (let item = next(); item; item = next()) {
      try {
        const sent = await post(item.id, wireOf(item));
        if (!isOpen) break;
        onSent(item, sent);
        settle([item.id]);
        pause.end();
      } catch (error) {
        if (!isOpen) break;
        if (isRefusal(error)) change(item.id, refusedBy(error));
        else await pause.take();
      }
    }
    isSending = false;
  }

  /** The server has them, whoever said so. */
  function settle(ids: readonly string[]): void {
    if (items.some(({ id }) => ids.includes(id))) keep(items.filter(({ id }) => !ids.includes(id)));
  }

  return {
    all: () => items,
    add,

    /** From now on things are sent; called again whenever there is reason to hope. */
    wake(): void {
      isOpen = true;
      pause.end();
      void sendAll();
    },

    settle,

    resend(id: string): void {
      const item = items.find((other) => other.id === id);
      if (item?.status !== 'failed') return;
      const isUpload = item.file !== null && item.filePath === null;
      change(id, { status: isUpload ? 'uploading_file' : 'sending', error: null, share: 0 });
      if (isUpload && item.file) void carryUp(id, item.file);
      else void sendAll();
    },

    /** What may have arrived already is no longer the customer's to take back. */
    remove(id: string): void {
      const item = items.find((other) => other.id === id);
      if (!item || item.status === 'sending') return;
      uploads.giveUp(id);
      keep(items.filter((other) => other !== item));
    },

    /** What is being posted goes on under the name of whoever wrote it; nothing else is ever sent. */
    close(): void {
      isOpen = false;
      isClosed = true;
      uploads.giveUpAll();
      pause.end();
      items = NONE;
    },
  };
}

/** An answer that will be the same next time. No answer, or trouble at the server, may pass. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

function refusedBy(error: ApiError): Partial<Outgoing> {
  // The file is no longer there: a resend brings it again.
  const isFileGone = error.fields.filePath !== undefined;
  return { status: 'failed', error, ...(isFileGone && { filePath: null }) };
}

function wireOf({ message, file, filePath }: Outgoing): OutgoingMessage {
  if (message.message_type !== 'media') return message;
  const { message: caption, name } = message.payload;
  const fileType = (file && attachmentOf(file)?.fileType) ?? message.payload.fileType;
  const payload = { fileType, filePath: filePath ?? '', name, ...(caption && { message: caption }) };
  return { message_type: 'media', payload };
}
