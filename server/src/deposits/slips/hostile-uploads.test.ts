import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { IN_FULL } from '../../../../world/tier.ts';
import { BY_ITSELF, newMember, PATIENT, slipsOf, startProductOnSandbox, uploadSlip } from '../../../test/harness.ts';
import { writeSetting } from '../../platform/settings.ts';

const { product, database } = await startProductOnSandbox(PATIENT);
await writeSetting(database.db, 'slipsClosed', { from: '00:00', to: '00:00' });
const member = await newMember(product);
const UPLOADS = join(product.mediaDir, '..', 'uploads');
const MB = 1024 * 1024;
const BOUNDARY = 'krapao-test-boundary';
const PICTURE = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#cde' } })
  .png()
  .toBuffer();

const refusal = (status: number, message: string) => ({ status, body: { message } });
const NO_FILE = refusal(400, 'SLIP_NO_FILE');
const INVALID_FILE = refusal(400, 'SLIP_INVALID_FILE');
const TOO_LARGE = refusal(413, 'BODY_TOO_LARGE');
const INVALID_REQUEST = refusal(400, 'INVALID_REQUEST');

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** The upload left no row, no kept file and no temporary file. */
async function expectNothingLeft(): Promise<void> {
  expect((await database.db.query('select from slips')).rowCount).toBe(0);
  expect(await filesIn(product.mediaDir)).toEqual([]);
  await expect.poll(() => filesIn(UPLOADS), BY_ITSELF).toEqual([]);
}

const bytes = (content: Buffer | string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(content));
const upload = (content: Buffer | string, options: Parameters<typeof uploadSlip>[3] = {}) =>
  uploadSlip(product, member, bytes(content), options);

