import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

const made = { active: true, connected: true, on: vi.fn(), off: vi.fn(), emit: vi.fn(), connect: vi.fn() };
const emitWithAck = vi.fn<(event: string, message: object) => Promise<unknown>>();
const timeout = vi.fn((_ms: number) => ({ emitWithAck }));
const socket = { ...made, disconnect: vi.fn(), timeout };
const io = vi.fn((_options: object) => socket);

// Other files of the same process may have loaded the real one.
vi.doMock('socket.io-client', () => ({ io }));
vi.resetModules();
const { listen, sendBySocket } = await import('./socket.ts');
const { endSession } = await import('./session.ts');
afterAll(() => {
  vi.doUnmock('socket.io-client');
  vi.resetModules();
});

const WHO = { userId: 'DEM00001', token: 'a token' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  listen(() => WHO, {});
});
afterEach(() => {
  endSession();
  vi.useRealTimers();
});

test('the connection is a websocket, and is made again every half second without an end', () => {
  expect(io).toHaveBeenCalledExactlyOnceWith({
    transports: ['websocket'],
    forceNew: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: 500,
    reconnectionDelayMax: 500,
    randomizationFactor: 0,
  });
});

test('every five seconds the connection is looked at, and made again where it was given up', () => {
  socket.active = false;
  vi.advanceTimersByTime(4_999);
  expect(socket.connect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(socket.connect).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5_000);
  expect(socket.connect).toHaveBeenCalledTimes(2);
  socket.active = true;
});

test('a connection that is in no room asks to join its room again', () => {
  vi.advanceTimersByTime(5_000);
  expect(socket.emit).toHaveBeenCalledExactlyOnceWith('join', WHO, expect.any(Function));
});

const MESSAGE = {
  query: { locale: 'th' },
  body: { id: 'an id', userId: 'DEM00001', message: { message_type: 'text', payload: { text: 'hello' } } },
} as const;

/** The server lets the socket into its room, or refuses. */
function letIn(ok = true) {
  vi.advanceTimersByTime(5_000);
  const answer = socket.emit.mock.calls[0]?.[2] as (answer: { ok: boolean }) => void;
  answer({ ok });
}

/** What the server says over the newest connection. */
function say(event: string, ...words: unknown[]) {
  for (const [name, hear] of socket.on.mock.calls) if (name === event) (hear as (...all: unknown[]) => void)(...words);
}

function listener() {
  return { inside: vi.fn(), away: vi.fn(), messaging: vi.fn(), missed: vi.fn(), 'wallet-changed': vi.fn() };
}
const counts = (heard: ReturnType<typeof listener>) => Object.values(heard).map(({ mock }) => mock.calls.length);

test('a message is sent over the socket only while the socket is in its room', async () => {
  expect(await sendBySocket(MESSAGE)).toBeNull();
  expect(emitWithAck).not.toHaveBeenCalled();
  letIn();
  const reply = { createdAt: '2026-01-01T00:00:00.000Z', session_id: 'a session' };
  emitWithAck.mockResolvedValueOnce({ ok: true, reply });
  expect(await sendBySocket(MESSAGE)).toEqual(reply);
  expect(timeout).toHaveBeenCalledExactlyOnceWith(5_000);
  expect(emitWithAck).toHaveBeenCalledExactlyOnceWith('send-message', MESSAGE);
});

test('a message that the socket refuses or does not acknowledge is left to be sent by HTTP', async () => {
  letIn();
  emitWithAck.mockResolvedValueOnce({ ok: false, failure: { message: 'invalid-token' } });
  expect(await sendBySocket(MESSAGE)).toBeNull();
  emitWithAck.mockRejectedValueOnce(new Error('operation has timed out'));
  expect(await sendBySocket(MESSAGE)).toBeNull();
});

test('all listeners of one customer share a connection, and each hears every event until it stops', () => {
  const [first, second] = [listener(), listener()];
  listen(() => WHO, first);
  const stop = listen(() => WHO, second);
  expect(io).toHaveBeenCalledTimes(1);
  letIn();
  say('messaging', 'an entry');
  stop();
  say('wallet-changed');
  say('missed');
  say('disconnect');
  expect(counts(first)).toEqual([1, 1, 1, 1, 1]);
  expect(counts(second)).toEqual([1, 0, 1, 0, 0]);
  expect(first.messaging).toHaveBeenCalledExactlyOnceWith('an entry');
});

test('a listener that comes while the socket is in its room is told so at once, and one that comes later is not', () => {
  const early = listener();
  letIn();
  listen(() => WHO, early);
  say('disconnect');
  const late = listener();
  listen(() => WHO, late);
  expect([early.inside.mock.calls.length, late.inside.mock.calls.length]).toEqual([1, 0]);
});

test('the socket is in its room only by a yes of the server over a connection that still is, and only once', async () => {
  const heard = listener();
  listen(() => WHO, heard);
  letIn(false);
  socket.connected = false;
  letIn();
  socket.connected = true;
  expect([heard.inside.mock.calls.length, await sendBySocket(MESSAGE)]).toEqual([0, null]);
  letIn();
  letIn();
  expect(heard.inside).toHaveBeenCalledTimes(1);
  const asked = socket.emit.mock.calls.length;
  vi.advanceTimersByTime(5_000);
  expect(socket.emit).toHaveBeenCalledTimes(asked);
});

test('after a disconnection the socket is in no room until it was let in again', async () => {
  letIn();
  say('disconnect');
  expect(await sendBySocket(MESSAGE)).toBeNull();
  say('connect');
  expect(socket.emit).toHaveBeenLastCalledWith('join', WHO, expect.any(Function));
  letIn();
  emitWithAck.mockResolvedValueOnce({ ok: true, reply: 'taken' });
  expect(await sendBySocket(MESSAGE)).toBe('taken');
});

test.each([
  ['another member', () => ({ userId: 'DEM00002', token: 'another token' })],
  ['a guest', () => ({ guestId: 'DEM00001' })],
  ['an operator', () => ({ deskToken: 'DEM00001' })],
])('the connection of a member is closed before %s has one', (_who, who) => {
  const heard = listener();
  listen(() => WHO, heard);
  listen(who, {});
  expect([io.mock.calls.length, socket.disconnect.mock.calls.length, socket.off.mock.calls.length]).toEqual([2, 1, 1]);
  const asked = socket.emit.mock.calls.length;
  vi.advanceTimersByTime(5_000);
  expect(socket.emit.mock.calls.slice(asked)).toEqual([['join', who(), expect.any(Function)]]);
  say('messaging', 'an entry');
  expect(heard.messaging).not.toHaveBeenCalled();
});

test('a member with a new token has the same connection', () => {
  listen(() => ({ ...WHO, token: 'a new token' }), {});
  expect(io).toHaveBeenCalledTimes(1);
});

test('with the sign-in the connection ends, and nothing asks for it again', () => {
  endSession();
  expect(socket.disconnect).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect([socket.emit.mock.calls.length, socket.connect.mock.calls.length]).toEqual([0, 0]);
});
