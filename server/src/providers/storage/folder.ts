import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { send } from '@fastify/send';
import { type Storage, told } from './stored-file.ts';

/** What members sent is for the user that the service runs as, and for nobody else of the machine. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

export function folderStorage(folder: string): Storage {
  const pathOf = (name: string) => join(folder, name);
  return {
    keep: async (name, path) => {
      await mkdir(dirname(pathOf(name)), { recursive: true, mode: FOLDER_MODE });
      await chmod(path, FILE_MODE);
      await rename(path, pathOf(name)).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error;
        // On another file system the file is copied under another name first, so that no reader finds half a file.
        const part = `${pathOf(name)}.${randomUUID()}.part`;
        await copyFile(path, part);
        await rename(part, pathOf(name));
        await rm(path, { force: true });
      });
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    open: async (name, range) => {
      const { statusCode, headers, stream, type, metadata } = await send(
        { method: 'GET', headers: range === undefined ? {} : { range } } as IncomingMessage,
        `/${name}`,
        { root: folder, cacheControl: false, etag: false, lastModified: false },
      );
      if (type === 'file' || statusCode === 416)
        return { status: statusCode, headers: told(Object.entries(headers)), stream };
      // Any other error means that the folder cannot be read, not that the file is gone.
      if (statusCode === 404) return null;
      throw (metadata as { error: Error }).error;
    },
  };
}

/**
 * Mends files from before they were kept so. The folder itself comes last: as long as it is open to others, the next
 * start does what this one could not. A file that goes meanwhile, or belongs to another user, is left as it is.
 */
export async function closeToOthers(folder: string): Promise<void> {
  const { mode } = await stat(folder).catch(() => ({ mode: FOLDER_MODE }));
  if ((mode & 0o077) === 0) return;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile() || entry.isDirectory())
      await chmod(join(entry.parentPath, entry.name), entry.isFile() ? FILE_MODE : FOLDER_MODE).catch(() => {});
  await chmod(folder, FOLDER_MODE).catch(() => {});
}
