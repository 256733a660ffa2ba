import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { IN_FULL } from '../../../../world/tier.ts';
import {
  box,
  filesIn,
  film,
  load as loadFrom,
  refusal,
  TALKATIVE,
  uploadedMedia,
  uploadMedia,
} from '../../../test/chat.ts';
import { BY_ITSELF, startProduct, startProductOnSandbox } from '../../../test/harness.ts';

const { product, sandbox, database } = await startProductOnSandbox(TALKATIVE);
const UPLOADS = join(product.mediaDir, '..', 'uploads');
const MB = 1024 * 1024;

const colour = (background: string, width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background } });
const PNG = await colour('#cde').png().toBuffer();
const JPEG = await colour('#cde').jpeg().toBuffer();

/** Three frames that differ. */
async function animatedGif(): Promise<Buffer> {
  const raw = { width: 16, height: 48, channels: 3 as const, pageHeight: 16 };
  const pixels = Buffer.alloc(16 * 48 * 3);
  for (let frame = 0; frame < 3; frame++) pixels.fill(frame * 100, frame * 16 * 16 * 3);
  return sharp(pixels, { raw })
    .gif({ delay: [100, 100, 100], loop: 0 })
    .toBuffer();
}
const GIF = await animatedGif();

const MP4 = film('isom', box('mdat', 'a film '.repeat(1_000)));
const MOV = film('qt  ', box('wide'), box('mdat', 'another film '.repeat(1_000)));

type Kind = 'image' | 'video';
type File = [kind: Kind, content: Buffer | string, options?: Parameters<typeof uploadMedia>[3]];
const upload = (...file: File) => uploadMedia(product, ...file);
const uploaded = (kind: Kind, content: Buffer | string) => uploadedMedia(product, kind, content);
const load = (link: string, headers?: Record<string, string>) => loadFrom(product, link, headers);

const known = async () =>
  (await database.db.query<{ reference: string }>('select reference from chat_files')).rows.map(
    ({ reference }) => reference,
  );

test.each<[string, Buffer, object]>([
  ['PNG', PNG, { width: 40, height: 20 }],
  ['JPEG', JPEG, { width: 40, height: 20 }],
  ['GIF that moves', GIF, { width: 16, pages: 3, pageHeight: 16, delay: [100, 100, 100] }],
  [
    'picture larger than any screen',
    await colour('#cde', 3_000, 1_500).png().toBuffer(),
    { width: 2000, height: 1000 },
  ],
])('a %s is painted anew as WebP', async (_, picture, size) => {
  const { status, headers, content } = await load(await uploaded('image', picture));
  expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(await sharp(content, { animated: true }).metadata()).toMatchObject({ format: 'webp', ...size });
});

