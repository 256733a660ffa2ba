import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { box, film, uploadedMedia } from '../../test/chat.ts';
import { BY_ITSELF, cloneDatabase, type Product, SOON, startProduct } from '../../test/harness.ts';

const database = await cloneDatabase();

/** A connection that writes and reads only as told. */
async function opened({ url }: Product, { allowHalfOpen = false } = {}): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const head = (line: string, headers: Record<string, string>) =>
  `${[line, ...Object.entries({ host: 'x', 'x-api-key': 'member-web', ...headers }).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;

const connectionsOf = ({ app }: Product) => promisify(app.server.getConnections.bind(app.server))();

test('a request that does not come to its end is ended; an upload that takes as long is not', async () => {
  const product = await startProduct(database, { REQUEST_TIMEOUT_MS: '200' });
  const [slow, upload] = [await opened(product), await opened(product)];
  const content = Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n'),
    film('isom', box('mdat', 'a film')),
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const form = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(content.length) };
  upload.write(head('POST /api/chat/upload-video HTTP/1.1', form));
  upload.write(content.subarray(0, 50));
  const json = { 'content-type': 'application/json', 'content-length': '100' };
  slow.write(head('POST /api/login HTTP/1.1', json));
  slow.write('{"username"');
  slow.resume();
  await once(slow, 'close');
  upload.write(content.subarray(50));
  expect(String(await once(upload, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
});

describe('an answer that comes before the body', async () => {
  const limits = { MAX_CONNECTIONS_PER_ADDRESS: '1', REQUESTS_PER_ADDRESS_A_MINUTE: '100' };
  const product = await startProduct(database, { ...limits, TRUST_PROXY: '127.0.0.1' });
  const json = { 'content-type': 'application/json', 'content-length': '40000' };
  const form = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '40000' };
  /** From this address one request is under way, and no other one is taken. */
  const full = { 'x-forwarded-for': '203.0.113.1' };
  const refused: [string, string, Record<string, string>][] = [
    ['429', 'POST /api/login', { ...json, ...full }],
    ['403', 'POST /api/login', { ...json, 'x-api-key': 'wrong' }],
    ['400', 'POST /api/%E0%A4%A', json],
    ['413', 'POST /api/login', { ...json, 'content-length': '100000' }],
    ['415', 'POST /api/login', form],
    ['401', 'POST /api/wallet/slip', form],
    ['413', 'POST /api/chat/upload-image', { ...form, 'content-length': '100000000' }],
    ['200', 'GET /api/lookup/active', json],
  ];

  let callers = 1;

  async function begun(line: string, headers: Record<string, string>): Promise<Socket> {
    const from = { 'x-forwarded-for': `203.0.113.${++callers}` };
    const socket = await opened(product, { allowHalfOpen: true });
    socket.write(`${head(`${line} HTTP/1.1`, { ...from, ...headers })}${'a'.repeat(20_000)}`);
    return socket;
  }

  test('ends the connection, also of a client that goes on sending, bit by bit', async () => {
    await begun('POST /api/login', { ...json, ...full });
    const other = () => product.call('GET /api/lookup/active', { headers: full });
    await expect.poll(async () => (await other()).status, SOON).toBe(429);
    await Promise.all(
      refused.map(async ([status, line, headers]) => {
        const socket = await begun(line, headers);
        const sending = setInterval(() => socket.write('a'), 100);
        const closed = new Promise((settle) => void socket.once('close', settle));
        const answer = await text(socket);
        await closed;
        clearInterval(sending);
        expect({ line, answer }).toMatchObject({ line, answer: expect.stringContaining(`HTTP/1.1 ${status} `) });
        expect(answer).toMatch(/\r\nconnection: close\r\n/i);
      }),
    );
  });

  test('can be read by a client that sends all of the body first', async () => {
    const socket = await begun('POST /nothing', { ...json, 'content-length': '1020000' });
    await once(socket, 'readable');
    for (let times = 0; times < 100; times++) await promisify(socket.write.bind(socket) as Write)('a'.repeat(10_000));
    expect(await text(socket)).toContain('"BODY_TOO_LARGE"');
  });

  test('leaves the connection to the next request if the body came whole', async () => {
    const socket = await opened(product);
    const whole = `${head('POST /nothing HTTP/1.1', { 'content-length': '2' })}aa`;
    socket.write(whole);
    expect(String(await once(socket, 'data'))).toMatch(/connection: keep-alive/i);
    socket.write(whole);
    expect(String(await once(socket, 'data'))).toContain('"NO_DATA"');
  });
});

type Write = (chunk: string, done: () => void) => void;

test('an answer that nobody reads is given up', async () => {
  const product = await startProduct(database, { ANSWER_TIMEOUT_MS: '200' });
  // More than the buffers between two programs hold.
  const link = await uploadedMedia(product, 'video', film('isom', box('mdat', Buffer.alloc(19 * 1024 * 1024))));
  const before = await connectionsOf(product);
  const reader = await opened(product);
  reader.pause();
  reader.write(head(`GET ${link} HTTP/1.1`, {}));
  await expect.poll(() => connectionsOf(product), BY_ITSELF).toBe(before);
});

test('a connection in which nothing moves is ended', async () => {
  const product = await startProduct(database, { CONNECTION_TIMEOUT_MS: '200' });
  const silent = await opened(product);
  silent.resume();
  await once(silent, 'close');
});

test('a node has only so many connections, and takes others when some are over', async () => {
  const limits = { MAX_CONNECTIONS: '21', MAX_CONNECTIONS_PER_ADDRESS: '1', SOCKETS_PER_ADDRESS: '1' };
  const product = await startProduct(database, { ...limits, TRUST_PROXY: '127.0.0.1' });
  const [first] = await Promise.all(Array.from({ length: 21 }, () => opened(product)));
  const further = await opened(product);
  further.resume();
  await once(further, 'close');
  expect(await connectionsOf(product)).toBe(21);
  first?.destroy();
  await expect.poll(() => connectionsOf(product), BY_ITSELF).toBe(20);
  expect((await product.call('GET /healthz')).status).toBe(200);
});

test('of one address only so many requests are under way, also where they come through a proxy of ours', async () => {
  const product = await startProduct(database, { MAX_CONNECTIONS_PER_ADDRESS: '2', TRUST_PROXY: '127.0.0.1' });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const unfinished = await Promise.all([opened(product), opened(product)]);
  for (const request of unfinished)
    request.write(
      `${head('POST /api/login HTTP/1.1', { ...from('203.0.113.1'), 'content-type': 'application/json', 'content-length': '100' })}{`,
    );
  const ask = async (address: string) =>
    (await product.call('GET /api/lookup/active', { headers: from(address) })).status;
  await expect.poll(() => ask('203.0.113.1'), BY_ITSELF).toBe(429);
  expect(await ask('203.0.113.2')).toBe(200);
  for (const request of unfinished) request.destroy();
  await expect.poll(() => ask('203.0.113.1'), BY_ITSELF).toBe(200);
});

test('of a client that has gone before its connection was taken, nothing is handled', async () => {
  const product = await startProduct(database, { TRUST_PROXY: '127.0.0.1' });
  const asked: (string | undefined)[] = [];
  product.app.server.on('request', ({ url }) => asked.push(url));
  const request = head('GET /api/nothing HTTP/1.1', { 'x-forwarded-for': '203.0.113.1' });
  // While the client runs this process takes no connection.
  const client = `const socket = require('node:net').connect(${new URL(product.url).port}, '127.0.0.1');
    socket.write(${JSON.stringify(request)}, () => socket.resetAndDestroy());`;
  execFileSync(process.execPath, ['-e', client]);
  expect((await product.call('GET /healthz')).status).toBe(200);
  expect(asked).toEqual(['/healthz']);
});

test('one address has only so many of them, but a proxy of ours as many as it needs', async () => {
  const limits = { MAX_CONNECTIONS_PER_ADDRESS: '2' };
  const product = await startProduct(database, limits);
  for (let times = 0; times < 2; times++) await opened(product);
  const third = await opened(product);
  third.resume();
  await once(third, 'close');
  expect(await connectionsOf(product)).toBe(2);
  const behindProxy = await startProduct(database, { ...limits, TRUST_PROXY: '127.0.0.1' });
  for (let times = 0; times < 3; times++) await opened(behindProxy);
  expect((await behindProxy.call('GET /healthz')).status).toBe(200);
  expect(await connectionsOf(behindProxy)).toBe(4);
});
