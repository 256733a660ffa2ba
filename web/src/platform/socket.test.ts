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

/** The server lets the socket into its room. */
function letIn() {
  vi.advanceTimersByTime(5_000);
  const answer = socket.emit.mock.calls[0]?.[2] as (answer: { ok: boolean }) => void;
  answer({ ok: true });
}

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
