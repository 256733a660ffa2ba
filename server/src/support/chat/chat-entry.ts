import type { ChatEntry, ChatMessage } from '@krapao/contract/support/chat.ts';
import type { Bearer, MediaLinks } from '../../platform/media-links.ts';

type MediaMessage = Extract<ChatMessage, { message_type: 'media' }>;

/** A message as it is kept: a file by its reference, since every link to it runs out. */
export type StoredMessage =
  | Exclude<ChatMessage, MediaMessage>
  | { message_type: 'media'; payload: Omit<MediaMessage['payload'], 'url' | 'filePath'> & { reference: string } };

export type EntryRow = {
  id: string;
  room_id: string;
  position: number;
  sender: 'customer' | 'other';
  operator: string | null;
  message: StoredMessage;
  session_id: string;
  created_at: string;
};

/** The reader that an entry is written for: the customer sees their own id, and the desk never a visitor's. */
type Reader = { userId?: string; guestId?: string };

export function readerOf({ id, memberId }: { id: string; memberId: string | null }): Reader {
  return memberId === null ? { guestId: id } : { userId: memberId };
}

export type EntryWriter = (row: EntryRow, reader: Reader, bearer: Bearer) => ChatEntry;

/** `serviceName` is the speaker's name where no person speaks. */
export function entryWriter(links: MediaLinks, serviceName: string): EntryWriter {
  return ({ id, sender, operator, message, session_id, created_at }, reader, bearer) => ({
    id,
    sender,
    message: withAddress(links, message, bearer),
    ...reader,
    ...(sender === 'other' && { name: operator ?? serviceName }),
    createdAt: new Date(created_at).toISOString(),
    session_id,
  });
}

function withAddress(links: MediaLinks, message: StoredMessage, bearer: Bearer): ChatMessage {
  if (message.message_type !== 'media') return message;
  const { reference, ...payload } = message.payload;
  const url = links.linkTo(reference, bearer);
  return { message_type: 'media', payload: { ...payload, url, filePath: url } };
}
