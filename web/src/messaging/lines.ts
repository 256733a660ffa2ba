import type { ChatMessage } from '@krapao/contract/support/chat.ts';
import { isoDayText } from '../platform/date-text.ts';
import type { Entry } from './conversation.ts';
import type { Outgoing } from './outgoing.ts';

/** Which end of the chat looks at a room. */
export type Side = 'customer' | 'desk';

/** The sender of a side's messages. */
export const SENDER = { customer: 'customer', desk: 'other' } as const;

export type MessageLine = {
  kind: 'message';
  key: string;
  sender: Entry['sender'];
  name: string;
  message: ChatMessage;
  /** When the message was sent, or written if it is not sent yet. */
  time: string;
  startsGroup: boolean;
  endsGroup: boolean;
  /** The last of the service's messages that the customer has read. */
  isSeen: boolean;
  /** On its way; `null` once the server has it. */
  outgoing: Outgoing | null;
};

export type Line = { kind: 'day'; key: string; time: string } | { kind: 'end'; key: string } | MessageLine;

type Said = Omit<MessageLine, 'kind' | 'startsGroup' | 'endsGroup'> & { session: string | null };

export type LineSource = {
  side: Side;
  entries: readonly Entry[];
  outgoing: readonly Outgoing[];
  /** The customer has read every entry of the server. */
  isSeen?: boolean;
  /** The last conversation is over. */
  isClosed?: boolean;
};

/** Messages of one person within this time share one name and one time. */
const GROUP_MS = 5 * 60_000;

/** The lines of the list from top to bottom: days, for customers only, ends of conversations, and messages. */
export function linesOf(source: LineSource): Line[] {
  const said = saidIn(source);
  const lines: Line[] = [];
  let lastSession: string | null = null;
  // Below the server's entries, and above the unsent messages.
  const overAt = source.isClosed ? said.findLastIndex(({ session }) => session !== null) : -1;
  for (const [at, { session, ...line }] of said.entries()) {
    const { key, time } = line;
    const before = said[at - 1];
    const after = said[at + 1];
    if (isEnd(lastSession, session)) lines.push({ kind: 'end', key: `end ${key}` });
    lastSession = session ?? lastSession;
    if (source.side === 'customer' && (!before || dayOf(before) !== dayOf(line)))
      lines.push({ kind: 'day', key: `day ${key}`, time });
    const startsGroup = !before || !isTogether(before, { session, ...line });
    const endsGroup = !after || !isTogether({ session, ...line }, after);
    lines.push({ kind: 'message', ...line, startsGroup, endsGroup });
    if (at === overAt) lines.push({ kind: 'end', key: 'end' });
  }
  return lines;
}

/** Failed messages stay where they were written, so that the newest is always the last. No message is there twice. */
function saidIn({ side, entries, outgoing, isSeen = false }: LineSource): Said[] {
  const seenId = isSeen && entries.findLast(({ sender, isOurWord }) => sender === 'other' && !isOurWord)?.id;
  const known = new Set(entries.map(({ id }) => id));
  const written = outgoing.filter(({ id }) => !known.has(id)).map((one) => writtenOf(side, one));
  const failed = written.filter((one) => one.outgoing?.status === 'failed');
  const lines = entries.map((entry) => saidOf(entry, entry.id === seenId));
  for (const one of failed) {
    const at = lines.findLastIndex(({ time }) => Date.parse(time) <= Date.parse(one.time));
    lines.splice(at + 1, 0, one);
  }
  return [...lines, ...written.filter((one) => !failed.includes(one))];
}

function saidOf({ id, sender, name = '', message, createdAt, session_id }: Entry, isSeen: boolean): Said {
  return { key: id, sender, name, message, time: createdAt, outgoing: null, isSeen, session: session_id };
}

/** It is unknown which conversation an unsent message will belong to. */
function writtenOf(side: Side, outgoing: Outgoing): Said {
  const { id, message, writtenAt } = outgoing;
  const words = { key: id, sender: SENDER[side], name: '', message, time: writtenAt };
  return { ...words, outgoing, isSeen: false, session: null };
}

function isEnd(before: string | null, after: string | null): boolean {
  return before !== null && after !== null && before !== after;
}

function isTogether(one: Said, next: Said): boolean {
  return (
    one.sender === next.sender &&
    one.name === next.name &&
    !isEnd(one.session, next.session) &&
    dayOf(one) === dayOf(next) &&
    Date.parse(next.time) - Date.parse(one.time) < GROUP_MS
  );
}

function dayOf({ time }: Pick<Said, 'time'>): string {
  return isoDayText(new Date(time));
}
