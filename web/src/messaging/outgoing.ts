import type { ChatMessage, MediaDeliveryStatus, OutgoingMessage } from '@krapao/contract/support/chat.ts';
import { ApiError } from '../platform/api-error.ts';
import { attachmentOf } from './attachment.ts';

export type Sendable = Extract<ChatMessage, { message_type: OutgoingMessage['message_type'] }>;

/** What was written, at either side, and the server has not yet acknowledged. */
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

export type OutgoingEvent =
  | { kind: 'written'; outgoing: Outgoing }
  /** A file is on its way, has arrived, or has not. */
  | { kind: 'carrying'; id: string; share: number }
  | { kind: 'carried'; id: string; filePath: string }
  | { kind: 'failed'; id: string; error: unknown }
  | { kind: 'resend'; id: string }
  | { kind: 'remove'; id: string }
  /** The server has them, whoever said so. */
  | { kind: 'settled'; ids: readonly string[] };

/** What waits to be sent, in the order of writing; the same list where nothing changes. */
export function afterEvent(items: readonly Outgoing[], event: OutgoingEvent): readonly Outgoing[] {
  switch (event.kind) {
    case 'written':
      return [...items, event.outgoing];
    case 'carrying':
      return changed(items, event.id, () => ({ share: event.share }));
    case 'carried':
      return changed(items, event.id, () => ({ status: 'sending', filePath: event.filePath }));
    case 'failed':
      return changed(items, event.id, () => ({
        status: 'failed',
        error: event.error,
        // The file is no longer there: a resend brings it again.
        ...(isRefusal(event.error) && event.error.fields.filePath !== undefined && { filePath: null }),
      }));
    case 'resend':
      return changed(items, event.id, (item) =>
        item.status === 'failed'
          ? { status: needsUpload(item) ? 'uploading_file' : 'sending', error: null, share: 0 }
          : {},
      );
    case 'remove':
      // What may have arrived already is no longer the writer's to take back.
      return without(items, ({ id, status }) => id === event.id && status !== 'sending');
    case 'settled':
      return without(items, ({ id }) => event.ids.includes(id));
  }
}

function changed(
  items: readonly Outgoing[],
  id: string,
  changesOf: (item: Outgoing) => Partial<Outgoing>,
): readonly Outgoing[] {
  return items.map((item) => (item.id === id ? { ...item, ...changesOf(item) } : item));
}

function without(items: readonly Outgoing[], isGone: (item: Outgoing) => boolean): readonly Outgoing[] {
  return items.some(isGone) ? items.filter((item) => !isGone(item)) : items;
}

function needsUpload({ file, filePath }: Outgoing): boolean {
  return file !== null && filePath === null;
}

/** An answer that will be the same next time. No answer, or trouble at the server, may pass. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

export function wireOf({ message, file, filePath }: Outgoing): OutgoingMessage {
  if (message.message_type !== 'media') return message;
  const { message: caption, name } = message.payload;
  const fileType = (file && attachmentOf(file)?.fileType) ?? message.payload.fileType;
  const payload = { fileType, filePath: filePath ?? '', name, ...(caption && { message: caption }) };
  return { message_type: 'media', payload };
}
