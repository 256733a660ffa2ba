import type { OutgoingMessage } from '@krapao/contract/support/chat.ts';
import { createOutbox, type Outgoing } from '../../../messaging/outbox.ts';
import { uploadAs } from '../../../platform/upload.ts';
import { readAgain } from './desk.queries.ts';
import { deskCall } from './desk-api.ts';
import { onDeskEnd } from './desk-session.ts';

/** Of a longer name the end is kept, which says what kind of file it is. */
const NAME_MAX_LENGTH = 255;
const NONE: readonly Outgoing[] = [];
/** An operator's words are not kept where the next one could find them. */
const NOT_KEPT = { restore: () => NONE, save: () => undefined };

/** What was said in one conversation and its history does not show yet. */
type Box = ReturnType<typeof openBox>;
const boxes = new Map<string, Box>();
const watchers = new Set<() => void>();

onDeskEnd(() => {
  for (const box of boxes.values()) box.close();
  boxes.clear();
  tellAll();
});

function openBox(conversationId: string) {
  let sent = NONE;
  let known: { waiting: readonly Outgoing[]; sent: readonly Outgoing[]; all: readonly Outgoing[] } | null = null;
  const outbox = createOutbox({
    store: NOT_KEPT,
    post: (id, message) => deskCall('POST /api/desk/reply', { body: { id, conversationId, message: ofDesk(message) } }),
    // Without the operator's token, which is none of a customer's calls.
    upload: async (file, signal, onProgress) =>
      (await uploadAs(null, 'POST /api/chat/upload-image', { file, signal, onProgress })).filePath,
    onSent: (item) => {
      sent = [...sent, { ...item, status: 'succeed' }];
      void readAgain(conversationId);
    },
    onChange: tellAll,
  });
  outbox.wake();

  return {
    ...outbox,
    /** The same list as before as long as nothing has changed, as React asks for. */
    all: (): readonly Outgoing[] => {
      const waiting = outbox.all();
      if (known?.waiting !== waiting || known.sent !== sent) known = { waiting, sent, all: [...sent, ...waiting] };
      return known.all;
    },
    settle: (ids: ReadonlySet<string>) => {
      const shown = [...sent, ...outbox.all()].filter(({ id }) => ids.has(id));
      if (shown.length === 0) return;
      sent = sent.filter(({ id }) => !ids.has(id));
      outbox.settle(shown.map(({ id }) => id));
      for (const { message } of shown) forgetPicture(message);
      tellAll();
    },
    remove: (id: string) => {
      const item = outbox.all().find((other) => other.id === id);
      outbox.remove(id);
      if (item && !outbox.all().includes(item)) forgetPicture(item.message);
    },
  };
}

function boxOf(conversationId: string): Box {
  const box = boxes.get(conversationId) ?? openBox(conversationId);
  boxes.set(conversationId, box);
  return box;
}

export function watchOutbox(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function outgoingIn(conversationId: string): readonly Outgoing[] {
  return boxes.get(conversationId)?.all() ?? NONE;
}

export function sendText(conversationId: string, text: string): void {
  boxOf(conversationId).add({ message_type: 'text', payload: { text } });
}

export function sendImage(conversationId: string, file: File): void {
  const name = file.name.slice(-NAME_MAX_LENGTH);
  const payload = { url: URL.createObjectURL(file), fileType: 'image', filePath: '', name } as const;
  boxOf(conversationId).add({ message_type: 'media', payload }, file);
}

export function resend(conversationId: string, id: string): void {
  boxes.get(conversationId)?.resend(id);
}

export function removeOutgoing(conversationId: string, id: string): void {
  boxes.get(conversationId)?.remove(id);
}

/** What the history shows has arrived, whatever became of the answer. */
export function settleOutgoing(conversationId: string, ids: ReadonlySet<string>): void {
  boxes.get(conversationId)?.settle(ids);
}

/** The connection is back. */
export function wakeOutboxes(): void {
  for (const box of boxes.values()) box.wake();
}

function forgetPicture(message: Outgoing['message']): void {
  if (message.message_type === 'media') URL.revokeObjectURL(message.payload.url);
}

function ofDesk(message: OutgoingMessage) {
  if (message.message_type === 'postback') throw new Error('the desk has nothing to press');
  return message;
}

function tellAll(): void {
  for (const watcher of watchers) watcher();
}
