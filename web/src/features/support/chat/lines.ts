import type { ChatMessage } from '@krapao/contract/support/chat.ts';
import type { Outgoing } from '../../../messaging/outbox.ts';
import { isoDayText } from '../../../platform/date-text.ts';
import type { Entry } from './conversation.ts';

export type MessageLine = {
  kind: 'message';
  key: string;
  sender: 'customer' | 'other';
  name: string;
  message: ChatMessage;
  /** When it was said, or written while it is not yet sent. */
  time: string;
  startsGroup: boolean;
  endsGroup: boolean;
  /** On its way; `null` once the server has it. */
  outgoing: Outgoing | null;
};

export type Line = { kind: 'day'; key: string; time: string } | { kind: 'end'; key: string } | MessageLine;

type Said = Omit<MessageLine, 'kind' | 'startsGroup' | 'endsGroup'> & { session: string | null };

/** One name and one time for what somebody says in one go. */
const GROUP_MS = 5 * 60_000;

/** What stands in the list from top to bottom: days, ends of conversations, messages, and at last what is on its way. */
export function linesOf(entries: readonly Entry[], outgoing: readonly Outgoing[]): Line[] {
  const said = inOrder(entries.map(saidOf), outgoing.map(writtenOf));
  const lines: Line[] = [];
  let lastSession: string | null = null;
  for (const [at, { session, ...line }] of said.entries()) {
    const { key, time } = line;
    const before = said[at - 1];
    const after = said[at + 1];
    if (isEnd(lastSession, session)) lines.push({ kind: 'end', key: `end ${key}` });
    lastSession = session ?? lastSession;
    if (!before || dayOf(before) !== dayOf(line)) lines.push({ kind: 'day', key: `day ${key}`, time });
    const startsGroup = !before || !isTogether(before, { session, ...line });
    const endsGroup = !after || !isTogether({ session, ...line }, after);
    lines.push({ kind: 'message', ...line, startsGroup, endsGroup });
  }
  return lines;
}

/** What failed stays where it was written, so that the newest is always the last. */
function inOrder(said: readonly Said[], written: readonly Said[]): Said[] {
  const failed = written.filter(({ outgoing }) => outgoing?.status === 'failed');
  const lines = [...said];
  for (const one of failed) {
    const at = lines.findLastIndex(({ time }) => Date.parse(time) <= Date.parse(one.time));
    lines.splice(at + 1, 0, one);
  }
  return [...lines, ...written.filter((one) => !failed.includes(one))];
}

function saidOf({ id, sender, name = '', message, createdAt, session_id }: Entry): Said {
  return { key: id, sender, name, message, time: createdAt, outgoing: null, session: session_id };
}

/** Of what is not yet sent nobody knows which conversation it will belong to. */
function writtenOf(outgoing: Outgoing): Said {
  const { id, message, writtenAt } = outgoing;
  return { key: id, sender: 'customer', name: '', message, time: writtenAt, outgoing, session: null };
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
