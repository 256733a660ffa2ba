import { type FileHandle, open } from 'node:fs/promises';

export type VideoType = 'mp4' | 'mov';

const HEAD_BYTES = 16;
/** A film has a handful of boxes; a file with thousands is no film. */
const MOST_BOXES = 1_000;

/**
 * The type of a film by its content, or null if the file is none: boxes follow one another to the very end, the first
 * says the type and one tells how to play it. Nothing in them is decoded.
 */
export async function videoTypeOf(path: string): Promise<VideoType | null> {
  await using file = await open(path);
  const { size } = await file.stat();
  const names = new Set<string>();
  let brand = '';
  let at = 0;
  for (let count = 0; at < size && count < MOST_BOXES; count++) {
    const box = await boxAt(file, at, size);
    if (!box) return null;
    if (box.name === 'ftyp' && at === 0) brand = box.brand;
    names.add(box.name);
    at += box.bytes;
  }
  if (at !== size || !names.has('moov') || !names.has('mdat')) return null;
  if (brand === 'qt  ') return 'mov';
  return brand ? 'mp4' : null;
}

async function boxAt(file: FileHandle, at: number, size: number) {
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, at);
  if (bytesRead < 8) return null;
  const short = head.readUInt32BE(0);
  // 0 means up to the end, 1 that the length stands after the name.
  const long = short === 1 && bytesRead === HEAD_BYTES ? Number(head.readBigUInt64BE(8)) : short;
  const bytes = short === 0 ? size - at : long;
  if (bytes < 8 || at + bytes > size) return null;
  return { name: head.toString('latin1', 4, 8), brand: head.toString('latin1', 8, 12), bytes };
}
