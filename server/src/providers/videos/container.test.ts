import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { box, film } from '../../../test/chat.ts';
import { emptyNotes, videoTypeOf } from './container.ts';

const PLACE = '+13.7563+100.5018/';

/** A box whose length stands after its name. */
function longBox(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(name, 4, 'latin1');
  head.writeBigUInt64BE(BigInt(16 + content.length), 8);
  return Buffer.concat([head, content]);
}

async function emptied(content: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-film-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'film');
  await writeFile(path, content);
  await emptyNotes(path);
  expect(await videoTypeOf(path)).not.toBeNull();
  return readFile(path);
}

const notes = (name: string) => box(name, box('\xa9xyz', PLACE));
const ftyp = box('ftyp', 'qt  \0\0\x02\0qt  ');
const sound = box('mdia', Buffer.concat([box('mdhd', 'kept'), notes('meta')]));

test.each<[string, Buffer]>([
  [
    'of the film',
    Buffer.concat([ftyp, box('moov', Buffer.concat([box('mvhd', 'kept'), notes('udta')])), box('mdat', 'kept')]),
  ],
  [
    'of a track',
    Buffer.concat([ftyp, box('moov', box('trak', Buffer.concat([notes('udta'), sound]))), box('mdat', 'kept')]),
  ],
  ['before the film', Buffer.concat([ftyp, notes('meta'), box('moov', box('mvhd', 'kept')), box('mdat', 'x')])],
  ['of another maker', Buffer.concat([ftyp, box('moov', box('mvhd', 'kept')), box('mdat', 'x'), notes('uuid')])],
  [
    'of great length',
    Buffer.concat([ftyp, longBox('moov', longBox('udta', Buffer.from(PLACE.repeat(9_000)))), box('mdat', 'kept')]),
  ],
])('the notes %s are emptied where they stand: nothing else moves or changes', async (_, content) => {
  const left = await emptied(content);
  expect(left.length).toBe(content.length);
  expect(left.includes('13.7563')).toBe(false);
  expect(left.includes('free')).toBe(true);
  for (const kept of ['mvhd', 'mdhd', 'kept', 'mdat'])
    expect([kept, left.indexOf(kept)]).toEqual([kept, content.indexOf(kept)]);
});

test('a film without notes stays as it is, byte for byte, whatever its pictures look like', async () => {
  const content = film('isom', box('mdat', Buffer.concat([notes('udta'), box('moov', notes('udta'))])));
  expect((await emptied(content)).equals(content)).toBe(true);
});
