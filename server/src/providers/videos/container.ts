import { type FileHandle, open } from 'node:fs/promises';

export type VideoType = 'mp4' | 'mov';

const HEAD_BYTES = 16;
/** Without the length that stands after the name. */
const SHORT_HEAD_BYTES = 8;
/** A film has a handful of boxes; a file with thousands is no film. */
const MOST_BOXES = 1_000;

type Box = { at: number; headBytes: number; bytes: number; name: string; brand: string };

/**
 * The type of a film by its content, or null if the file is none: boxes follow one another to the very end, the first
 * says the type and one tells how to play it. Nothing in them is decoded.
 */
export async function videoTypeOf(path: string): Promise<VideoType | null> {
  await using file = await open(path);
  const { size } = await file.stat();
  const boxes = await boxesIn(file, { from: 0, to: size });
  const [first] = boxes;
  const last = boxes.at(-1);
  const names = new Set(boxes.map(({ name }) => name));
  if (!last || last.at + last.bytes !== size || !names.has('moov') || !names.has('mdat')) return null;
  if (first?.name !== 'ftyp') return null;
  return first.brand === 'qt  ' ? 'mov' : 'mp4';
}

/** What holds other boxes, down to those that may say of the film where and by whom it was made. */
const HOLDS_OTHERS = new Set(['moov', 'trak', 'mdia', 'moof', 'traf']);
/** Places, makers, cameras, and whatever else a device notes of a film; nothing of it is needed to play the film. */
const SAYS_MORE = new Set(['udta', 'meta', 'uuid']);

/**
 * Empties what a film says beside what is seen and heard, as the place where it was made. The box stays where it is, as an
 * empty one of the same length, since films name the places of their pictures by number.
 */
export async function emptyNotes(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  const { size } = await file.stat();
  let ranges = [{ from: 0, to: size }];
  for (let boxes = 0; ranges.length > 0 && boxes < MOST_BOXES; ) {
    const found = (await Promise.all(ranges.map((range) => boxesIn(file, range)))).flat();
    boxes += found.length;
    for (const box of found) if (SAYS_MORE.has(box.name)) await emptyBox(file, box);
    ranges = found
      .filter(({ name }) => HOLDS_OTHERS.has(name))
      .map(({ at, headBytes, bytes }) => ({ from: at + headBytes, to: at + bytes }));
  }
}

const ZEROS = Buffer.alloc(64 * 1024);

async function emptyBox(file: FileHandle, { at, headBytes, bytes }: Box): Promise<void> {
  await file.write('free', at + 4, 'latin1');
  for (let from = at + headBytes; from < at + bytes; from += ZEROS.length)
    await file.write(ZEROS, 0, Math.min(ZEROS.length, at + bytes - from), from);
}

/** The boxes that follow one another from the beginning, as far as there are any. */
async function boxesIn(file: FileHandle, { from, to }: { from: number; to: number }): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = from; at < to && boxes.length < MOST_BOXES; ) {
    const box = await boxAt(file, at, to);
    if (!box) return boxes;
    boxes.push(box);
    at += box.bytes;
  }
  return boxes;
}

async function boxAt(file: FileHandle, at: number, end: number): Promise<Box | null> {
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, at);
  if (bytesRead < SHORT_HEAD_BYTES) return null;
  const short = head.readUInt32BE(0);
  // 0 means up to the end, 1 that the length stands after the name.
  const isLong = short === 1 && bytesRead === HEAD_BYTES;
  const long = isLong ? Number(head.readBigUInt64BE(8)) : short;
  const bytes = short === 0 ? end - at : long;
  const headBytes = isLong ? HEAD_BYTES : SHORT_HEAD_BYTES;
  if (bytes < headBytes || at + bytes > end) return null;
  return { at, headBytes, bytes, name: head.toString('latin1', 4, 8), brand: head.toString('latin1', 8, 12) };
}
