import { afterAll, beforeEach, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { lookAt, openDeskRoom } = await import('./desk-rooms.ts');
const { signIn, signOut } = await import('./desk-session.ts');

const ROOM = '00000000-0000-4000-8000-000000000001';
const HELLO = { message_type: 'text', payload: { text: 'hello' } };
const ENTRY = { id: ROOM, sender: 'customer', message: HELLO, createdAt: '2026-01-31T10:00:00Z', session_id: 'one' };

const REPLIES: Record<string, object> = {
  '/api/desk/login': { token: 'a token', name: 'An operator' },
  '/api/desk/history': { conversation: { id: ROOM }, entries: [ENTRY] },
};

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => Response.json(REPLIES[url] ?? {}));
});
afterAll(() => void vi.unstubAllGlobals());

test('a room that was open before an operator signed out is empty, and is read anew after the next sign-in', async () => {
  const openAndRead = async () => {
    await signIn('An operator', 'a password');
    const opened = openDeskRoom(ROOM);
    lookAt(opened);
    await vi.waitFor(() => expect(opened.room.state().entries).toHaveLength(1));
    return opened.room;
  };
  const left = await openAndRead();
  expect(openDeskRoom(ROOM).room).toBe(left);
  signOut();
  expect(left.state().entries).toEqual([]);
  await openAndRead();
  expect(left.state().entries).toEqual([]);
});
