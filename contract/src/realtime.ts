import type { Failure } from './errors.ts';
import type { BodyOf, QueryOf, ReplyOf } from './schemas.ts';
import type { ChatEntry, chatCalls } from './support/chat.ts';

/** Opens a room: a member and an operator prove themselves by a token, a visitor by knowing the guest id. */
export type Join = { userId: string; token: string } | { guestId: string } | { deskToken: string };
export type JoinAnswer = { ok: boolean };

type SendMessage = (typeof chatCalls)['POST /api/chat/send-message'];

/** What `POST /api/chat/send-message` takes, without its headers: the socket has joined a room as that customer. */
export type SocketMessage = { query: QueryOf<SendMessage>; body: BodyOf<SendMessage> };
/** The reply or the failure of that call. */
export type SocketAnswer = { ok: true; reply: ReplyOf<SendMessage> } | { ok: false; failure: Failure };

/** What the browser emits. */
export type BrowserEvents = {
  join: (who: Join, answer: (answer: JoinAnswer) => void) => void;
  /** Answered when the message is stored. A browser without an answer sends the same id again, by HTTP. */
  'send-message': (message: SocketMessage, answer: (answer: SocketAnswer) => void) => void;
};

/** What the server emits, to every connection of a room. */
export type ServerEvents = {
  messaging: (entry: ChatEntry) => void;
  /** Carries no balance: the web reads the wallet again, so a lost or doubled event does no harm. */
  'wallet-changed': () => void;
  /** Tells the desk which conversation to read again. */
  'desk-changed': (conversationId: string) => void;
  /** The server lost events for a while: the browser reads everything again. */
  missed: () => void;
};
