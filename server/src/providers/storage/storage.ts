import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../config.ts';
import { closeToOthers, folderStorage } from './folder.ts';
import { bucketStorage } from './s3.ts';
import type { Storage } from './stored-file.ts';

/** A bucket that all nodes reach, or a folder: of this machine, or one that all nodes share. */
export async function openStorage({ s3, mediaDir }: Pick<Config, 's3' | 'mediaDir'>): Promise<Storage> {
  if (s3.url !== '') return bucketStorage(s3);
  await closeToOthers(mediaDir);
  return folderStorage(mediaDir);
}

/** Gives `work` the file at a path of this machine, for readers that need one; null if the file is gone. */
export async function withCopy<T>(
  { storage, name, folder }: { storage: Storage; name: string; folder: string },
  work: (path: string) => Promise<T>,
): Promise<T | null> {
  const file = await storage.open(name);
  if (!file) return null;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  try {
    await pipeline(file.stream, createWriteStream(path, { mode: 0o600 }));
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}
