import { describe, expect, it, test } from 'vitest';
import type { Entry } from './conversation.ts';
import { type LineSource, linesOf } from './lines.ts';
import type { Outgoing } from './outgoing.ts';

let made = 0;
function said(createdAt: string, changes: Partial<Entry> = {}): Entry {
  made += 1;
  const message = { message_type: 'text', payload: { text: 'hello' } } as const;
  return { id: `entry-${made}`, sender: 'other', name: 'Nok', message, createdAt, session_id: 'one', ...changes };
}

const waiting: Outgoing = {
  id: 'waiting',
  message: { message_type: 'text', payload: { text: 'hello' } },
  writtenAt: '2026-01-31T10:01:00',
  status: 'sending',
  share: 0,
  error: null,
  file: null,
  filePath: null,
};

const customers = (entries: readonly Entry[], outgoing: readonly Outgoing[]) =>
  linesOf({ side: 'customer', entries, outgoing });
const kinds = (lines: ReturnType<typeof linesOf>) => lines.map(({ kind }) => kind);

test('an end-of-conversation line stands exactly where the session changes', () => {
  const at = '2026-01-31T10:00:00';
  const entries = [said(at), said(at), said(at, { session_id: 'two' }), said(at, { session_id: 'two' })];
  expect(kinds(customers(entries, []))).toEqual(['day', 'message', 'message', 'end', 'message', 'message']);
});

test('what is on its way ends no conversation', () => {
  expect(kinds(customers([said('2026-01-31T10:00:00')], [waiting]))).toEqual(['day', 'message', 'message']);
});

test('each day is named once', () => {
  const entries = [said('2026-01-30T23:59:00'), said('2026-01-31T00:01:00'), said('2026-01-31T10:00:00')];
  expect(kinds(customers(entries, []))).toEqual(['day', 'message', 'day', 'message', 'message']);
});

test('what one person says in one go has one name and one time', () => {
  const entries = [
    said('2026-01-31T10:00:00'),
    said('2026-01-31T10:01:00'),
    said('2026-01-31T10:01:30', { name: 'Fon' }),
    said('2026-01-31T10:02:00', { sender: 'customer', name: '' }),
    said('2026-01-31T10:30:00', { sender: 'customer', name: '' }),
  ];
  const groups = customers(entries, []).flatMap((line) =>
    line.kind === 'message' ? [[line.startsGroup, line.endsGroup]] : [],
  );
  expect(groups).toEqual([
    [true, false],
    [false, true],
    [true, true],
    [true, true],
    [true, true],
  ]);
});

test.each([
  ['a moment before five minutes are over', { createdAt: '2026-01-31T10:04:59.999' }, true],
  ['after five minutes', { createdAt: '2026-01-31T10:05:00.000' }, false],
  ['in another conversation', { session_id: 'two' }, false],
  ['by another sender', { sender: 'customer' }, false],
  ['under another name', { name: 'Fon' }, false],
] as const)('what is said %s shares the name and time of what came before: %s', (_when, changes, isTogether) => {
  const at = '2026-01-31T10:00:00.000';
  const lines = customers([said(at), said(at, changes)], []).filter((line) => line.kind === 'message');
  expect(lines.map(({ startsGroup, endsGroup }) => [startsGroup, endsGroup])).toEqual([
    [true, !isTogether],
    [!isTogether, true],
  ]);
});

test('what is said in the first minutes of a day has a time of its own', () => {
  const lines = customers([said('2026-01-30T23:59:00'), said('2026-01-31T00:01:00')], []);
  expect(lines.flatMap((line) => (line.kind === 'message' ? [line.startsGroup] : []))).toEqual([true, true]);
});

test('what failed and was written at the moment of an entry stands below it', () => {
  const [entry] = [said('2026-01-31T10:01:00')];
  const keys = customers([entry as Entry], [{ ...waiting, id: 'failed', status: 'failed' }]).map(({ key }) => key);
  expect(keys.slice(1)).toEqual([entry?.id, 'failed']);
});

test('what failed stays where it was written, what is on its way is last', () => {
  const entries = [said('2026-01-31T10:00:00'), said('2026-01-31T10:05:00', { session_id: 'two' })];
  const failed = { ...waiting, id: 'failed', status: 'failed' as const };
  const keys = customers(entries, [failed, waiting]).map(({ kind, key }) => (kind === 'message' ? key : kind));
  expect(keys).toEqual(['day', entries[0]?.id, 'failed', 'end', entries[1]?.id, 'waiting']);
});

describe('at the desk', () => {
  const AT = Date.parse('2026-11-15T10:00:00.000Z');
  const timeAt = (n: number) => new Date(AT + n * 1_000).toISOString();
  const entry = (n: number, changes: Partial<Entry> = {}): Entry =>
    said(timeAt(n), { id: `e${n}`, sender: 'customer', name: '', ...changes });
  const written = (id: string, status: Outgoing['status']): Outgoing => ({
    ...waiting,
    id,
    writtenAt: timeAt(0),
    status,
  });
  const lines = (source: Partial<LineSource>) => linesOf({ side: 'desk', entries: [], outgoing: [], ...source });
  const keys = (source: Partial<LineSource>) => lines(source).map(({ key }) => key);
  const messages = (source: Partial<LineSource>) => lines(source).filter((line) => line.kind === 'message');

  it('has a line wherever one conversation ended and another began, and below when it is closed', () => {
    const entries = [entry(1), entry(2), entry(3, { session_id: 'two' }), entry(4, { session_id: 'two' })];
    expect(kinds(lines({ entries }))).toEqual(['message', 'message', 'end', 'message', 'message']);
    expect(lines({ entries, isClosed: true }).at(-1)?.kind).toBe('end');
    expect(new Set(keys({ entries, isClosed: true })).size).toBe(6);
  });

  it('shows what is on its way below what was said, and below its end, until the server has it', () => {
    const source = { entries: [entry(1)], outgoing: [written('new', 'sending')] };
    expect(messages(source).map(({ key, outgoing }) => [key, outgoing?.status])).toEqual([
      ['e1', undefined],
      ['new', 'sending'],
    ]);
    expect(keys({ ...source, isClosed: true })).toEqual(['e1', 'end', 'new']);
    const ours = entry(2, { sender: 'other', session_id: null, isOurWord: true });
    expect(keys({ entries: [entry(1), ours], isClosed: true })).toEqual(['e1', 'end', 'e2']);
  });

  it('never shows a reply twice, also when its answer was lost', () => {
    const entries = [entry(1), entry(2, { sender: 'other' })];
    for (const status of ['sending', 'succeed', 'failed'] as const)
      expect(keys({ entries, outgoing: [written('e2', status)] })).toEqual(['e1', 'e2']);
  });

  it('says that the customer has read it under the last reply alone, and only if so', () => {
    const entries = [entry(1), entry(2, { sender: 'other' }), entry(3, { sender: 'other' }), entry(4)];
    const seen = (isSeen: boolean, more: readonly Entry[] = []) =>
      messages({ entries: [...entries, ...more], isSeen }).flatMap((line) => (line.isSeen ? [line.key] : []));
    expect(seen(true)).toEqual(['e3']);
    expect(seen(false)).toEqual([]);
    // A message that the server has not acknowledged is not marked as read.
    expect(seen(true, [entry(5, { sender: 'other', session_id: null, isOurWord: true })])).toEqual(['e3']);
  });
});
