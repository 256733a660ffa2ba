import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { deskToken, filesIn } from '../../test/chat.ts';
import { cloneDatabase, newMember, type Product, SOON, startProduct, waitingForLocks } from '../../test/harness.ts';

const database = await cloneDatabase();
const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1', ROLE: 'api' };
const product = await startProduct(database, {
  ...BEHIND_PROXY,
  UPLOADS_AN_HOUR: '2',
  UPLOAD_MB_AN_HOUR: '1',
  UPLOAD_MB_AN_HOUR_OF_SERVICE: '1000',
});

const MB = 1024 * 1024;
const PICTURE = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#cde' } })
  .png()
  .toBuffer();
const LIMIT = { status: 429, body: { message: 'REQUEST_LIMIT' } };

type From = { address: string; token?: string };
const headersOf = ({ address, token }: From) => ({
  'x-api-key': 'member-web',
  'x-forwarded-for': address,
  ...(token && { authorization: `Bearer ${token}` }),
});

/** Sends a whole picture. */
async function send(from: From, on: Product = product) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(PICTURE)]), 'a.png');
  const place = { method: 'POST', headers: headersOf(from), body: form };
  const response = await fetch(`${on.url}/api/chat/upload-image`, place);
  return { status: response.status, body: await response.json() };
}

/** Announces a file and sends nothing of it: an answer that comes all the same came before the file. */
async function announce(from: From, bytes: number | 'unknown', { on = product, path = '/api/chat/upload-video' } = {}) {
  const length = bytes === 'unknown' ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes };
  const headers = { ...headersOf(from), 'content-type': 'multipart/form-data; boundary=x', ...length };
  const request = httpRequest(on.url + path, { method: 'POST', headers });
  request.on('error', () => {});
  request.flushHeaders();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const answer = { status: response.statusCode, body: await json(response) };
  request.destroy();
  return answer;
}

/** Uses up a budget of bytes but for so many. */
async function spendBut(left: number, limit: number, whose: string, subject: string): Promise<void> {
  const sql = `insert into rate_limit_events (scope, subject, amount)
    select $1, $2, $3 - coalesce(sum(amount), 0) from rate_limit_events where scope = $1 and subject = $2`;
  await database.db.query(sql, [`upload bytes/chat/${whose}`, subject, Math.floor(limit) - left]);
}

/** What counts for members at an address. */
async function bytesOf(address: string): Promise<number> {
  const sql = `select coalesce(sum(amount), 0)::int as bytes from rate_limit_events
    where scope = 'upload bytes/chat/members' and subject = $1`;
  return (await database.db.query<{ bytes: number }>(sql, [address])).rows[0]?.bytes ?? 0;
}

test('when an address has sent as many files as it may, the next is refused before it is received', async () => {
  const address = '203.0.113.1';
  for (let times = 0; times < 2; times++) expect((await send({ address })).status).toBe(200);
  expect(await announce({ address }, 1_000)).toMatchObject(LIMIT);
  expect(await filesIn(join(product.mediaDir, '..', 'uploads'))).toEqual([]);
  expect((await send({ address: '203.0.113.2' })).status).toBe(200);
});

test('a file larger than what is left of the megabytes is refused before it is received', async () => {
  const address = '203.0.113.3';
  expect(await announce({ address }, MB + 1)).toMatchObject(LIMIT);
  expect((await send({ address })).status).toBe(200);
  expect(await announce({ address }, MB)).toMatchObject(LIMIT);
});

test('a file that does not tell its size counts as the largest', async () => {
  expect(await announce({ address: '203.0.113.4' }, 'unknown')).toMatchObject(LIMIT);
});

test('visitors of one /64 are one uploader', async () => {
  for (const host of [1, 2]) expect((await send({ address: `2001:db8:a:b::${host}` })).status).toBe(200);
  expect(await announce({ address: '2001:db8:a:b:ffff::3' }, 1_000)).toMatchObject(LIMIT);
});

test('a member counts alone at whatever address, and not with the visitors there', async () => {
  const { token } = await newMember(product);
  for (const address of ['203.0.113.1', '203.0.113.5'])
    expect((await send({ address, token })).status, address).toBe(200);
  expect(await announce({ address: '203.0.113.6', token }, 1_000)).toMatchObject(LIMIT);
  expect((await send({ address: '203.0.113.6' })).status).toBe(200);
});

test('files of the chat use up nothing of a member’s slips', async () => {
  const { token } = await newMember(product);
  const from = { address: '203.0.113.7', token };
  for (let times = 0; times < 3; times++) await send(from);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(PICTURE)]), 'a.png');
  const slip = await fetch(`${product.url}/api/wallet/slip`, { method: 'POST', headers: headersOf(from), body: form });
  // Nobody verifies slips here, which is told only of a file that was received.
  expect(await slip.json()).toEqual({ message: 'SLIP_UPLOAD_FAIL' });
});

