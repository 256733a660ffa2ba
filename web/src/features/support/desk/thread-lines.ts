import type { ChatEntry, ChatMessage, MediaDeliveryStatus } from '@krapao/contract/support/chat.ts';
import type { Outgoing } from '../../../messaging/outbox.ts';

export type SaidLine = {
  kind: 'said';
  key: string;
  isCustomer: boolean;
  /** Who of the service; the bot speaks under its name. */
  by: string | null;
  message: ChatMessage;
  createdAt: string;
  /** Null once it is in the history. */
  delivery: MediaDeliveryStatus | null;
  /** Why it was not delivered. */
  error: unknown;
  isSeen: boolean;
};

/** One line of a conversation, from the oldest at the top to the newest at the bottom. */
export type ThreadLine = SaidLine | { kind: 'end'; key: string };

type Told = { entries: readonly ChatEntry[]; outgoing: readonly Outgoing[]; isSeen: boolean; isClosed: boolean };

/** Puts what the server told and what is on its way to it in one order, and says where a conversation ended. */
export function threadLines({ entries, outgoing, isSeen, isClosed }: Told): ThreadLine[] {
  const told = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  // Times are written alike, to the millisecond and in UTC.
  told.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const lastOfDesk = told.findLast(({ sender }) => sender === 'other')?.id;
  const lines: ThreadLine[] = [];
  for (const [at, entry] of told.entries()) {
    const before = told[at - 1];
    if (before && before.session_id !== entry.session_id) lines.push({ kind: 'end', key: `end ${before.id}` });
    lines.push({
      kind: 'said',
      key: entry.id,
      isCustomer: entry.sender === 'customer',
      by: entry.name ?? null,
      message: entry.message,
      createdAt: entry.createdAt,
      delivery: null,
      error: null,
      isSeen: isSeen && entry.id === lastOfDesk,
    });
  }
  if (isClosed && told.length > 0) lines.push({ kind: 'end', key: 'end' });
  const isKnown = new Set(told.map(({ id }) => id));
  for (const { id, message, writtenAt, status, error } of outgoing) {
    if (isKnown.has(id)) continue;
    lines.push({
      kind: 'said',
      key: id,
      isCustomer: false,
      by: null,
      message,
      createdAt: writtenAt,
      delivery: status,
      error,
      isSeen: false,
    });
  }
  return lines;
}

/** What a message says in words, if it does. */
export function wordsOf(message: ChatMessage): string | null {
  switch (message.message_type) {
    case 'text':
    case 'buttons':
    case 'quick_replies':
      return message.payload.text;
    case 'postback':
      return message.payload.title;
    default:
      return null;
  }
}