async function post(headers: Record<string, string>, body?: Buffer | string | FormData) {
  const response = await fetch(`${product.url}/api/wallet/slip`, {
    method: 'POST',
    headers: { 'x-api-key': 'member-web', authorization: `Bearer ${member.token}`, ...headers },
    ...(body !== undefined && { body: body instanceof FormData ? body : bytes(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const part = (content: Buffer | string, disposition = 'form-data; name="file"; filename="slip.png"') =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: ${disposition}\r\ncontent-type: image/png\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

function header(width: number, height: number): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content[8] = 8;
  return chunk('IHDR', content);
}

test('an upload without a file is refused', async () => {
  const form = new FormData();
  form.append('file', 'only a text');
  for (const [name, attempt] of Object.entries({
    'no body': () => post({}),
    JSON: () => post({ 'content-type': 'application/json' }, JSON.stringify({ file: 'slip.png' })),
    'a text instead of a file': () => post({}, form),
    'another field': () => upload(PICTURE, { field: 'slip' }),
    'an empty file': () => upload(''),
    'no parts': () => post(MULTIPART, END),
  }))
    expect(await attempt(), name).toEqual(NO_FILE);
  await expectNothingLeft();
});

test('a form that is broken is refused', async () => {
  for (const [name, headers, body] of [
    ['no boundary', { 'content-type': 'multipart/form-data' }, Buffer.concat([part(PICTURE), END])],
    [
      'another boundary',
      { 'content-type': 'multipart/form-data; boundary=other' },
      Buffer.concat([part(PICTURE), END]),
    ],
    ['no end', MULTIPART, part(PICTURE)],
    ['half a part', MULTIPART, part(PICTURE).subarray(0, 150)],
    ['no multipart at all', MULTIPART, Buffer.from('hello')],
    [
      'a poisoned name',
      MULTIPART,
      Buffer.concat([part(PICTURE, 'form-data; name="__proto__"; filename="a.png"'), END]),
    ],
    ['headers without end', MULTIPART, Buffer.from(`--${BOUNDARY}\r\n${'x-a: b\r\n'.repeat(5_000)}`)],
  ] as const) {
    const { status, body: answer } = await post(headers, body);
    expect([name, status]).toEqual([name, 400]);
    expect([INVALID_REQUEST.body, NO_FILE.body], name).toContainEqual(answer);
  }
  await expectNothingLeft();
});

test('more than one file is refused, however good each is', async () => {
  for (const count of [2, 10]) {
    const answer = await post(MULTIPART, Buffer.concat([...Array(count).fill(part(PICTURE)), END]));
    expect(answer).toEqual(INVALID_REQUEST);
  }
  const fields = Array.from({ length: 50 }, (_, at) => part('x', `form-data; name="field${at}"`));
  expect(await post(MULTIPART, Buffer.concat([...fields, part(PICTURE), END]))).toEqual(INVALID_REQUEST);
  await expectNothingLeft();
});

test.each<[string, Buffer | string, string]>([
  ['a script', '#!/bin/sh\nrm -rf /\n', 'slip.png'],
  ['a page', '<!doctype html><script>alert(1)</script>', 'slip.png'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'slip.svg'],
  ['SVG that reads a file', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>', 'slip.png'],
  ['GIF', Buffer.from('R0lGODdhAQABAPAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'), 'slip.gif'],
  ['PDF', '%PDF-1.7\n1 0 obj\n', 'slip.pdf'],
  ['gzip', gzipSync(Buffer.alloc(MB)), 'slip.png'],
  ['a PNG’s first bytes before a script', Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')]), 'slip.png'],
  [
    'a JPEG’s first bytes before a script',
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<?php ?>')]),
    'slip.jpg',
  ],
  ['half a header', PICTURE.subarray(0, 20), 'slip.png'],
  [
    '20,000 by 20,000 pixels',
    Buffer.concat([
      PNG,
      header(20_000, 20_000),
      chunk('IDAT', deflateSync(Buffer.alloc(MB))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
    'slip.png',
  ],
  [
    '2³¹ pixels wide',
    Buffer.concat([
      PNG,
      header(2 ** 31 - 1, 1),
      chunk('IDAT', deflateSync(Buffer.alloc(MB))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
    'slip.png',
  ],
  ['0 pixels wide', Buffer.concat([PNG, header(0, 0), chunk('IEND', Buffer.alloc(0))]), 'slip.png'],
])('%s is no slip', async (_, content, name) => {
  expect(await upload(content, { name })).toEqual(INVALID_FILE);
  await expectNothingLeft();
});

test('a file of more than 10 MB is refused, of any kind', IN_FULL, async () => {
  const padded = Buffer.concat([PICTURE, Buffer.alloc(10 * MB)]);
  expect(await upload(padded)).toEqual(TOO_LARGE);
  await expectNothingLeft();
});

/** Sends an endless file until there is an answer; answers how much of it the server took. */
async function uploadWithoutEnd(headers: Record<string, string>) {
  const options = {
    method: 'POST',
    headers: { 'x-api-key': 'member-web', authorization: `Bearer ${member.token}`, ...MULTIPART, ...headers },
  };
  const call: ClientRequest = httpRequest(`${product.url}/api/wallet/slip`, options);
  // The server stops reading once it has answered.
  call.on('error', () => {});
  let answer: IncomingMessage | undefined;
  call.once('response', (response) => {
    answer = response;
  });
  const ended = Promise.race([once(call, 'response'), once(call, 'close')]);
  const block = Buffer.alloc(64 * 1024, 'x');
  call.write(part('').subarray(0, -2));
  let [sent, most] = [0, 0];
  const before = process.memoryUsage().rss;
  while (!answer && !call.destroyed && sent < 1024 * MB) {
    sent += block.length;
    if (!call.write(block)) await Promise.race([once(call, 'drain').catch(() => {}), ended]);
    most = Math.max(most, process.memoryUsage().rss - before);
  }
  await ended;
  let text = '';
  for await (const piece of answer ?? []) text += piece;
  call.destroy();
  return { status: answer?.statusCode, body: JSON.parse(text || 'null'), sent, most };
}

test.each<[string, Record<string, string>]>([
  ['that says so', { 'content-length': String(1024 * MB) }],
  ['that does not say so', { 'transfer-encoding': 'chunked' }],
])(
  'of an upload of 1 GB %s no more is taken than is allowed, and it is answered before its end',
  async (_, headers) => {
    const { sent, most, ...answer } = await uploadWithoutEnd(headers);
    expect(answer).toEqual(TOO_LARGE);
    // Bytes in buffers on the way count as sent.
    expect(sent).toBeLessThan(60 * MB);
    expect(most).toBeLessThan(250 * MB);
    await expectNothingLeft();
  },
);

test('nothing is taken from a visitor who is not signed in', async () => {
  const { sent, ...answer } = await uploadWithoutEnd({
    authorization: 'Bearer nobody',
    'content-length': String(1024 * MB),
  });
  expect(answer).toMatchObject(refusal(401, 'invalid-token'));
  expect(sent).toBeLessThan(20 * MB);
  await expectNothingLeft();
});

/** A connection over which an upload of so many bytes is announced. */
function announce(contentLength: number, start: Buffer) {
  const { hostname, port } = new URL(product.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const lines = [
    'POST /api/wallet/slip HTTP/1.1',
    'host: localhost',
    'x-api-key: member-web',
    `authorization: Bearer ${member.token}`,
    `content-type: ${MULTIPART['content-type']}`,
    `content-length: ${contentLength}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(start);
  return socket;
}

test('the connection of a client that goes on sending after a refusal ends', IN_FULL, async () => {
  const answers = [announce(1024 * MB, part('')), announce(5 * MB, Buffer.concat([part(PICTURE), part(PICTURE)]))].map(
    async (socket) => {
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.resume();
      const sending = setInterval(() => socket.write(Buffer.alloc(1024)), 50);
      // A reset ends the connection too.
      await new Promise((ended) => socket.on('error', () => {}).once('close', ended));
      clearInterval(sending);
      return /^HTTP\/1.1 (\d+) /.exec(answer.toString())?.[1];
    },
  );
  expect(await Promise.all(answers)).toEqual(['413', '400']);
  await expectNothingLeft();
});

test('an upload that is cut off leaves nothing', async () => {
  const start = part(Buffer.concat([PICTURE, Buffer.alloc(MB)])).subarray(0, -2);
  const sockets = Array.from({ length: 5 }, () => announce(5 * MB, start));
  await expect.poll(async () => (await filesIn(UPLOADS)).length, BY_ITSELF).toBe(sockets.length);
  for (const socket of sockets) socket.destroy();
  await expectNothingLeft();
});

test('comments of a picture that unpack to gigabytes are not unpacked', IN_FULL, async () => {
  const keyword = Buffer.from('Raw profile type exif\0\0', 'latin1');
  const bomb = chunk('zTXt', Buffer.concat([keyword, deflateSync(Buffer.alloc(100 * MB))]));
  const international = Buffer.from('Comment\0\x01\0\0\0', 'latin1');
  const another = chunk('iTXt', Buffer.concat([international, deflateSync(Buffer.alloc(100 * MB))]));
  const [start, rest] = [PICTURE.subarray(0, 33), PICTURE.subarray(33)];
  const bombs = [...Array(40).fill(bomb), ...Array(40).fill(another)];
  const before = process.memoryUsage().rss;
  const answer = await upload(Buffer.concat([start, ...bombs, rest]));
  expect(answer).toEqual({ status: 200, body: { message: 'SLIP_RECEIVED' } });
  const reasons = async () => (await slipsOf(product, member)).map(({ note }) => note);
  await expect.poll(reasons, BY_ITSELF).toEqual(['CANNOT_READ_CROPPED_IMAGE']);
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * MB);
});

test('a file’s name is never used as a path, and a file that is taken is kept once', async () => {
  const before = await filesIn(product.mediaDir);
  const names = ['../../../../tmp/slip.png', '/etc/passwd', 'a\\..\\b.png', `${'x'.repeat(5_000)}.png`];
  for (const name of names) expect(await upload(PICTURE, { name }), name).toMatchObject({ status: 200 });
  const kept = (await filesIn(product.mediaDir)).filter((name) => !before.includes(name));
  expect(kept).toEqual(names.map(() => expect.stringMatching(/^[0-9A-Z]{20}\.png$/)));
  // A worker that reads a slip has a copy of it meanwhile.
  await expect.poll(() => filesIn(UPLOADS), BY_ITSELF).toEqual([]);
});
