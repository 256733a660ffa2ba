import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

const made = { active: true, connected: true, on: vi.fn(), off: vi.fn(), emit: vi.fn(), connect: vi.fn() };
const socket = { ...made, disconnect: vi.fn() };
const io = vi.fn((_options: object) => socket);

// Other files of the same process may have loaded the real one.
vi.doMock('socket.io-client', () => ({ io }));
vi.resetModules();
const { listen } = await import('./socket.ts');
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
