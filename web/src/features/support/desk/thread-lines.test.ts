import type { ChatEntry } from '@krapao/contract/support/chat.ts';
import { describe, expect, it } from 'vitest';
import type { Outgoing } from '../../../messaging/outbox.ts';
import { type ThreadLine, threadLines } from './thread-lines.ts';

const AT = Date.parse('2026-11-15T10:00:00.000Z');
const timeOf = (n: number) => new Date(AT + n * 1_000).toISOString();
const text = (said: string) => ({ message_type: 'text', payload: { text: said } }) as const;

function entry(n: number, session = 'one', sender: ChatEntry['sender'] = 'customer'): ChatEntry {
  return { id: `e${n}`, sender, message: text(`said ${n}`), createdAt: timeOf(n), session_id: session };
}

function outgoing(id: string, status: Outgoing['status']): Outgoing {
  const waiting = { share: 0, file: null, filePath: null };
  return { id, writtenAt: timeOf(0), message: text(id), status, error: null, ...waiting };
}

function lines(told: Partial<Parameters<typeof threadLines>[0]>): ThreadLine[] {
  return threadLines({ entries: [], outgoing: [], isSeen: false, isClosed: false, ...told });
}
const keys = (told: Partial<Parameters<typeof threadLines>[0]>) => lines(told).map(({ key }) => key);
const saidIn = (told: Partial<Parameters<typeof threadLines>[0]>) => lines(told).filter((line) => line.kind === 'said');

describe('a conversation', () => {
  it('reads from the oldest to the newest, each once, however its pages overlap', () => {
    expect(keys({ entries: [entry(4), entry(3), entry(3), entry(2), entry(1)] })).toEqual(['e1', 'e2', 'e3', 'e4']);
  });

  it('has a line wherever one ended and another began, and below when it is closed', () => {
    const entries = [entry(4, 'two'), entry(3, 'two'), entry(2), entry(1)];
    expect(lines({ entries }).map(({ kind }) => kind)).toEqual(['said', 'said', 'end', 'said', 'said']);
    expect(lines({ entries, isClosed: true }).at(-1)?.kind).toBe('end');
    expect(new Set(keys({ entries, isClosed: true })).size).toBe(6);
  });

  it('shows what is on its way below what was said, until the server has it', () => {
    const told = { entries: [entry(1)], outgoing: [outgoing('new', 'sending')] };
    expect(saidIn(told).map(({ key, delivery }) => [key, delivery])).toEqual([
      ['e1', null],
      ['new', 'sending'],
    ]);
  });

  it('never shows a reply twice, also when its answer was lost', () => {
    const entries = [entry(2, 'one', 'other'), entry(1)];
    for (const status of ['sending', 'succeed', 'failed'] as const) {
      expect(keys({ entries, outgoing: [outgoing('e2', status)] })).toEqual(['e1', 'e2']);
    }
  });

  it('says that the customer has read it under the last reply alone, and only if so', () => {
    const entries = [entry(4), entry(3, 'one', 'other'), entry(2, 'one', 'other'), entry(1)];
    const seen = (isSeen: boolean) => saidIn({ entries, isSeen }).flatMap((line) => (line.isSeen ? [line.key] : []));
    expect(seen(true)).toEqual(['e3']);
    expect(seen(false)).toEqual([]);
  });
});
