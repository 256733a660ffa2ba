import type { ChatEntry, OutgoingMessage } from '@krapao/contract/support/chat.ts';
import type { RoomRow } from './desk.queries.ts';

/** The desk's access to customers' rooms, given by the chat. */
export type Chat = {
  readEntries: (room: RoomRow, page: { limit: number; skip: number }) => Promise<ChatEntry[]>;
  answer: (answer: {
    roomId: string;
    id: string;
    message: OutgoingMessage;
    operator: string;
  }) => Promise<{ createdAt: string }>;
  /** Ends the conversation; ending it twice is ending it once. */
  sayGoodbye: (room: RoomRow) => Promise<void>;
  /** Tells the others at the desk that the room has changed. */
  announce: (roomId: string) => Promise<void>;
};
