import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../launch/ports.ts';
import { BY_ITSELF, cloneDatabase, spawnProduct } from '../../test/harness.ts';

const MB = 1024 * 1024;
/** How a pong of as many bytes begins. */
const PONG_OF_SIX = '\x8a\x06';
const database = await cloneDatabase();

async function startNode(ceilings: Record<string, string>) {
  const port = await freePort();
  const node = await spawnProduct(database, {
    LOG_LEVEL: 'fatal',
    ROLE: 'api',
    METRICS_PORT: String(port),
    ...ceilings,
  });
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const memory = async () => Number(/^process_resident_memory_bytes (\d+)/m.exec(await metrics())?.[1]);
  return { ...node, memory };
}

/** A WebSocket of the node's, frame by frame. */
async function upgraded({ port }: { port: number }): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
  );
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 101 /);
  return socket;
}

/** With a mask of nothing, which a server takes as any other. */
function frame(kind: 'text' | 'ping', content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([kind === 'text' ? 0x81 : 0x89, 0x80 | content.length, 0, 0, 0, 0]), content]);
}

/** Writes until so much is written or the node has ended the connection. Answers how much that was. */
async function shout(socket: Socket, piece: Buffer, bytes: number): Promise<number> {
  let written = 0;
  const gone = new Promise<void>((settle) => socket.once('close', () => settle()));
  while (written < bytes && !socket.destroyed) {
    const isTaken = socket.write(piece);
    written += piece.length;
    if (!isTaken) await Promise.race([new Promise<void>((settle) => socket.once('drain', settle)), gone]);
  }
  return written;
}

const PINGS = Buffer.concat(Array.from({ length: 500 }, () => frame('ping', Buffer.alloc(125))));
const FREE = { SOCKET_EVENTS_A_MINUTE: '1000000', SOCKET_EVENTS_PER_ADDRESS_A_MINUTE: '1000000' };

test('a socket that pings without end and reads nothing is cut off, and a node keeps nothing for it', async () => {
  const node = await startNode(FREE);
  const before = await node.memory();
  const deaf = await upgraded(node);
  deaf.pause();
  expect(await shout(deaf, PINGS, 100 * MB)).toBeLessThan(100 * MB);
  expect((await node.memory()) - before).toBeLessThan(50 * MB);
});

test.each([
  ['pings', frame('ping', Buffer.alloc(125))],
  ['heartbeats that nobody asked for', frame('text', Buffer.from('3'))],
  ['nothing that is known', frame('text', Buffer.from('6'))],
])('a socket that sends too many frames is cut off, also of %s', async (_what, piece) => {
  const node = await startNode({ ...FREE, SOCKET_EVENTS_A_MINUTE: '5' });
  const loud = await upgraded(node);
  loud.resume();
  loud.write(Buffer.concat(Array.from({ length: 6 }, () => piece)));
  // Long before a socket without a room is disconnected.
  await expect.poll(() => loud.destroyed, { timeout: 30_000 }).toBe(true);
});

test('a socket that breaks the protocol is ended and not read on', async () => {
  const node = await startNode(FREE);
  const broken = await upgraded(node);
  broken.resume();
  // A bit that no extension was agreed on for.
  broken.write(Buffer.from([0xf1, 0x80, 0, 0, 0, 0]));
  expect(await shout(broken, PINGS, 100 * MB)).toBeLessThan(100 * MB);
});

test('a socket that sends no more than it may is answered and stays', async () => {
  const node = await startNode({ ...FREE, SOCKET_EVENTS_A_MINUTE: '10' });
  const honest = await upgraded(node);
  let heard = '';
  honest.on('data', (content: Buffer) => {
    heard += content.toString('latin1');
  });
  for (let times = 0; times < 4; times++) honest.write(frame('ping', Buffer.from(`ping ${times}`)));
  honest.write(frame('text', Buffer.from('40')));
  await expect.poll(() => heard, BY_ITSELF).toContain('40{"sid"');
  for (let times = 0; times < 4; times++) expect(heard).toContain(`${PONG_OF_SIX}ping ${times}`);
});
