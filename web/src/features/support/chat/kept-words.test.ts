import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Outgoing } from '../../../messaging/outgoing.ts';
import { forgetMembersWords, hasUnsent, outboxStore } from './kept-words.ts';

afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => {
  const kept = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage, localStorage: sessionStorage });
});

function written(id: string, changes: Partial<Outgoing> = {}): Outgoing {
  const message = { message_type: 'text', payload: { text: id } } as const;
  const rest = { share: 0, error: null, file: null, filePath: null };
  return { id, message, writtenAt: '2026-01-31T10:00:00Z', status: 'sending', ...rest, ...changes };
}

test('texts outlive a reload, files do not', () => {
  outboxStore('member 1').save([written('a'), written('b', { file: new File([], 'b.png') }), written('c')]);
  expect(outboxStore('member 1').restore()).toEqual([written('a'), written('c')]);
});

test('what a member wrote is given to nobody else', () => {
  outboxStore('member 1').save([written('a')]);
  expect(hasUnsent('member 2', 'guest 1')).toBe(false);
  expect(hasUnsent('guest 1')).toBe(false);
  expect(hasUnsent('member 1')).toBe(true);
});

test('what a member wrote is forgotten with the session, what a guest wrote is not', () => {
  outboxStore('member 1').save([written('a')]);
  forgetMembersWords();
  expect(hasUnsent('member 1')).toBe(false);
  outboxStore('guest 1').save([written('a')]);
  forgetMembersWords();
  expect(hasUnsent('guest 1')).toBe(true);
});

test('a guest who signs in takes along what is on its way, and nobody else’s', () => {
  outboxStore('guest 1').save([written('a'), written('b', { status: 'failed' })]);
  expect(outboxStore('member 1', 'guest 1').restore()).toEqual([written('a')]);
  expect(outboxStore('member 1', 'guest 2').restore()).toEqual([]);
});

test('what is no outbox is none', () => {
  for (const text of ['', '{', 'null', '[]', '{"owner":"guest 1"}']) {
    window.sessionStorage.setItem('chat-outbox', text);
    expect(outboxStore('guest 1').restore()).toEqual([]);
  }
});