test('when all visitors together have sent what they may, members and the desk still send', async () => {
  const small = await startProduct(database, {
    ...BEHIND_PROXY,
    UPLOAD_MB_AN_HOUR: '1',
    UPLOAD_MB_AN_HOUR_OF_SERVICE: '1',
  });
  const { token } = await newMember(small);
  // Visitors have a tenth of what the service takes.
  await spendBut(2_000, MB / 10, 'visitors', 'service');
  expect((await send({ address: '203.0.113.8' }, small)).status).toBe(200);
  expect(await announce({ address: '203.0.113.8' }, 2_000, { on: small })).toMatchObject(LIMIT);
  await spendBut(0, MB / 10, 'visitors', 'service');
  expect(await announce({ address: '203.0.113.8' }, 1_000, { on: small })).toMatchObject(LIMIT);
  expect((await send({ address: '203.0.113.8', token }, small)).status).toBe(200);
  expect((await send({ address: '203.0.113.8', token: await deskToken(small) }, small)).status).toBe(200);
  expect(await announce({ address: '203.0.113.9', token }, MB, { on: small })).toMatchObject(LIMIT);
});

test('members of one address together send ten times as much as one of them', async () => {
  const [first, second] = [await newMember(product), await newMember(product)];
  const address = '203.0.113.30';
  await spendBut(2_000, 10 * MB, 'members', address);
  expect((await send({ address, token: first.token })).status).toBe(200);
  expect(await announce({ address, token: second.token }, 2_000)).toMatchObject(LIMIT);
  expect((await send({ address: '203.0.113.31', token: second.token })).status).toBe(200);
});

test('while the disk is nearly full no file is received, and /readyz tells it', async () => {
  const full = await startProduct(database, { ...BEHIND_PROXY, UPLOAD_FREE_MB: '1000000000' });
  const { token } = await newMember(full);
  const ready = async () => (await full.call('GET /readyz')).body;
  expect(await ready()).toEqual({ status: 'ok' });
  for (const path of ['/api/chat/upload-image', '/api/chat/upload-video', '/api/wallet/slip'])
    expect(await announce({ address: '203.0.113.10', token }, 1_000, { on: full, path })).toMatchObject({
      status: 503,
      body: { message: 'SERVICE_UNAVAILABLE' },
    });
  expect(await ready()).toEqual({ status: 'ok', warnings: ['DISK_NEARLY_FULL'] });
});

test('a network, a /48 of IPv6 as an IPv4 address, sends a tenth of what all members send', async () => {
  const small = await startProduct(database, {
    ...BEHIND_PROXY,
    UPLOAD_MB_AN_HOUR: '10',
    UPLOAD_MB_AN_HOUR_OF_SERVICE: '10',
  });
  const { token } = await newMember(small);
  for (const [address, other, network] of [
    ['203.0.113.40', '203.0.113.41', '203.0.113.40'],
    ['2001:db8:c:1::1', '2001:db8:d:1::1', '2001:db8:c::/48'],
  ] as const) {
    await spendBut(2_000, MB, 'members', network);
    expect((await send({ address, token }, small)).status).toBe(200);
    expect(await announce({ address, token }, 2_000, { on: small })).toMatchObject(LIMIT);
    expect((await send({ address: other, token }, small)).status).toBe(200);
  }
});

test('what was announced and did not come is left to others', async () => {
  const address = '203.0.113.50';
  const { token } = await newMember(product);
  const headers = { ...headersOf({ address, token }), 'content-type': 'multipart/form-data; boundary=x' };
  const request = httpRequest(`${product.url}/api/chat/upload-video`, {
    method: 'POST',
    headers: { ...headers, 'content-length': MB },
  });
  request.on('error', () => {});
  request.write('--x\r\n');
  await expect.poll(() => bytesOf(address), SOON).toBe(MB);
  request.destroy();
  await expect.poll(() => bytesOf(address), SOON).toBeLessThan(1_000);
  expect((await send({ address, token })).status).toBe(200);
});

test('a whole form that did not say its length counts for what came', async () => {
  const address = '203.0.113.51';
  const large = await startProduct(database, { ...BEHIND_PROXY, UPLOAD_MB_AN_HOUR: '25' });
  const { token } = await newMember(large);
  const headers = { ...headersOf({ address, token }), 'content-type': 'multipart/form-data; boundary=x' };
  const request = httpRequest(`${large.url}/api/chat/upload-video`, { method: 'POST', headers });
  const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\nno film\r\n--x--\r\n';
  request.write(form.slice(0, 20));
  request.end(form.slice(20));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(415);
  response.resume();
  expect(await bytesOf(address)).toBe(form.length);
});

test('of a client that goes while its file is being admitted, what did not come is given back', async () => {
  const address = '203.0.113.52';
  const { token } = await newMember(product);
  const lock = await database.owner.connect();
  try {
    await lock.query('begin');
    await lock.query('lock table rate_limit_events in exclusive mode');
    const headers = { ...headersOf({ address, token }), 'content-type': 'multipart/form-data; boundary=x' };
    const request = httpRequest(`${product.url}/api/chat/upload-video`, {
      method: 'POST',
      headers: { ...headers, 'content-length': MB },
    });
    request.on('error', () => {});
    request.write('--x\r\n');
    await expect.poll(() => waitingForLocks(database.db), SOON).toBe(1);
    const connections = promisify(product.app.server.getConnections.bind(product.app.server));
    const before = await connections();
    request.destroy();
    await expect.poll(() => connections(), SOON).toBeLessThan(before);
    await lock.query('commit');
  } finally {
    lock.release(true);
  }
  await expect.poll(() => bytesOf(address), SOON).toBe(1);
});
