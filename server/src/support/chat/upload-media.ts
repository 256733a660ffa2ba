import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { AppError } from '../../platform/app-error.ts';
import { now } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { DueWork } from '../../platform/due-work.ts';
import type { MediaLinks, SignIn } from '../../platform/media-links.ts';
import type { Upload } from '../../platform/uploads.ts';
import type { Storage } from '../../providers/storage/stored-file.ts';
import { emptyNotes, videoTypeOf } from '../../providers/videos/container.ts';
import { insertFile, takeUnsentFiles } from './chat.queries.ts';

export type MediaDeps = { db: Database; storage: Storage; links: MediaLinks };

type Uploaded = { filePath: string };
type Uploader = { address: string; signIn: SignIn };

/**
 * Keeps a file until it is sent. The file is kept before its row is written: a node that dies in between leaves a file
 * without a row, never a row without a file.
 */
export async function uploadImage(deps: MediaDeps, upload: Upload | null, uploader: Uploader): Promise<Uploaded> {
  const { path } = requireFile(upload);
  const painted = `${path}.webp`;
  // Loaded with the first picture: a node that paints none spares the library's memory.
  const { paintAnew } = await import('../../providers/pictures/photo.ts');
  try {
    if (!(await paintAnew(path, painted, uploader.address))) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
    return await keepFile(deps, { path: painted, ending: 'webp', type: 'image' }, uploader.signIn);
  } finally {
    await rm(painted, { force: true });
  }
}

export async function uploadVideo(deps: MediaDeps, upload: Upload | null, signIn: SignIn): Promise<Uploaded> {
  const { path } = requireFile(upload);
  const type = await videoTypeOf(path);
  if (!type) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  await emptyNotes(path);
  return keepFile(deps, { path, ending: type, type: 'video' }, signIn);
}

function requireFile(upload: Upload | null): Upload {
  if (!upload || upload.bytes === 0) throw new AppError('INVALID_REQUEST', { fields: { file: 'REQUIRED' } });
  return upload;
}

type NewFile = { path: string; ending: string; type: 'image' | 'video' };

async function keepFile({ db, storage, links }: MediaDeps, { path, ending, type }: NewFile, signIn: SignIn) {
  const reference = randomBytes(20).toString('hex');
  const file = `chat/${reference.slice(0, 2)}/${reference}.${ending}`;
  await storage.keep(file, path);
  await insertFile(db, { reference, file, file_type: type });
  return { filePath: links.linkTo(reference, { signIn, at: await now(db) }) };
}

/** Removes files that were uploaded and never sent. */
export function unsentFiles({
  db,
  storage,
}: Pick<MediaDeps, 'db' | 'storage'>): DueWork<{ reference: string; file: string }> {
  return {
    name: 'unsent chat files',
    idOf: ({ reference }) => reference,
    take: (limit) => takeUnsentFiles(db, limit),
    handle: ({ file }) => storage.remove(file),
  };
}
