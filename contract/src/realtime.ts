import type { ChatEntry } from './support/chat.ts';

/** Opens a room: a member and an operator prove themselves by a token, a visitor by knowing the guest id. */
export type Join = { userId: string; token: string } | { guestId: string } | { deskToken: string };
export type JoinAnswer = { ok: boolean };

/** What the browser emits. */
export type BrowserEvents = {
  join: (who: Join, answer: (answer: JoinAnswer) => void) => void;
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
