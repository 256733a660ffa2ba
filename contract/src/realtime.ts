import type { ChatEntry } from './support/chat.ts';

/** Who enters a room: a member or an operator proves it with the token, a visitor by knowing the id. */
export type Join = { userId: string; token: string } | { guestId: string } | { deskToken: string };
export type JoinAnswer = { ok: boolean };

/** What the browser emits. */
export type BrowserEvents = {
  join: (who: Join, answer: (answer: JoinAnswer) => void) => void;
};

/** What the server emits, to every connection of a room. */
export type ServerEvents = {
  messaging: (entry: ChatEntry) => void;
  /** Says that, not how: the web reads the wallet again, so a lost or doubled event does no harm. */
  'wallet-changed': () => void;
  /** To the desk, in the same manner: something is new in that conversation. */
  'desk-changed': (conversationId: string) => void;
  /** The server itself was cut off for a while: whatever else it would have said is to be read anew. */
  missed: () => void;
};
