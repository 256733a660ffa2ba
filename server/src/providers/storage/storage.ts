import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where uploaded files are kept. Names are made by us, never by whoever uploads. */
export type Storage = {
  /** Takes the file at `path` over. */
  keep: (name: string, path: string) => Promise<void>;
  /** A path to read it at; null if it is gone. */
  locate: (name: string) => Promise<string | null>;
  /** As if it had never been kept. */
  remove: (name: string) => Promise<void>;
};

/** A folder of this machine, or one that all nodes share. */
export function folderStorage(folder: string): Storage {
  const pathOf = (name: string) => join(folder, name);
  return {
    keep: async (name, path) => {
      await mkdir(dirname(pathOf(name)), { recursive: true });
      await rename(path, pathOf(name)).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error;
        // Another file system: a copy under another name first, so that nobody finds half a file.
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
          // Anything else says that the folder cannot be read, not that the file is gone.
          if (error.code === 'ENOENT') return null;
          throw error;
        },
      ),
  };
}
