import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { BY_ITSELF, cloneDatabase, startProduct } from '../../test/harness.ts';

const database = await cloneDatabase();
const product = await startProduct(database, {
  TRUST_PROXY: '127.0.0.1',
  ROLE: 'api',
  SOCKETS_PER_ADDRESS: '3',
  SOCKET_EVENTS_A_MINUTE: '6',
  SOCKET_EVENTS_PER_ADDRESS_A_MINUTE: '12',
});

function open(address: string): Socket {
  const extraHeaders = { 'x-forwarded-for': address };
  const socket = io(product.url, { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders });
  onTestFinished(() => void socket.disconnect());
  return socket;
}

const once = (socket: Socket, event: string) => new Promise((resolve) => socket.once(event, resolve));

/** Whether a socket from this address is let in. */
function comesIn(socket: Socket): Promise<boolean> {
  return Promise.race([once(socket, 'connect').then(() => true), once(socket, 'connect_error').then(() => false)]);
}

const join = (socket: Socket) => socket.timeout(10_000).emitWithAck('join', {});

test('an address opens only so many sockets, and another when one of them is closed', async () => {
  const sockets = ['203.0.113.1', '::ffff:203.0.113.1', '203.0.113.1'].map(open);
  expect(await Promise.all(sockets.map(comesIn))).toEqual([true, true, true]);
  expect(await comesIn(open('203.0.113.1'))).toBe(false);
  expect(await comesIn(open('203.0.113.2'))).toBe(true);
  sockets[0]?.disconnect();
  await expect.poll(() => comesIn(open('203.0.113.1')), BY_ITSELF).toBe(true);
});

test('those that come at the same moment are counted as well, also from all over a /64', async () => {
  const sockets = Array.from({ length: 8 }, (_, at) => open(`2001:db8:a:b::${at}`));
  const answers = await Promise.all(sockets.map(comesIn));
  expect(answers.filter(Boolean)).toHaveLength(3);
});

test('a socket that says too much is cut off, and no other', async () => {
  const [loud, quiet] = [open('203.0.113.3'), open('203.0.113.3')];
  await Promise.all([loud, quiet].map(comesIn));
  const cut = once(loud, 'disconnect');
  for (let times = 0; times < 6; times++) loud.emit('join', {});
  await cut;
  expect(await join(quiet)).toEqual({ ok: false });
});

test('words of any other kind count as well', async () => {
  const loud = open('203.0.113.4');
  await comesIn(loud);
  const cut = once(loud, 'disconnect');
  for (let times = 0; times < 6; times++) loud.emit('anything', 'x'.repeat(1_000));
  await cut;
});

test('sockets of one address that each say little say too much together', async () => {
  const sockets = Array.from({ length: 3 }, () => open('203.0.113.5'));
  await Promise.all(sockets.map(comesIn));
  // Each has said one thing by coming in.
  const [first, second, third] = sockets as [Socket, Socket, Socket];
  for (const socket of [first, second]) for (let times = 0; times < 4; times++) await join(socket);
  expect(await join(third)).toEqual({ ok: false });
  const cut = once(third, 'disconnect');
  third.emit('join', {});
  await cut;
  const other = open('203.0.113.6');
  await comesIn(other);
  expect(await join(other)).toEqual({ ok: false });
});
