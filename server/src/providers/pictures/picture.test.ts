import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_FULL } from '../../../../world/tier.ts';
import { inspectPicture } from './picture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function saved(name: string, content: Buffer | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function inspected(content: Buffer | string, name = 'slip.png') {
  return inspectPicture(await saved(name, content));
}

function blank(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#cde' } });
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

/** Grey, one byte a pixel; the pixels are black unless others are given. */
function png(width: number, height: number, { before = [] as Buffer[], pixels = Buffer.alloc(0) } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...before,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const black = (width: number, height: number) => ({ pixels: Buffer.alloc((width + 1) * height) });

function animation(frames: number, width: number, height: number): Promise<Buffer> {
  const raw = { width, height: height * frames, channels: 3 as const, pageHeight: height };
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let frame = 0; frame < frames; frame++) pixels.fill(frame * 3, frame * width * height * 3);
  return sharp(pixels, { raw }).webp({ lossless: true, effort: 0 }).toBuffer();
}

test('PNG, JPEG and WebP are told by their content, whatever they are called', async () => {
  const size = { width: 120, height: 90 };
  expect(await inspected(await blank(120, 90).png().toBuffer(), 'slip.jpg')).toEqual({ type: 'png', ...size });
  expect(await inspected(await blank(120, 90).jpeg().toBuffer(), 'slip.html')).toEqual({ type: 'jpeg', ...size });
  expect(await inspected(await blank(120, 90).webp().toBuffer(), 'slip')).toEqual({ type: 'webp', ...size });
});

test.each<[string, Buffer | string]>([
  ['nothing', ''],
  ['a script', '#!/bin/sh\nrm -rf /\n'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>'],
  ['PDF', '%PDF-1.7\n'],
  ['a zip', 'PK\x03\x04'],
  ['GIF', Buffer.from('R0lGODdhAQABAPAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['a sound in the same container as WebP', 'RIFF\x24\0\0\0WAVEfmt '],
  ['a script after the first bytes of a PNG', Buffer.concat([SIGNATURE, Buffer.from('<script>alert(1)</script>')])],
  ['a script after the first bytes of a JPEG', Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1')],
  ['a script after the first bytes of a WebP', 'RIFF\x24\0\0\0WEBP<script>alert(1)</script>'],
])('%s is not taken', async (_, content) => {
  expect(await inspected(content)).toBeNull();
});

test('libvips could not open anything else even if it were asked to', async () => {
  const others = {
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>'),
    tiff: await blank(60, 60).tiff().toBuffer(),
  };
  for (const other of Object.values(others)) await expect(sharp(other).metadata()).rejects.toThrow('unsupported');
});

test('sides of 10,000 and 40 megapixels are the most', async () => {
  expect(await inspected(png(10_000, 4_000))).toEqual({ type: 'png', width: 10_000, height: 4_000 });
  expect(await inspected(png(10_000, 4_001))).toBeNull();
  expect(await inspected(png(10_001, 10))).toBeNull();
  expect(await inspected(png(10, 10_001))).toBeNull();
});

test('a file of more than ten megabytes is not taken', async () => {
  const good = await blank(60, 60).jpeg().toBuffer();
  expect(await inspected(Buffer.concat([good, Buffer.alloc(10 * 1024 * 1024 - good.length)]))).not.toBeNull();
  expect(await inspected(Buffer.concat([good, Buffer.alloc(10 * 1024 * 1024)]))).toBeNull();
});

test('a picture that moves is not taken', async () => {
  expect(await inspected(await animation(3, 60, 60))).toBeNull();
});

test('a file that is not there is an error, not a bad picture', async () => {
  await expect(inspectPicture(join(folder, 'absent'))).rejects.toThrow('ENOENT');
});

test('a small file never becomes much memory, neither looked at nor read', IN_FULL, async () => {
  const bomb = deflateSync(Buffer.alloc(7 * 1024 * 1024, 'A'), { level: 9 });
  const many = (type: string, head: string) =>
    Array<Buffer>(400).fill(chunk(type, Buffer.concat([Buffer.from(head, 'latin1'), bomb])));
  const jpeg = await blank(100, 100).jpeg().toBuffer();
  const exif = Buffer.concat([
    Buffer.from('\xff\xe1\xff\xffExif\0\0MM\0*\0\0\0\x08', 'latin1'),
    Buffer.alloc(65_519, 1),
  ]);
  const hostile = {
    'pixels that are only promised': png(20_000, 20_000),
    'compressed comments': png(100, 100, { before: many('zTXt', 'Comment\0\0'), ...black(100, 100) }),
    'compressed texts': png(100, 100, { before: many('iTXt', 'XML:com.adobe.xmp\0\x01\0\0\0'), ...black(100, 100) }),
    'a compressed profile': png(100, 100, { before: many('iCCP', 'x\0\0').slice(0, 1), ...black(100, 100) }),
    'more pixels than promised': png(100, 100, { pixels: Buffer.alloc(100_000_000) }),
    'chunks of nothing': png(100, 100, { before: Array(200_000).fill(chunk('IDAT', Buffer.alloc(0))) }),
    'much EXIF': Buffer.concat([jpeg.subarray(0, 2), ...Array(50).fill(exif), jpeg.subarray(2)]),
    'an animation': await animation(40, 500, 500),
  };
  const good = await saved('good', await blank(1080, 2340).png().toBuffer());
  const paths = await Promise.all(Object.entries(hostile).map(([name, content]) => saved(name, content)));
  // Measured in a process of its own: this one's peak memory says nothing about these files.
  const measure = `
    import { inspectPicture } from ${JSON.stringify(import.meta.resolve('./picture.ts'))};
    import { openSlipReader } from ${JSON.stringify(import.meta.resolve('../slips/reader.ts'))};
    const [good, ...hostile] = process.argv.slice(2);
    const reader = openSlipReader();
    const look = async (path) => { await inspectPicture(path); await reader.read(path); };
    await look(good);
    const before = process.resourceUsage().maxRSS;
    for (const path of hostile) await look(path);
    console.log(Math.round((process.resourceUsage().maxRSS - before) / 1024));`;
  const args = [await saved('measure.mjs', measure), good, ...paths];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  expect(Number(stdout)).toBeLessThan(60);
});
