import { open } from 'node:fs/promises';
import { isMainThread } from 'node:worker_threads';
import { SLIP_MAX_MB } from '@krapao/contract/deposits/limits.ts';
import sharp, { type SharpOptions } from 'sharp';
import { oneAtATime } from '../../platform/one-at-a-time.ts';

type PictureType = 'png' | 'jpeg' | 'webp' | 'gif';
type Picture = { type: PictureType; width: number; height: number };

export type LoadedPicture = Picture & { pages: number; isProgressive: boolean; content: Buffer };

/** The limit of slips and of pictures in the chat. */
const MAX_BYTES = SLIP_MAX_MB * 1024 * 1024;
const MAX_SIDE = 10_000;
const MAX_PIXELS = 40_000_000;

/** How every picture from outside is opened. Colour profiles are left alone: they are one more thing to attack. */
export const CAUTIOUS: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'warning', ignoreIcc: true };

// For the whole process: no picture is cached, and every loader but those of these four types is blocked. Once: a thread
// that did it again would have other threads refuse their pictures meanwhile.
if (isMainThread) {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
  });
}

/** The types that bank apps save slips as. */
const SLIP_TYPES: readonly PictureType[] = ['png', 'jpeg', 'webp'];

/**
 * The type and size of the file by its content, or null if it is no picture we take. One at a time, since each is held
 * in memory whole.
 */
export function inspectPicture(path: string): Promise<Picture | null> {
  return oneAtATime('inspecting pictures', async () => {
    const loaded = await loadPicture(path);
    return loaded && { type: loaded.type, width: loaded.width, height: loaded.height };
  });
}

/** The picture with the part of its content that is safe to decode. A file that cannot be read at all is an error. */
export async function loadPicture(path: string, types = SLIP_TYPES): Promise<LoadedPicture | null> {
  const file = await readBounded(path);
  const type = file && typeOf(file);
  if (!type || !types.includes(type)) return null;
  const content = type === 'png' ? pixelChunks(file) : file;
  try {
    const { format, width, height, pages = 1, isProgressive = false } = await sharp(content, CAUTIOUS).metadata();
    const fits = width <= MAX_SIDE && height <= MAX_SIDE && width * height * pages <= MAX_PIXELS;
    const isStill = pages === 1 || type === 'gif';
    return format === type && fits && isStill ? { type, width, height, pages, isProgressive, content } : null;
  } catch {
    return null;
  }
}

async function readBounded(path: string): Promise<Buffer | null> {
  await using file = await open(path);
  const { size } = await file.stat();
  return size <= MAX_BYTES ? file.readFile() : null;
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

function typeOf(file: Buffer): PictureType | null {
  if (file.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (file.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg';
  if (/^GIF8[79]a/.test(file.toString('latin1', 0, 6))) return 'gif';
  const [container, kind] = [file.toString('latin1', 0, 4), file.toString('latin1', 8, 12)];
  return container === 'RIFF' && kind === 'WEBP' ? 'webp' : null;
}

const PIXEL_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/**
 * Comments and profiles in a PNG are compressed and unlimited in number: six megabytes of them become gigabytes as soon
 * as libvips reads the header. So libvips gets only the chunks that pixels are made of, moved together in place.
 */
function pixelChunks(file: Buffer): Buffer {
  let [from, to] = [PNG.length, PNG.length];
  while (from + 8 <= file.length) {
    const end = Math.min(from + 12 + file.readUInt32BE(from), file.length);
    const type = file.toString('latin1', from + 4, from + 8);
    if (PIXEL_CHUNKS.has(type)) {
      file.copyWithin(to, from, end);
      to += end - from;
    }
    from = type === 'IEND' ? file.length : end;
  }
  return file.subarray(0, to);
}