test('where a picture was taken is gone, and it stands upright', async () => {
  const halves = await colour('#ff0000', 40, 20)
    .composite([{ input: await colour('#0000ff', 20, 20).png().toBuffer(), left: 20, top: 0 }])
    .jpeg({ quality: 100 })
    .withExif({
      IFD0: { Make: 'Secretphone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 45/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(halves.toString('latin1')).toContain('Secretphone');
  const before = await sharp(halves).metadata();
  expect(before).toMatchObject({ orientation: 6, width: 40, height: 20 });
  const { content } = await load(await uploaded('image', halves));
  expect(content.toString('latin1')).not.toMatch(/Secretphone|EXIF|XMP|ICCP/);
  const after = await sharp(content).metadata();
  expect(after).toMatchObject({ width: 20, height: 40 });
  expect([after.exif, after.orientation, after.icc, after.xmp]).toEqual(Array(4).fill(undefined));
  const pixel = async (top: number) => [
    ...(await sharp(content).extract({ left: 10, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
  ];
  // What was on the left is on top.
  const [[red = 0], [, , blue = 0]] = [await pixel(3), await pixel(36)] as [number[], number[]];
  expect([red > 200, blue > 200]).toEqual([true, true]);
});

test('data hidden behind a picture does not come with it', async () => {
  const hidden = Buffer.from('PK\x03\x04<script>alert(document.domain)</script>', 'latin1');
  for (const picture of [JPEG, GIF, PNG]) {
    const { status, body } = await upload('image', Buffer.concat([picture, hidden]));
    if (status !== 200) expect([status, body]).toEqual([415, { message: 'UNSUPPORTED_MEDIA_TYPE' }]);
    else expect((await load((body as { filePath: string }).filePath)).content.includes('<script>')).toBe(false);
  }
});

test('of a GIF that breaks off, what there is of it is painted', async () => {
  const { content } = await load(await uploaded('image', GIF.subarray(0, GIF.length / 2)));
  expect((await sharp(content, { animated: true }).raw().toBuffer()).length).toBeGreaterThan(0);
});

test.each<[string, Buffer, string]>([
  ['MP4', MP4, 'video/mp4'],
  ['QuickTime film', MOV, 'video/quicktime'],
])('a %s is kept byte for byte and can be played in parts', async (_, content, type) => {
  const link = await uploaded('video', content);
  const whole = await load(link);
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, type]);
  expect(whole.content.equals(content)).toBe(true);
  expect(whole.headers.get('accept-ranges')).toBe('bytes');
  const part = await load(link, { range: 'bytes=100-299' });
  expect([part.status, part.headers.get('content-type')]).toEqual([206, type]);
  expect(part.headers.get('content-range')).toBe(`bytes 100-299/${content.length}`);
  expect(part.content.equals(content.subarray(100, 300))).toBe(true);
  const end = await load(link, { range: 'bytes=-10' });
  expect(end.content.equals(content.subarray(-10))).toBe(true);
  expect((await load(link, { range: `bytes=${content.length}-` })).status).toBe(416);
});

test.each<[string, Kind, Buffer | string, string]>([
  ['a page', 'image', '<!doctype html><script>alert(1)</script>', 'a.png'],
  ['a page', 'video', '<!doctype html><script>alert(1)</script>', 'a.mp4'],
  ['SVG', 'image', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'a.png'],
  ['a zip', 'image', 'PK\x03\x04\x14\0\0\0', 'a.gif'],
  ['a zip', 'video', 'PK\x03\x04\x14\0\0\0', 'a.mov'],
  ['a program', 'image', 'MZ\x90\0\x03\0\0\0', 'a.jpg'],
  ['a program', 'video', 'MZ\x90\0\x03\0\0\0'.repeat(10), 'a.mp4'],
  ['a WebP', 'image', await colour('#cde').webp().toBuffer(), 'a.png'],
  [
    'a PNG’s first bytes before a script',
    'image',
    Buffer.concat([PNG.subarray(0, 8), Buffer.from('<script>')]),
    'a.png',
  ],
  ['a script that begins like a GIF', 'image', 'GIF89a/*\0\0\0*/=1;alert(1)', 'a.gif'],
  ['a film', 'image', MP4, 'a.png'],
  ['a picture', 'video', PNG, 'a.mp4'],
  ['HEIC', 'video', Buffer.concat([box('ftyp', 'heic\0\0\0\0mif1'), box('meta'), box('mdat', 'x')]), 'a.mp4'],
  ['a film that says not what it is', 'video', Buffer.concat([box('moov'), box('mdat', 'x')]), 'a.mp4'],
  ['a film and a page after it', 'video', Buffer.concat([MP4, Buffer.from('<script>alert(1)</script>')]), 'a.mp4'],
  ['half a film', 'video', MP4.subarray(0, MP4.length / 2), 'a.mp4'],
  [
    'a film of a thousand boxes too many',
    'video',
    film('isom', box('mdat'), ...Array(1_000).fill(box('free'))),
    'a.mp4',
  ],
  ['half a PNG', 'image', PNG.subarray(0, PNG.length - 30), 'a.png'],
  ['half a JPEG', 'image', JPEG.subarray(0, JPEG.length / 2), 'a.jpg'],
])('%s is no %s, whatever its file is called', async (_, kind, content, name) => {
  const before = await known();
  expect(await upload(kind, content, { name })).toEqual(refusal(415, 'UNSUPPORTED_MEDIA_TYPE'));
  expect(await known()).toEqual(before);
  expect(await filesIn(UPLOADS)).toEqual([]);
});

test('a picture of 10 MB and a film of 20 MB are taken, and not a byte more', IN_FULL, async () => {
  const [before, filesBefore] = [await known(), await filesIn(product.mediaDir)];
  const picture = (size: number) => Buffer.concat([JPEG, Buffer.alloc(size - JPEG.length)]);
  const large = (size: number) => {
    const start = film('isom');
    return Buffer.concat([start, box('mdat', Buffer.alloc(size - start.length - 8))]);
  };
  for (const [kind, content] of [
    ['image', picture(10 * MB + 1)],
    ['image', picture(15 * MB)],
    ['video', large(20 * MB + 1)],
    ['video', large(30 * MB)],
  ] as const)
    expect(await upload(kind, content)).toEqual(refusal(413, 'BODY_TOO_LARGE'));
  expect([await known(), await filesIn(product.mediaDir)]).toEqual([before, filesBefore]);
  await expect.poll(() => filesIn(UPLOADS), BY_ITSELF).toEqual([]);
  await uploaded('image', picture(10 * MB));
  await uploaded('video', large(20 * MB));
});

test('an upload without a file is refused', async () => {
  const none = { status: 400, body: { message: 'INVALID_REQUEST', fields: { file: 'REQUIRED' } } };
  for (const kind of ['image', 'video'] as const) {
    expect(await upload(kind, '')).toEqual(none);
    expect(await upload(kind, PNG, { field: 'picture' })).toEqual(none);
    expect(await product.call(`POST /api/chat/upload-${kind}`)).toMatchObject(none);
    expect(await product.call(`POST /api/chat/upload-${kind}`, { body: { file: 'a.png' } })).toMatchObject(none);
  }
});

test('a link opens without headers and for ten minutes, to nothing but that file', async () => {
  const link = await uploaded('image', PNG);
  const { status, headers } = await load(link);
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('private, no-store');
  const [, , , reference = '', expires = '', bearer = '', signature = ''] = link.split('/');
  const turned = (text: string, at: number) => text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1);
  for (const other of [
    ...[0, 20, 42].map((at) => `/media/chat/${reference}/${expires}/${bearer}/${turned(signature, at)}`),
    `/media/chat/${turned(reference, 5)}/${expires}/${bearer}/${signature}`,
    `/media/chat/${reference}/${Number(expires) + 1}/${bearer}/${signature}`,
    `/media/chat/${reference}/${expires}/${bearer}/${signature.toUpperCase()}`,
    `/media/chat/${reference}/${expires}/x/${signature}`,
    `/media/chat/${reference}/${expires}/${signature}`,
    `/media/slips/${reference}/${expires}/${bearer}/${signature}`,
    `/media/chat/${reference}/${expires}/${bearer}/`,
  ])
    expect((await load(other)).status, other).toBe(404);
  await sandbox.moveClock(9 * 60);
  expect((await load(link)).status).toBe(200);
  await sandbox.moveClock(61);
  expect((await load(link)).status).toBe(404);
});

test('what was sent is kept for the service’s own user alone, and files from before are closed at the next start', async () => {
  const modesOf = async (folder: string) => {
    const inside = await readdir(folder, { recursive: true, withFileTypes: true });
    const modes = inside.map(async (entry) => {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      return `${entry.isFile() ? 'file' : 'folder'} ${(mode & 0o777).toString(8)}`;
    });
    return [...new Set([`folder ${((await stat(folder)).mode & 0o777).toString(8)}`, ...(await Promise.all(modes))])];
  };
  await uploaded('image', PNG);
  await uploaded('video', MP4);
  expect((await modesOf(product.mediaDir)).toSorted()).toEqual(['file 600', 'folder 700']);
  const older = join(product.mediaDir, '..', 'older');
  await mkdir(join(older, 'chat', 'ab'), { recursive: true });
  await writeFile(join(older, 'chat', 'ab', 'open.webp'), 'x');
  for (const path of [older, join(older, 'chat'), join(older, 'chat', 'ab')]) await chmod(path, 0o755);
  await chmod(join(older, 'chat', 'ab', 'open.webp'), 0o644);
  await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', MEDIA_DIR: older });
  expect((await modesOf(older)).toSorted()).toEqual(['file 600', 'folder 700']);
});

test('an address uploads only so many an hour', async () => {
  const narrow = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', UPLOADS_AN_HOUR: '2' });
  await database.db.query(`delete from rate_limit_events where scope like 'upload%'`);
  const answers = await Promise.all(Array.from({ length: 5 }, () => uploadMedia(narrow, 'image', PNG)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429]);
});
