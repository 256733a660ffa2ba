import type { ChatMessage, MediaDeliveryStatus, OutgoingMessage } from '@krapao/contract/support/chat.ts';
import { ApiError } from '../platform/api-error.ts';
import { attachmentOf } from './attachment.ts';

export type Sendable = Extract<ChatMessage, { message_type: OutgoingMessage['message_type'] }>;

/** A message, of either side, that the server has not yet acknowledged. */
export type Outgoing = {
  /** Made once: however often the message is sent, it is one message. */
  id: string;
  /** The message as it is drawn: a picture comes from this page's own memory. */
  message: Sendable;
  writtenAt: string;
  status: MediaDeliveryStatus;
  /** The uploaded share of the file, from 0 to 1. */
  share: number;
  error: unknown;
  /** The file of a message, and its path at the server once it is uploaded. */
  file: File | null;
  filePath: string | null;
};

export type OutgoingEvent =
  | { kind: 'written'; outgoing: Outgoing }
  /** An upload goes on, has ended, or has failed. */
  | { kind: 'carrying'; id: string; share: number }
  | { kind: 'carried'; id: string; filePath: string }
  | { kind: 'failed'; id: string; error: unknown }
  | { kind: 'resend'; id: string }
  | { kind: 'remove'; id: string }
  /** The server has these messages, by an answer or by the history. */
  | { kind: 'settled'; ids: readonly string[] };

/** The messages that wait, in the order of writing; the same array if nothing changes. */
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
        // The server no longer has the file: a resend uploads it again.
        ...(isRefusal(event.error) && event.error.fields.filePath !== undefined && { filePath: null }),
      }));
    case 'resend':
      return changed(items, event.id, (item) =>
        item.status === 'failed'
          ? { status: needsUpload(item) ? 'uploading_file' : 'sending', error: null, share: 0 }
          : {},
      );
    case 'remove':
      // A message that may have arrived can no longer be taken back.
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

/** A refusal that will be the same next time. A missing answer or a server error may pass. */
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
