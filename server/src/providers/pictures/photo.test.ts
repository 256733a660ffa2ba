import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_FULL } from '../../../../world/tier.ts';
import { paintAnew } from './photo.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-photos-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#cde' } });

let painted = 0;
async function paint(content: Buffer, uploader = 'one'): Promise<boolean> {
  painted += 1;
  const path = join(folder, String(painted));
  await writeFile(path, content);
  return paintAnew(path, `${path}.webp`, uploader);
}

test('12 megapixels are the most, and more of a photo that is decoded smaller than it is', IN_FULL, async () => {
  expect(await paint(await flat(4_000, 3_000).png().toBuffer())).toBe(true);
  expect(await paint(await flat(4_000, 3_001).png().toBuffer())).toBe(false);
  expect(await paint(await flat(6_000, 4_000).jpeg().toBuffer())).toBe(true);
  expect(await paint(await flat(6_000, 4_000).jpeg({ progressive: true }).toBuffer())).toBe(false);
});

test('pictures of one uploader, at any address of a network, wait while another uploader’s is painted', async () => {
  const small = await flat(20, 20).png().toBuffer();
  const paths = Array.from({ length: 6 }, (_, at) => join(folder, `many-${at}`));
  for (const path of paths) await writeFile(path, small);
  const done: string[] = [];
  const begin = (path: string, uploader: string) =>
    paintAnew(path, `${path}.webp`, uploader).then(
      () => done.push(uploader),
      ({ code }: { code: string }) => done.push(code),
    );
  const [own = '', ...many] = paths;
  await Promise.all([...many.map((path, at) => begin(path, `2001:db8::${at}`)), begin(own, '203.0.113.1')]);
  expect(done).toEqual(['2001:db8::0', '2001:db8::1', '203.0.113.1', '2001:db8::2', '2001:db8::3', '2001:db8::4']);
});

test('one network has eleven pictures at once; another is not refused meanwhile', async () => {
  const small = await flat(20, 20).png().toBuffer();
  const path = join(folder, 'at-once');
  await writeFile(path, small);
  const begin = (address: string, at: number) =>
    paintAnew(path, `${path}.${at}`, address).catch(({ code }: { code: string }) => code);
  const flood = Array.from({ length: 13 }, (_, at) => begin('192.0.2.1', at));
  const answers = await Promise.all([...flood, begin('192.0.2.2', 13)]);
  expect(answers).toEqual([...Array(11).fill(true), 'REQUEST_LIMIT', 'REQUEST_LIMIT', true]);
});
