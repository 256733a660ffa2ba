import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { slipPayload } from '@krapao/contract/deposits/emv.ts';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowDrawings, drawQrCodes, drawSlip, seededRandom } from '../../../test/drawn-slips.ts';
import { TAKEN } from '../../../test/taken-pictures.ts';
import { openSlipReader } from './reader.ts';

const SLIP = slipPayload({ bank: '004', reference: '016318235959ATF09999' });
const DAMAGED = `${SLIP.slice(0, -1)}0`;
const OTHER = 'https://example.com/app';

const reader = openSlipReader();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-slips-'));
});
afterAll(async () => {
  await reader.close();
  await rm(folder, { recursive: true, force: true });
});

async function saved(content: Buffer | string, name = 'slip'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function reading(content: Buffer | string) {
  return reader.read(await saved(content));
}

describe('a slip', () => {
  const random = seededRandom(7);
  let slip: Awaited<ReturnType<typeof drawSlip>>;
  beforeAll(async () => {
    slip = await drawSlip(random);
  });

  test.each(Object.entries(TAKEN))('%s is read', async (_, take) => {
    expect(await reading(await take(slip.picture, random))).toEqual({ kind: 'qr', text: slip.payload });
  });

  test.each<[string, (picture: Sharp) => Sharp]>([
    ['WebP', (picture) => picture.webp({ quality: 70 })],
    ['grey', (picture) => picture.greyscale().toColourspace('b-w').png()],
    ['a palette', (picture) => picture.png({ palette: true, colours: 32 })],
    ['16 bits a colour', (picture) => picture.toColourspace('rgb16').png()],
    ['CMYK', (picture) => picture.resize({ width: 540 }).toColourspace('cmyk').jpeg()],
    ['more pixels than any screen has', (picture) => picture.resize({ height: 4_000 }).jpeg()],
    ['lying on its side, as its EXIF says', (picture) => picture.rotate(270).withMetadata({ orientation: 6 }).jpeg()],
    ['mirrored, as its EXIF says', (picture) => picture.flop().withMetadata({ orientation: 2 }).jpeg()],
    ['next to no contrast', (picture) => picture.linear(0.05, 96).png()],
  ])('in %s is read', async (_, as) => {
    const picture = await as(sharp(slip.picture)).toBuffer();
    expect(await reading(picture)).toEqual({ kind: 'qr', text: slip.payload });
  });

  test('black on transparent is read', async () => {
    const { data, info } = await sharp(await drawQrCodes([SLIP]))
      .extractChannel(0)
      .negate()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: 1 as const };
    const nothing = { create: { ...raw, channels: 3 as const, background: '#000' } };
    const picture = await sharp(nothing).joinChannel(data, { raw }).png().toBuffer();
    expect((await sharp(picture).metadata()).hasAlpha).toBe(true);
    expect(await reading(picture)).toEqual({ kind: 'qr', text: SLIP });
  });

  test.each(['png', 'jpeg', 'webp'] as const)('that broke off on the way is unreadable: %s', async (type) => {
    const whole = await sharp(slip.picture).toFormat(type).toBuffer();
    expect(await reading(whole.subarray(0, whole.length * 0.6))).toEqual({ kind: 'unreadable' });
  });
});

test('of several codes the slip is read, then one that looks like a slip, then any', async () => {
  expect(await reading(await drawQrCodes([OTHER, DAMAGED, SLIP, OTHER]))).toEqual({ kind: 'qr', text: SLIP });
  expect(await reading(await drawQrCodes([OTHER, DAMAGED, OTHER]))).toEqual({ kind: 'qr', text: DAMAGED });
  expect(await reading(await drawQrCodes([OTHER]))).toEqual({ kind: 'qr', text: OTHER });
});

test('a picture without a code says so', async () => {
  const empty = sharp({ create: { width: 50, height: 900, channels: 3, background: '#fed' } });
  expect(await reading(await empty.png().toBuffer())).toEqual({ kind: 'no-qr' });
});

