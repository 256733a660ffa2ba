import { expect, test } from 'vitest';
import type { Outgoing } from '../../../messaging/outbox.ts';
import type { Entry } from './conversation.ts';
import { linesOf } from './lines.ts';

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

const kinds = (lines: ReturnType<typeof linesOf>) => lines.map(({ kind }) => kind);

test('an end-of-conversation line stands exactly where the session changes', () => {
  const at = '2026-01-31T10:00:00';
  const entries = [said(at), said(at), said(at, { session_id: 'two' }), said(at, { session_id: 'two' })];
  expect(kinds(linesOf(entries, []))).toEqual(['day', 'message', 'message', 'end', 'message', 'message']);
});

test('what is on its way ends no conversation', () => {
  expect(kinds(linesOf([said('2026-01-31T10:00:00')], [waiting]))).toEqual(['day', 'message', 'message']);
});

test('each day is named once', () => {
  const entries = [said('2026-01-30T23:59:00'), said('2026-01-31T00:01:00'), said('2026-01-31T10:00:00')];
  expect(kinds(linesOf(entries, []))).toEqual(['day', 'message', 'day', 'message', 'message']);
});

test('what one person says in one go has one name and one time', () => {
  const entries = [
    said('2026-01-31T10:00:00'),
    said('2026-01-31T10:01:00'),
    said('2026-01-31T10:01:30', { name: 'Fon' }),
    said('2026-01-31T10:02:00', { sender: 'customer', name: '' }),
    said('2026-01-31T10:30:00', { sender: 'customer', name: '' }),
  ];
  const groups = linesOf(entries, []).flatMap((line) =>
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

test('what failed stays where it was written, what is on its way is last', () => {
  const entries = [said('2026-01-31T10:00:00'), said('2026-01-31T10:05:00', { session_id: 'two' })];
  const failed = { ...waiting, id: 'failed', status: 'failed' as const };
  const keys = linesOf(entries, [failed, waiting]).map(({ kind, key }) => (kind === 'message' ? key : kind));
  expect(keys).toEqual(['day', entries[0]?.id, 'failed', 'end', entries[1]?.id, 'waiting']);
});
