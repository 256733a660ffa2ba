import { randomBytes, randomUUID } from 'node:crypto';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { startBucket } from '../../../../world/bucket.ts';
import { readConfig } from '../../config.ts';
import { openStorage, withCopy } from './storage.ts';
import type { Storage } from './stored-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'krapao-storage-'));
const bucket = await startBucket();
afterAll(async () => {
  await bucket.stop();
  await rm(folder, { recursive: true, force: true });
});

const configOf = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://nobody@localhost/none', MEDIA_DIR: join(folder, 'media'), ...env });

const STORAGES: [string, Storage][] = [
  ['a folder', await openStorage(configOf({}))],
  ['a bucket', await openStorage(configOf(bucket.env))],
];

/** A film of three megabytes under a name as the product makes them. */
async function kept(storage: Storage) {
  const content = randomBytes(3_000_000);
  const path = join(folder, randomUUID());
  await writeFile(path, content);
  const name = `chat/ab/${randomBytes(20).toString('hex')}.mp4`;
  await storage.keep(name, path);
  return { name, content, path };
}

describe.each(STORAGES)('%s', (_, storage) => {
  test('gives a file back as it was kept, and the file that was uploaded is gone', async () => {
    const { name, content, path } = await kept(storage);
    const file = await storage.open(name);
    expect(file).toMatchObject({ status: 200, headers: { 'content-length': String(content.length) } });
    expect(file && content.equals(await buffer(file.stream))).toBe(true);
    await expect(access(path)).rejects.toThrow('ENOENT');
  });

  test.each([
    ['bytes=0-999', 0, 1_000],
    ['bytes=1000000-1000001', 1_000_000, 1_000_002],
    ['bytes=2999990-', 2_999_990, 3_000_000],
  ])('gives the part %s of a film', async (range, from, to) => {
    const { name, content } = await kept(storage);
    const file = await storage.open(name, range);
    expect(file).toMatchObject({
      status: 206,
      headers: { 'content-length': String(to - from), 'content-range': `bytes ${from}-${to - 1}/3000000` },
    });
    expect(file && content.subarray(from, to).equals(await buffer(file.stream))).toBe(true);
  });

  test('has no part beyond the end of a film', async () => {
    const { name } = await kept(storage);
    expect(await storage.open(name, 'bytes=3000000-')).toMatchObject({ status: 416 });
  });

  test('tells nothing of itself', async () => {
    const { name } = await kept(storage);
    const file = await storage.open(name);
    expect(Object.keys(file?.headers ?? {}).sort()).toEqual(['accept-ranges', 'content-length']);
    file?.stream.destroy();
  });

  test('knows no file that was removed or never kept, and removing it again is no error', async () => {
    const { name } = await kept(storage);
    await storage.remove(name);
    expect(await storage.open(name)).toBeNull();
    await storage.remove(name);
    expect(await storage.open('slips/AB/NEVER.png')).toBeNull();
    expect(await withCopy({ storage, name, folder }, async () => 'read')).toBeNull();
  });

  test('lends a copy to a reader, which is gone afterwards', async () => {
    const { name } = await kept(storage);
    const path = await withCopy({ storage, name, folder }, async (copy) => {
      await access(copy);
      return copy;
    });
    await expect(access(path ?? '')).rejects.toThrow('ENOENT');
  });
});

test('a bucket that refuses the key is an error, not a file that is gone', async () => {
  const storage = await openStorage(configOf({ ...bucket.env, S3_SECRET_KEY: 'another' }));
  await expect(storage.open('slips/AB/ANY.png')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    cause: { message: 'the storage answers 403 for slips/AB/ANY.png' },
  });
});