test('a file that is no picture, or smaller than 50 pixels, is unreadable', async () => {
  const tiny = sharp({ create: { width: 49, height: 900, channels: 3, background: '#fed' } });
  expect(await reading(await tiny.png().toBuffer())).toEqual({ kind: 'unreadable' });
  expect(await reading('<script>alert(1)</script>')).toEqual({ kind: 'unreadable' });
});

test('a file that is not there is an error, and the next is read all the same', async () => {
  await expect(reader.read(join(folder, 'absent'))).rejects.toThrow('ENOENT');
  expect(await reading(await drawQrCodes([SLIP]))).toEqual({ kind: 'qr', text: SLIP });
});

test('a thread that starts leaves the loaders of pictures as they are in the whole process', async () => {
  await using parts = new AsyncDisposableStack();
  const { read, close } = openSlipReader();
  parts.defer(close);
  const path = await saved(await drawQrCodes([SLIP]));
  allowDrawings();
  expect(await read(path)).toEqual({ kind: 'qr', text: SLIP });
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>');
  expect(await sharp(drawing).metadata()).toMatchObject({ width: 40, height: 20 });
});

test('nothing is fetched, and a process that has read ends by itself', async () => {
  const path = await saved(await drawQrCodes([SLIP]));
  const work = `
    import { openSlipReader } from ${JSON.stringify(import.meta.resolve('./reader.ts'))};
    console.log((await openSlipReader().read(process.argv[2])).text);`;
  const noFetch = 'data:text/javascript,globalThis.fetch=()=>process.exit(1)';
  const args = ['--import', noFetch, await saved(work, 'work.mjs'), path];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  expect(stdout.trim()).toBe(SLIP);
});

describe('the thread', () => {
  /** A worker that answers with its thread and the path, and does what the path says. */
  const worker = threadThat(`
    parentPort.on('message', (path) => {
      while (path === 'stuck');
      if (path === 'dies') process.exit(1);
      if (path === 'throws') throw new Error('out of memory');
      parentPort.postMessage({ is: 'reading', reading: { kind: 'qr', text: path + ' in ' + threadId } });
    });
    parentPort.postMessage({ is: 'ready' });`);

  function threadThat(does: string): URL {
    const code = `import { parentPort, threadId } from 'node:worker_threads'; ${does}`;
    return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  }

  test('reads what queues up in order, one and the same for all', async () => {
    await using parts = new AsyncDisposableStack();
    const { read, close } = openSlipReader({ worker });
    parts.defer(close);
    const texts = (await Promise.all(['a', 'b', 'c'].map(read))).map((answer) => answer.kind === 'qr' && answer.text);
    const [, thread] = String(texts[0]).split(' in ');
    expect(texts).toEqual(['a', 'b', 'c'].map((path) => `${path} in ${thread}`));
  });

  test.each(['stuck', 'dies', 'throws'])('that %s makes its picture unreadable and no other', async (path) => {
    await using parts = new AsyncDisposableStack();
    const { read, close } = openSlipReader({ worker, deadlineMs: 300 });
    parts.defer(close);
    const [before, hostile, after] = await Promise.all([read('before'), read(path), read('after')]);
    expect(before).toMatchObject({ kind: 'qr', text: expect.stringMatching('^before in ') });
    expect(hostile).toEqual({ kind: 'unreadable' });
    expect(after).toMatchObject({ kind: 'qr', text: expect.stringMatching('^after in ') });
  });

  test('that does not start is nobody’s bad picture', async () => {
    const { read, close } = openSlipReader({ worker: threadThat('throw new Error("no such module")') });
    const reads = await Promise.allSettled([read('a'), read('b')]);
    expect(reads.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(read('c')).rejects.toThrow('does not start');
    await close();
  });

  test('that is closed leaves no one waiting and says nothing about their pictures', async () => {
    const { read, close } = openSlipReader({ worker });
    const reads = Promise.allSettled([read('stuck'), read('b')]);
    await close();
    expect((await reads).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(read('c')).rejects.toThrow('closed');
  });
});
