import { chmod, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where uploaded files are kept. Names are made by us, never by the uploader. */
export type Storage = {
  /** Moves the file at `path` into the storage. */
  keep: (name: string, path: string) => Promise<void>;
  /** A path to read the file at; null if it is gone. */
  locate: (name: string) => Promise<string | null>;
  /** Removes the file, if it is there. */
  remove: (name: string) => Promise<void>;
};

/** What members sent is for the user that the service runs as, and for nobody else of the machine. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** A folder of this machine, or one that all nodes share. */
export function folderStorage(folder: string): Storage {
  const pathOf = (name: string) => join(folder, name);
  return {
    keep: async (name, path) => {
      await mkdir(dirname(pathOf(name)), { recursive: true, mode: FOLDER_MODE });
      await chmod(path, FILE_MODE);
      await rename(path, pathOf(name)).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error;
        // On another file system the file is copied under another name first, so that no reader finds half a file.
        await copyFile(path, `${pathOf(name)}.part`);
        await rename(`${pathOf(name)}.part`, pathOf(name));
        await rm(path, { force: true });
      });
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    locate: async (name) =>
      stat(pathOf(name)).then(
        () => pathOf(name),
        (error: NodeJS.ErrnoException) => {
          // Any other error means that the folder cannot be read, not that the file is gone.
          if (error.code === 'ENOENT') return null;
          throw error;
        },
      ),
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
