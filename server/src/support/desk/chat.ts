import type { ChatEntry, OutgoingMessage } from '@krapao/contract/support/chat.ts';
import type { RoomRow } from './desk.queries.ts';

/** What the desk may do in customers' rooms: given by the chat. */
export type Chat = {
  readEntries: (room: RoomRow, page: { limit: number; skip: number }) => Promise<ChatEntry[]>;
  answer: (answer: {
    roomId: string;
    id: string;
    message: OutgoingMessage;
    operator: string;
  }) => Promise<{ createdAt: string }>;
  /** Ends the conversation; twice ended is ended once. */
  sayGoodbye: (room: RoomRow) => Promise<void>;
  /** To the others at the desk: something about the room has changed. */
  announce: (roomId: string) => Promise<void>;
};
